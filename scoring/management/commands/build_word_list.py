"""``manage.py build_word_list``: build "Open English (unofficial)" anew from SCOWL."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.lexicon import FOLDER
from scoring.wordlist import CorrectionsInvalid, WordListSourceMissing, build_open_english

SCOWL = Path("/usr/share/dict/scowl")
CORRECTIONS = FOLDER / "built_from" / "corrections.toml"


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    """Neither database nor pages are needed."""

    help = (
        'Builds the shipped word list "Open English (unofficial)" from SCOWL (Debian: package '
        "scowl) and the hand-kept corrections. The same sources give the same bytes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--scowl", type=Path, default=SCOWL, help=f"SCOWL's folder ({SCOWL})")
        parser.add_argument("--to", type=Path, default=FOLDER, help="folder to write into")
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail if the files would change"
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
                    raise CommandError(f"{path} differs from what SCOWL in {scowl} gives.")
            self.stdout.write(f"{text} is up to date: {built.words} words.")
            return
        try:
            text, _ = built.write(to)
        except OSError as error:
            raise CommandError(f"{to}: cannot be written ({error.strerror}).") from error
        self.stdout.write(f"{text}: {built.words} words, SHA-256 {built.sha256}")
