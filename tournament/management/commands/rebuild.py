"""Replay the log of an event into an empty database and compare all rows: `manage.py rebuild EVENT --to FOLDER`."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.actions.refusals import Refused
from scoring.queries.consistent_reads import read_only_snapshot
from scoring.wording.phrases import format_thousands
from tournament.actions.safety.rebuilding import rebuild, refuse_incomplete_log
from tournament.management.arguments import event_from_argument
from tournament.management.new_data_folder import create_data_folder, use_database_in
from tournament.models import Event
from tournament.queries.safety.archive_proof import complete_since_sentence
from tournament.queries.safety.rebuild import ReplayedLog, differences_from_rebuilt, replayed_log


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Replays the activity log of an event from its first entry into an empty database in "
            "FOLDER, which then is a complete data folder containing the event. Compares every "
            "row with the stored data and prints one sentence for each difference. The exit code "
            "is 0 if there are none, otherwise 1."
        )
        parser.add_argument("event", metavar="EVENT", help=_("the event's short name"))
        parser.add_argument(
            "--to", metavar="FOLDER", required=True, help=_("a new or empty folder")
        )

    def handle(self, *args: Any, event: str, to: str, **options: Any) -> None:
        event_, folder = event_from_argument(event), Path(to).expanduser()
        with read_only_snapshot():
            log = replayed_log(event_)
        try:
            refuse_incomplete_log(event_, log)
        except Refused as reason:
            raise CommandError(str(reason)) from reason
        create_data_folder(folder)
        with use_database_in(folder):
            rebuilt = rebuild(Actor("manage.py rebuild"), log)
        self._print_warnings(event_, log)
        differences = 0
        with read_only_snapshot():
            for difference in differences_from_rebuilt(event_, log, rebuilt):
                self.stdout.write(str(difference))
                differences += 1
        self._print_summary(event_, len(log.rows), differences, folder)

    def _print_warnings(self, event: Event, log: ReplayedLog) -> None:
        assert log.begins is not None, "a log without a beginning is refused"
        if log.begins.verb != "create_event":
            self.stdout.write(complete_since_sentence(event, log.begins.pk, log.begins.at))
        if log.broken:
            self.stdout.write(log.broken)
            self.stdout.write(_("The event was rebuilt up to that point."))

    def _print_summary(self, event: Event, rows: int, differences: int, folder: Path) -> None:
        values = {"event": event, "rows": format_thousands(rows), "folder": folder}
        if differences:
            text = ngettext(
                "{event} was rebuilt in {folder}: {rows} rows, {count} difference.",
                "{event} was rebuilt in {folder}: {rows} rows, {count} differences.",
                differences,
            )
            self.stdout.write(text.format(count=format_thousands(differences), **values))
            sys.exit(1)
        self.stdout.write(
            _("{event} was rebuilt in {folder}: {rows} rows, no differences.").format(**values)
        )
