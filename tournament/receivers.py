"""What the desk does when something else is about to change much of the database: a copy is taken first."""

from typing import Any

from django.core.management.base import CommandError
from django.db import connection
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.safety.snapshots import SnapshotFailed, before
from tournament.wording.log import say

EVENTS = "tournament_event"


def copy_before_migrating(sender: Any, *, using: str, plan: list[Any], **kwargs: Any) -> None:
    """Take a snapshot before an older database is brought up to date; a new one holds nothing yet."""
    del sender, kwargs
    if not plan or using != "default":
        return
    if EVENTS not in connection.introspection.table_names():
        return
    try:
        before(say("before_migrating"), Actor("manage.py migrate"))
    except SnapshotFailed as reason:
        raise CommandError(
            _("{reason} The database is as it was.").format(reason=reason)
        ) from reason


def copy_before_games_come(sender: Any, *, number: int, actor: Actor, **kwargs: Any) -> None:
    """Take a snapshot before games from files are saved. Raises `SnapshotFailed`, which stops the saving."""
    del sender, kwargs
    before(say("before_saving_games", games=number), actor)
