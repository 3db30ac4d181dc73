"""What the desk does for what it is not asked for: copies before others change much, the guard after migrating,
and whose chain of the log something belongs to.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.models.guard import GUARDED, lower_guard, raise_guard
from scoring.models.logged_count import start_counting, stop_counting
from scoring.models.organisation import ORGANISATION, Organisation
from scoring.tenancy import FIRST, here
from tournament.actions.people.accounts import ACCOUNT, log_account
from tournament.actions.safety.log_baseline import (
    begin_missing_chains,
    hold_games,
    hold_new_columns,
    hold_new_kinds,
    hold_shared,
)
from tournament.actions.safety.snapshots import SnapshotFailed, before
from tournament.models import Pairing
from tournament.queries.safety.database import database_version
from tournament.wording.log import say

EVENTS = "tournament_event"
HOLDS_MORE = "0077_hold_more"
"""From this migration on the log holds more than the kinds of facts before it."""
HOLDS_ACCOUNTS = "0079_hold_accounts"
"""From this migration on the log holds accounts."""
HOLDS_WHOLE_ROWS = "0085_hold_whole_rows"
"""From this migration on the log holds whole rows, so that an event can be rebuilt from it."""
HELD_BEFORE = frozenset(
    {"entry", "result", "report", "penalty", "rating", "rated", "prize", "turn", "ruling"}
)


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


def refuse_a_newer_database(sender: Any, *, using: str, **kwargs: Any) -> None:
    """Stop before anything is changed in a database that a newer version has used. Raises `CommandError`."""
    del sender, kwargs
    if using == "default" and (why := database_version().why_too_new):
        raise CommandError(why)


def open_before_migrating(sender: Any, *, using: str, plan: list[Any], **kwargs: Any) -> None:
    """Take the triggers down while tables are changed: SQLite builds them anew and asks every trigger."""
    del sender, kwargs
    if plan:
        lower_guard(connections[using], *GUARDED)
        stop_counting(connections[using])


def guard_after_migrating(
    sender: Any, *, using: str, plan: Sequence[Any] = (), **kwargs: Any
) -> None:
    """Raise the triggers that a migration dropped, count the log, and begin the logs of events of an earlier version.

    Nothing is done while migrations are left, as when an earlier state is asked for.
    """
    del sender, kwargs
    chosen = connections[using]
    executor = MigrationExecutor(chosen)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    raise_guard(chosen, *GUARDED)
    start_counting(chosen)
    if using == "default":
        with transaction.atomic():
            begin_missing_chains(Actor("manage.py migrate"))
            if plan:
                hold_games(Actor("manage.py migrate"), of_an_earlier_version=True)
            applied = {migration.name for migration, _backwards in plan}
            if HOLDS_MORE in applied:
                hold_new_kinds(Actor("manage.py migrate"), HELD_BEFORE)
            else:
                if HOLDS_ACCOUNTS in applied:
                    hold_shared(Actor("manage.py migrate"), only=ACCOUNT)
                if HOLDS_WHOLE_ROWS in applied:
                    hold_new_columns(Actor("manage.py migrate"))


def log_account_after_commit(sender: Any, instance: User, **kwargs: Any) -> None:
    """Log an account that was saved or removed when no action has done so until the transaction ends."""
    del sender
    if kwargs.get("update_fields") != {"last_login"}:
        transaction.on_commit(partial(log_account, instance.pk, instance.get_username()))


def chain_of(scope: str) -> str | None:
    """The chain of the log a scope belongs to: that of its event, of its organisation, or of the house.

    What is done for the first organisation, and belongs to no event, stands in the chain of the house until there are
    others. One query for a game, and one for the first organisation.
    """
    kind, _colon, key = scope.partition(":")
    if kind == "event":
        return f"event:{key.partition('/')[0]}"
    if kind == "game":
        slugs = Pairing.objects.filter(game_id=key).values_list(
            "round__division__event__slug", flat=True
        )
        slug = slugs.first()
        if slug:
            return f"event:{slug}"
    if kind == ORGANISATION:
        return scope
    organisation = here()
    if organisation is None or (
        organisation == FIRST and not Organisation.objects.exclude(pk=FIRST).exists()
    ):
        return None
    return f"{ORGANISATION}:{organisation}"


def copy_before_games_come(sender: Any, *, number: int, actor: Actor, **kwargs: Any) -> None:
    """Take a snapshot before games from files are saved. Raises `SnapshotFailed`, which stops the saving."""
    del sender, kwargs
    before(say("before_saving_games", games=number), actor)
