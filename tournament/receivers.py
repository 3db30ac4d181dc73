"""What the desk does when Django itself is about to change the database."""

from typing import Any

from django.core.management.base import CommandError
from django.db import connection

from scoring.actions.activity import Actor
from tournament.actions.snapshots import SnapshotFailed, before

EVENTS = "tournament_event"


def copy_before_migrating(sender: Any, *, using: str, plan: list[Any], **_: Any) -> None:
    """Take a snapshot before an older database is brought up to date; a new one holds nothing yet."""
    del sender
    if not plan or using != "default":
        return
    if EVENTS not in connection.introspection.table_names():
        return
    try:
        before("bringing the database up to date", Actor("manage.py migrate"))
    except SnapshotFailed as reason:
        raise CommandError(f"{reason} The database is as it was.") from reason
