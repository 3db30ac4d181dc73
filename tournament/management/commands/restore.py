"""Restore a snapshot: `manage.py restore [NAME]`. Without a name, it lists the snapshots."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.safety.restoring import restore_snapshot
from tournament.queries.safety.snapshots import (
    InvalidSnapshot,
    Snapshot,
    SnapshotMissing,
    all_snapshots,
    find_snapshot,
    restore_consequences,
)


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Goes back to a snapshot; a snapshot of the present state is taken first. Shows what "
            "will change and asks for confirmation. Works while Ninetimer is running."
        )
        parser.add_argument("name", nargs="?", help=_("name of a snapshot, or path of a file"))
        parser.add_argument("--yes", action="store_true", help=_("do not ask for confirmation"))

    def handle(self, *args: Any, name: str | None, yes: bool, **options: Any) -> None:
        if not name:
            self._list_snapshots()
            return
        try:
            snapshot = find_snapshot(name)
            self._print_consequences(snapshot)
            if not yes and not self._ask_for_confirmation():
                self.stdout.write(_("Nothing was changed."))
                return
            safety = restore_snapshot(Actor("manage.py restore"), snapshot)
        except (SnapshotMissing, InvalidSnapshot, Refused) as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(
            _("Restored {snapshot}. The previous state is saved as {safety}.").format(
                snapshot=snapshot.name, safety=safety.name
            )
        )

    def _list_snapshots(self) -> None:
        snapshots = all_snapshots()
        if not snapshots:
            self.stdout.write(_("There are no snapshots yet."))
        for snapshot in snapshots:
            when = timezone.localtime(snapshot.taken_at).strftime("%Y-%m-%d %H:%M:%S")
            self.stdout.write(f"{snapshot.name}  {when}  {snapshot.why}")
        if snapshots:
            self.stdout.write(
                _("To go back: {command} restore {name}").format(
                    command=settings.COMMAND, name=snapshots[0].name
                )
            )

    def _print_consequences(self, snapshot: Snapshot) -> None:
        changes = restore_consequences(snapshot)
        if changes.is_other_database:
            self.stdout.write(
                _("This snapshot comes from another database: everything is replaced.")
            )
        for figure in changes.figures:
            if figure.differs:
                self.stdout.write(
                    _("{figure}: {now} now, {then} then").format(
                        figure=figure.label, now=figure.now, then=figure.then
                    )
                )
        for action in changes.undone:
            when = timezone.localtime(action.at).strftime("%H:%M:%S")
            self.stdout.write(
                _("will be lost: {when} {actor}: {summary}").format(
                    when=when, actor=action.actor, summary=action.summary
                )
            )
        if changes.undone_count > len(changes.undone):
            self.stdout.write(
                _("earlier actions that will be lost: {count}").format(
                    count=changes.undone_count - len(changes.undone)
                )
            )
        if not (changes.undone or changes.is_other_database):
            self.stdout.write(_("Nothing has been done since the snapshot."))

    def _ask_for_confirmation(self) -> bool:
        if not sys.stdin.isatty():
            raise CommandError(_("Add --yes to restore without confirmation."))
        return input("Go back? Type yes: ").strip().lower() == "yes"
