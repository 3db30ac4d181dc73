"""``manage.py import_lexicon``: load the first word of each line of a plain text file as a word list."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import catalogue
from scoring.actions.activity import Actor
from scoring.actions.lexicons import MAX_BYTES, LexiconNotLoaded, load_lexicon
from scoring.actions.refusals import Refused
from scoring.engine.typing.word_lists import RejectedLine
from scoring.management.organisations import OrganisationCommand
from scoring.tenancy import current_tenant
from scoring.wording.engine import line_sentence
from scoring.wording.phrases import format_thousands

MAX_REJECTED_SHOWN = 20


class Command(OrganisationCommand):
    allows_all_organisations = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.description = _("Adds a word list to those in the data folder.")
        parser.add_argument("name", metavar="NAME", help=_("name of the list, such as NWL2023"))
        parser.add_argument(
            "file", metavar="FILE", type=Path, help=_("plain text, one word per line")
        )
        parser.add_argument(
            "--tileset",
            default="english",
            choices=sorted(catalogue.tile_sets()),
            metavar="KEY",
            help=_("tile set of the words (default: english)"),
        )
        parser.add_argument(
            "--replace", action="store_true", help=_("replace a list of the same name")
        )
        parser.add_argument(
            "--leave-out-odd",
            action="store_true",
            help=_("leave out lines that contain anything but tiles"),
        )
        parser.add_argument(
            "--may-be-copied",
            action="store_true",
            help=_("the licence allows the list to be included in event archives"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with options["file"].open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as problem:
            raise CommandError(
                _("{file} cannot be read ({strerror}).").format(
                    file=options["file"], strerror=problem.strerror
                )
            ) from problem
        try:
            done = load_lexicon(
                Actor("import_lexicon"),
                options["name"],
                data,
                options["tileset"],
                replace=options["replace"],
                leave_out_odd=options["leave_out_odd"],
                may_be_copied=options["may_be_copied"],
                for_all=current_tenant() is None,
            )
        except LexiconNotLoaded as refused:
            self._list_rejected(list(refused.words.rejected) if refused.words else [])
            raise CommandError(str(refused)) from refused
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self._list_rejected(list(done.words.rejected))
        words = done.lexicon
        line = ngettext(
            "{name} ({key}): {words} word, SHA-256 {sha256}",
            "{name} ({key}): {words} words, SHA-256 {sha256}",
            len(words),
        )
        self.stdout.write(
            line.format(
                name=words.name,
                key=words.key,
                words=format_thousands(len(words)),
                sha256=words.sha256,
            )
        )

    def _list_rejected(self, rejected: list[RejectedLine]) -> None:
        for row in rejected[:MAX_REJECTED_SHOWN]:
            self.stderr.write(line_sentence(row))
        if (more := len(rejected) - MAX_REJECTED_SHOWN) > 0:
            last = ngettext("… and {lines} more line.", "… and {lines} more lines.", more)
            self.stderr.write(last.format(lines=format_thousands(more)))
