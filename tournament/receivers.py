"""Signal receivers of the core: snapshots before large changes, triggers after migrations, and log chains."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.models.guard import GUARDED_TABLES, create_guards, drop_guards
from scoring.models.logged_count import create_count_trigger, drop_count_trigger
from scoring.models.organisation import ORGANISATION, Organisation
from scoring.tenancy import FIRST_TENANT, current_tenant
from tournament.actions.people.accounts import ACCOUNT_KIND, log_account
from tournament.actions.safety.log_baseline import (
    log_new_columns,
    log_new_tables,
    start_missing_chains,
    write_game_baselines,
    write_shared_baseline,
)
from tournament.actions.safety.snapshots import SnapshotFailed, take_snapshot_before
from tournament.models import Pairing
from tournament.queries.safety.database import database_version
from tournament.wording.log import say

EVENT_TABLE = "tournament_event"
MORE_FACTS_MIGRATION = "0077_hold_more"
"""The migration that added more kinds of facts to the log."""
ACCOUNTS_MIGRATION = "0079_hold_accounts"
"""The migration that added accounts to the log."""
WHOLE_ROWS_MIGRATION = "0085_hold_whole_rows"
"""The migration that added whole rows to the log, so that an event can be rebuilt from it."""
KINDS_LOGGED_BEFORE = frozenset(
    {"entry", "result", "report", "penalty", "rating", "rated", "prize", "turn", "ruling"}
)


def snapshot_before_migrating(sender: Any, *, using: str, plan: list[Any], **kwargs: Any) -> None:
    """Take a snapshot before an existing database is migrated. Raise `CommandError` if the snapshot fails."""
    del sender, kwargs
    if not plan or using != "default":
        return
    if EVENT_TABLE not in connection.introspection.table_names():
        return
    try:
        take_snapshot_before(say("before_migrating"), Actor("manage.py migrate"))
    except SnapshotFailed as reason:
        raise CommandError(
            _("{reason} The database was not changed.").format(reason=reason)
        ) from reason


def refuse_newer_database(sender: Any, *, using: str, **kwargs: Any) -> None:
    """Raise `CommandError` before migrations if a newer version has used the database."""
    del sender, kwargs
    if using == "default" and (why := database_version().too_new_reason):
        raise CommandError(why)


def drop_triggers_before_migrating(
    sender: Any, *, using: str, plan: list[Any], **kwargs: Any
) -> None:
    """Drop the triggers if there are migrations to run, since SQLite rebuilds tables and would run every trigger."""
    del sender, kwargs
    if plan:
        drop_guards(connections[using], *GUARDED_TABLES)
        drop_count_trigger(connections[using])


def restore_triggers_after_migrating(
    sender: Any, *, using: str, plan: Sequence[Any] = (), **kwargs: Any
) -> None:
    """Restore the triggers after migrations, start counting log entries, and log what earlier versions did not.

    Do nothing while migrations remain, as when migrating to an earlier state.
    """
    del sender, kwargs
    chosen = connections[using]
    executor = MigrationExecutor(chosen)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    create_guards(chosen, *GUARDED_TABLES)
    create_count_trigger(chosen)
    if using == "default":
        with transaction.atomic():
            start_missing_chains(Actor("manage.py migrate"))
            if plan:
                write_game_baselines(Actor("manage.py migrate"), of_an_earlier_version=True)
            applied = {migration.name for migration, _backwards in plan}
            if MORE_FACTS_MIGRATION in applied:
                log_new_tables(Actor("manage.py migrate"), KINDS_LOGGED_BEFORE)
            else:
                if ACCOUNTS_MIGRATION in applied:
                    write_shared_baseline(Actor("manage.py migrate"), only=ACCOUNT_KIND)
                if WHOLE_ROWS_MIGRATION in applied:
                    log_new_columns(Actor("manage.py migrate"))


def log_account_after_commit(sender: Any, instance: User, **kwargs: Any) -> None:
    """Log a saved or removed account once the transaction is committed, unless only its last log-in changed."""
    del sender
    if kwargs.get("update_fields") != {"last_login"}:
        transaction.on_commit(partial(log_account, instance.pk, instance.get_username()))


def chain_of(scope: str) -> str | None:
    """Return the log chain of a scope: that of its event or organisation, or None for the installation.

    Until there is a second organisation, actions for the first organisation outside its events belong to
    the chain of the installation. Uses one query for a game, and one for the first organisation.
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
    organisation = current_tenant()
    if organisation is None or (
        organisation == FIRST_TENANT and not Organisation.objects.exclude(pk=FIRST_TENANT).exists()
    ):
        return None
    return f"{ORGANISATION}:{organisation}"


def snapshot_before_game_import(sender: Any, *, number: int, actor: Actor, **kwargs: Any) -> None:
    """Take a snapshot before games from files are saved.

    Raise `SnapshotFailed` if that fails, so that no game is saved.
    """
    del sender, kwargs
    take_snapshot_before(say("before_saving_games", games=number), actor)
