"""What the desk does when something else is about to change much of the database: a copy is taken first."""

from typing import Any

from django.core.management.base import CommandError
from django.db import connection

from scoring.actions.activity import Actor
from tournament.actions.safety.snapshots import SnapshotFailed, before

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


def copy_before_games_come(sender: Any, *, number: int, actor: Actor, **_: Any) -> None:
    """Take a snapshot before games from files are saved. Raises `SnapshotFailed`, which stops the saving."""
    del sender
    before(f"saving {number} game{'' if number == 1 else 's'} from files", actor)
