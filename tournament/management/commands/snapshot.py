"""Take a snapshot of the database, or list them: `manage.py snapshot [--why TEXT] [--list]`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.safety.snapshots import SnapshotFailed, take_snapshot
from tournament.queries.safety.snapshots import all_snapshots


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Copies the whole database into the folder “snapshots” of the data folder, under a "
            "name, and checks the copy."
        )
        parser.add_argument("--why", default="by hand", help=_("purpose, in a few words"))
        parser.add_argument("--list", action="store_true", help=_("list the existing snapshots"))

    def handle(self, *args: Any, why: str, **options: Any) -> None:
        if options["list"]:
            for snapshot in all_snapshots():
                when = timezone.localtime(snapshot.taken_at).strftime("%Y-%m-%d %H:%M:%S")
                size = filesizeformat(snapshot.size).replace("\N{NO-BREAK SPACE}", " ")
                self.stdout.write(f"{snapshot.name}  {when}  {size}  {snapshot.why}")
            return
        try:
            taken = take_snapshot(Actor("manage.py snapshot"), why)
        except SnapshotFailed as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(
            _("Snapshot {taken} taken: {path}").format(taken=taken.name, path=taken.path)
        )
