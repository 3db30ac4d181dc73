"""``manage.py verify_games``: recompute every score in files of recorded games."""

import os
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring import catalogue
from scoring.archive import Tally, game_files_of, iter_verdicts
from scoring.engine.audit.identify import RequestedKeys
from scoring.management.jobs import require_job_count
from scoring.management.progress import with_progress_bar


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Reads recorded games (GCG) and recomputes every score and total. Prints a line for "
            "each game with a difference or an irregularity, with the calculation and the likely "
            "slip, then a summary. Exit code: 0 if nothing differs, 1 if something differs, 2 if "
            "a file cannot be read."
        )
        add = parser.add_argument
        add(
            "paths",
            nargs="+",
            type=Path,
            metavar="PATH",
            help=_("files, or folders with .gcg and .txt files"),
        )
        add(
            "--rules",
            help=_(
                "rule set, even if the file implies another (default: the one it implies, or English standard)"
            ),
        )
        add(
            "--tileset",
            help=_("tile set, unless the file names another (default: the one in the rules)"),
        )
        add(
            "--layout",
            help=_("board, unless the file names another (default: the one in the rules)"),
        )
        add("--jobs", type=int, default=1, help=_("number of processes (default: 1)"))
        add(
            "--warnings",
            action="store_true",
            help=_("show all warnings, not only the first of each game"),
        )
        add(
            "--json",
            action="store_true",
            help=_("print one JSON object per file instead of sentences"),
        )

    def handle(self, *_args: Any, paths: list[Path], jobs: int, json: bool, **options: Any) -> None:
        require_job_count(jobs, returncode=2)
        try:
            if options["rules"]:
                catalogue.rule_set(options["rules"])
            if options["tileset"]:
                catalogue.tile_set(options["tileset"])
            if options["layout"]:
                catalogue.layout(options["layout"])
        except catalogue.NotInCatalogue as error:
            raise CommandError(str(error), returncode=2) from error
        files = game_files_of(paths)
        if not files:
            named = ", ".join(map(str, paths))
            raise CommandError(
                _("There are no recorded games (.gcg or .txt files) in {named}.").format(
                    named=named
                ),
                returncode=2,
            )
        wanted = RequestedKeys(options["rules"], options["tileset"], options["layout"])
        tally = Tally()
        judged = iter_verdicts(files, wanted, jobs, as_json=json, warnings=options["warnings"])
        try:
            for verdict in with_progress_bar(judged, len(files), self.stderr):
                tally.add(verdict)
                if verdict.text:
                    self._print_line(verdict.text)
            for sentence in () if json else tally.sentences():
                self._print_line(sentence)
            self.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(tally.exit_code) from None  # the reader closed the pipe
        if tally.exit_code:
            raise SystemExit(tally.exit_code)

    def _print_line(self, text: str) -> None:
        """Print a line, with escapes for characters that the terminal cannot display."""
        encoding = getattr(self.stdout, "encoding", None) or "utf-8"
        self.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
