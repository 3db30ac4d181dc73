"""``manage.py build_word_list``: rebuild "Open English (unofficial)" from SCOWL."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.lexicon import SHIPPED_LISTS_FOLDER
from scoring.wordlist import CorrectionsInvalid, WordListSourceMissing, build_open_english

SCOWL = Path("/usr/share/dict/scowl")
CORRECTIONS = SHIPPED_LISTS_FOLDER / "built_from" / "corrections.toml"


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            'Builds the shipped word list "Open English (unofficial)" from SCOWL (Debian: '
            "package scowl) and the manual corrections. The same sources always give the same "
            "bytes."
        )
        parser.add_argument(
            "--scowl",
            type=Path,
            default=SCOWL,
            help=_("folder with the SCOWL word files (default: {scowl})").format(scowl=SCOWL),
        )
        parser.add_argument(
            "--to", type=Path, default=SHIPPED_LISTS_FOLDER, help=_("folder to write into")
        )
        parser.add_argument(
            "--check", action="store_true", help=_("write nothing; fail if the files would change")
        )

    def handle(self, *_args: Any, scowl: Path, to: Path, check: bool, **_options: Any) -> None:
        try:
            built = build_open_english(scowl, CORRECTIONS)
        except (WordListSourceMissing, CorrectionsInvalid) as error:
            raise CommandError(str(error)) from error
        if check:
            text, description = to / f"{built.key}.txt", to / f"{built.key}.toml"
            for path, wanted in ((text, built.text), (description, built.description.encode())):
                if not path.exists() or path.read_bytes() != wanted:
                    raise CommandError(
                        _("{path} differs from the list built from SCOWL in {scowl}.").format(
                            path=path, scowl=scowl
                        )
                    )
            self.stdout.write(
                _("{text} is up to date: {words} words.").format(text=text, words=built.word_count)
            )
            return
        try:
            text, _description = built.write(to)
        except OSError as error:
            raise CommandError(
                _("{to} cannot be written ({strerror}).").format(to=to, strerror=error.strerror)
            ) from error
        self.stdout.write(
            _("{text}: {words} words, SHA-256 {sha256}").format(
                text=text, words=built.word_count, sha256=built.sha256
            )
        )
