"""Database triggers that protect the activity log and entered turns and results from changes.

The triggers apply to this program, including its bugs, and to any other program that opens the
database. SQLite drops the triggers of a table that a migration rebuilds, so they are created again
after every migration, and `manage.py verify_audit` reports a missing one. Deleting an event deletes
its turns and results; that happens inside `allow_removal`. When a person is erased, the content of
log entries is redacted inside `allow_redaction`; even then their place in the chain, author and
time cannot change.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.db.backends.base.base import BaseDatabaseWrapper

ACTIVITY_TABLE = "scoring_activity"
ACTIVITY_MESSAGE = "The activity log only grows: its entries are neither changed nor removed."
MAY_REMOVE = "ninetimer_may_remove"
MAY_REDACT = "ninetimer_may_redact"
"""`MAY_REMOVE` and `MAY_REDACT` are the names of the permissions to write guarded rows.

On SQLite they are functions registered on our own connections, on PostgreSQL settings of the
transaction.
"""
IMMUTABLE_COLUMNS = (
    "id", "at", "user_id", "actor", "verb", "scope", "chain", "carried", "redacts", "previous_hash", "content_hash",
    "hash",
)  # fmt: skip
"""The columns of a log entry that can never change."""


@dataclass(frozen=True)
class GuardedTable:
    """A table, the error message of its triggers, and the columns that cannot change."""

    table: str
    sentence: str
    columns: tuple[str, ...] = ()
    """The columns that cannot change.

    Empty for the activity log, whose rows cannot be deleted and can be changed only to redact them.
    """
    redactable: tuple[str, ...] = ()
    """Columns with free text, in which a name may be replaced by initials."""

    @property
    def _trigger_prefix(self) -> str:
        return self.table.partition("_")[2]

    def sqlite_trigger_clauses(self) -> dict[str, str]:
        """Return the event and condition of each trigger of the table on SQLite, by trigger name."""
        if not self.columns:
            same = " AND ".join(f"OLD.{name} IS NEW.{name}" for name in IMMUTABLE_COLUMNS)
            redacts = f"{MAY_REDACT}() AND NEW.redacted_at IS NOT NULL AND {same}"
            return {
                "activity_is_not_changed": f"BEFORE UPDATE ON {self.table} WHEN NOT ({redacts})",
                "activity_is_not_removed": f"BEFORE DELETE ON {self.table}",
                # INSERT OR REPLACE deletes a row without firing the trigger above.
                "activity_is_not_replaced": (
                    f"BEFORE INSERT ON {self.table} WHEN EXISTS "  # nosec B608: names of our own tables
                    f"(SELECT 1 FROM {self.table} WHERE id = NEW.id OR (hash = NEW.hash AND chain IS NEW.chain))"
                ),
            }
        different = " OR ".join(
            f"(OLD.{name} IS NOT NEW.{name}"
            + (f" AND NOT {MAY_REDACT}())" if name in self.redactable else ")")
            for name in self.columns
        )
        return {
            f"{self._trigger_prefix}_is_not_changed": f"BEFORE UPDATE ON {self.table} WHEN {different}",
            f"{self._trigger_prefix}_is_not_removed": f"BEFORE DELETE ON {self.table} WHEN NOT {MAY_REMOVE}()",
            f"{self._trigger_prefix}_is_not_replaced": (
                f"BEFORE INSERT ON {self.table} WHEN EXISTS "  # nosec B608: names of our own tables
                f"(SELECT 1 FROM {self.table} WHERE id = NEW.id)"
            ),
        }

    def postgresql_trigger_clauses(self) -> dict[str, str]:
        """Return the event and condition of each trigger of the table on PostgreSQL, by trigger name."""
        if not self.columns:
            same = " AND ".join(
                f"OLD.{name} IS NOT DISTINCT FROM NEW.{name}" for name in IMMUTABLE_COLUMNS
            )
            redacts = (
                f"{_permission_condition(MAY_REDACT)} AND NEW.redacted_at IS NOT NULL AND {same}"
            )
            return {
                "activity_is_not_changed": (
                    f"BEFORE UPDATE ON {self.table} FOR EACH ROW WHEN (NOT ({redacts}))"
                ),
                "activity_is_not_removed": f"BEFORE DELETE ON {self.table} FOR EACH ROW",
                "activity_is_not_emptied": f"BEFORE TRUNCATE ON {self.table} FOR EACH STATEMENT",
            }
        different = " OR ".join(
            f"(OLD.{name} IS DISTINCT FROM NEW.{name}"
            + (f" AND NOT {_permission_condition(MAY_REDACT)})" if name in self.redactable else ")")
            for name in self.columns
        )
        return {
            f"{self._trigger_prefix}_is_not_changed": (
                f"BEFORE UPDATE ON {self.table} FOR EACH ROW WHEN ({different})"
            ),
            f"{self._trigger_prefix}_is_not_removed": (
                f"BEFORE DELETE ON {self.table} FOR EACH ROW WHEN (NOT {_permission_condition(MAY_REMOVE)})"
            ),
        }

    def trigger_clauses(self, vendor: str) -> dict[str, str]:
        """Return the event and condition of each trigger of the table on a database of this vendor, by trigger name."""
        return (
            self.postgresql_trigger_clauses()
            if vendor == "postgresql"
            else self.sqlite_trigger_clauses()
        )


ACTIVITY = GuardedTable(ACTIVITY_TABLE, ACTIVITY_MESSAGE)
GUARDED_TABLES: list[GuardedTable] = [ACTIVITY]
"""All guarded tables; other apps append theirs."""

_allowed: ContextVar[frozenset[str]] = ContextVar("allowed", default=frozenset())


def is_removal_allowed() -> bool:
    """Return whether this thread is inside `allow_removal`."""
    return MAY_REMOVE in _allowed.get()


def is_redaction_allowed() -> bool:
    """Return whether this thread is inside `allow_redaction`."""
    return MAY_REDACT in _allowed.get()


def allow_removal(connection: BaseDatabaseWrapper) -> AbstractContextManager[None]:
    """Allow the block, within a transaction, to delete turns and results."""
    return _allow_writes(connection, MAY_REMOVE)


def allow_redaction(connection: BaseDatabaseWrapper) -> AbstractContextManager[None]:
    """Allow the block, within a transaction, to redact log entries and remarks."""
    return _allow_writes(connection, MAY_REDACT)


@contextmanager
def _allow_writes(connection: BaseDatabaseWrapper, what: str) -> Iterator[None]:
    token = _allowed.set(_allowed.get() | {what})
    try:
        _set_for_transaction(connection, what, "on")
        yield
        _set_for_transaction(connection, what, "off")
    finally:
        _allowed.reset(token)


def _set_for_transaction(connection: BaseDatabaseWrapper, what: str, value: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config(%s, %s, true)", [f"ninetimer.{what}", value])


def _permission_condition(what: str) -> str:
    """Return the PostgreSQL condition that the transaction has this permission."""
    return f"(coalesce(current_setting('ninetimer.{what}', true), '') = 'on')"


def create_guards(connection: BaseDatabaseWrapper, *tables: GuardedTable) -> None:
    """Create the missing triggers of these tables, or of the activity log if no table is given."""
    with connection.cursor() as cursor:
        for table in tables or (ACTIVITY,):
            for statement in _statements(table, connection.vendor):
                cursor.execute(statement)


def drop_guards(connection: BaseDatabaseWrapper, *tables: GuardedTable) -> None:
    """Remove the triggers of the tables, as needed for migrations that change them on SQLite."""
    with connection.cursor() as cursor:
        for table in tables:
            for name in table.trigger_clauses(connection.vendor):
                on = f" ON {table.table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


PREVENTED_WRITES = {
    "changed": "changed",
    "replaced": "changed",
    "removed": "removed",
    "emptied": "removed",
}
"""The kind of write that a trigger prevents, by the last word of the trigger's name."""


def missing_guards(connection: BaseDatabaseWrapper) -> dict[str, frozenset[str]]:
    """Return the tables with missing or disabled triggers, and the kinds of write that nothing prevents.

    The kinds are ``changed`` and ``removed``.
    """
    missing = {}
    for table in GUARDED_TABLES:
        there = _existing_triggers(connection, table.table)
        gone = [name for name in table.trigger_clauses(connection.vendor) if name not in there]
        if gone:
            missing[table.table] = frozenset(
                PREVENTED_WRITES[name.rpartition("_")[2]] for name in gone
            )
    return missing


def _existing_triggers(connection: BaseDatabaseWrapper, table: str) -> set[str]:
    if connection.vendor == "postgresql":
        ask = (
            "SELECT tgname FROM pg_trigger "
            "WHERE tgrelid = %s::regclass AND tgenabled IN ('O', 'A') AND NOT tgisinternal"
        )
    else:
        ask = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
    with connection.cursor() as cursor:
        cursor.execute(ask, [table])
        return {name for (name,) in cursor.fetchall()}


def _statements(table: GuardedTable, vendor: str) -> list[str]:
    if vendor == "postgresql":
        function = f"{table.table.partition('_')[2]}_refuses"
        refuse = (
            f"RAISE EXCEPTION USING ERRCODE = 'restrict_violation', MESSAGE = '{table.sentence}'"
        )
        body = f"RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {refuse}; END $$"
        return [
            f"CREATE OR REPLACE FUNCTION {function}() {body}",
            *(
                f"CREATE OR REPLACE TRIGGER {name} {when} EXECUTE FUNCTION {function}()"
                for name, when in table.postgresql_trigger_clauses().items()
            ),
        ]
    return [
        f"CREATE TRIGGER IF NOT EXISTS {name} {when} "
        f"BEGIN SELECT RAISE(ABORT, '{table.sentence}'); END"
        for name, when in table.sqlite_trigger_clauses().items()
    ]
