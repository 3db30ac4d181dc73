"""What the database itself refuses: an entry of the activity log is never changed and never removed, and
neither is what was entered of a turn or a result.

The refusal is a trigger, so it holds for this program, for its faults, and for every other program
that opens the database. SQLite drops the triggers of a table that a migration builds anew: after every
migration they are raised once more, and `manage.py verify_audit` says when one is missing. An event that is
removed takes its turns and results along: that is done inside `removing`. Where a person is erased, what an entry
says is put under initials inside `redacting`; its place in the chain and who wrote it when do not change even there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "scoring_activity"
SENTENCE = "The activity log only grows: its entries are neither changed nor removed."
MAY_REMOVE = "ninetimer_may_remove"
MAY_REDACT = "ninetimer_may_redact"
"""On SQLite functions of our own connections, which no other program has; on PostgreSQL settings."""
STAYS = (
    "id", "at", "user_id", "actor", "verb", "scope", "chain", "carried", "redacts", "previous_hash", "content_hash",
    "hash",
)  # fmt: skip
"""The columns of an entry of the log that nothing changes."""


@dataclass(frozen=True)
class GuardedTable:
    """A table, what its triggers say, and the columns that stay as they were entered."""

    table: str
    sentence: str
    columns: tuple[str, ...] = ()
    """Empty: the activity log, of which no row is removed, by whomever, and none is changed but to redact it."""
    redactable: tuple[str, ...] = ()
    """Those of the columns that hold what somebody wrote in words, in which a name may be put under initials."""

    @property
    def _word(self) -> str:
        return self.table.partition("_")[2]

    def sqlite(self) -> dict[str, str]:
        """When each trigger of the table fires, by its name, for SQLite."""
        if not self.columns:
            same = " AND ".join(f"OLD.{name} IS NEW.{name}" for name in STAYS)
            redacts = f"{MAY_REDACT}() AND NEW.redacted_at IS NOT NULL AND {same}"
            return {
                "activity_is_not_changed": f"BEFORE UPDATE ON {self.table} WHEN NOT ({redacts})",
                "activity_is_not_removed": f"BEFORE DELETE ON {self.table}",
                # INSERT OR REPLACE removes a row without asking the trigger above.
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
            f"{self._word}_is_not_changed": f"BEFORE UPDATE ON {self.table} WHEN {different}",
            f"{self._word}_is_not_removed": f"BEFORE DELETE ON {self.table} WHEN NOT {MAY_REMOVE}()",
            f"{self._word}_is_not_replaced": (
                f"BEFORE INSERT ON {self.table} WHEN EXISTS "  # nosec B608: names of our own tables
                f"(SELECT 1 FROM {self.table} WHERE id = NEW.id)"
            ),
        }

    def postgresql(self) -> dict[str, str]:
        """The same for PostgreSQL."""
        if not self.columns:
            same = " AND ".join(f"OLD.{name} IS NOT DISTINCT FROM NEW.{name}" for name in STAYS)
            redacts = f"{_is_set(MAY_REDACT)} AND NEW.redacted_at IS NOT NULL AND {same}"
            return {
                "activity_is_not_changed": (
                    f"BEFORE UPDATE ON {self.table} FOR EACH ROW WHEN (NOT ({redacts}))"
                ),
                "activity_is_not_removed": f"BEFORE DELETE ON {self.table} FOR EACH ROW",
                "activity_is_not_emptied": f"BEFORE TRUNCATE ON {self.table} FOR EACH STATEMENT",
            }
        different = " OR ".join(
            f"(OLD.{name} IS DISTINCT FROM NEW.{name}"
            + (f" AND NOT {_is_set(MAY_REDACT)})" if name in self.redactable else ")")
            for name in self.columns
        )
        return {
            f"{self._word}_is_not_changed": (
                f"BEFORE UPDATE ON {self.table} FOR EACH ROW WHEN ({different})"
            ),
            f"{self._word}_is_not_removed": (
                f"BEFORE DELETE ON {self.table} FOR EACH ROW WHEN (NOT {_is_set(MAY_REMOVE)})"
            ),
        }

    def wanted(self, vendor: str) -> dict[str, str]:
        """Those of the database in use."""
        return self.postgresql() if vendor == "postgresql" else self.sqlite()


ACTIVITY = GuardedTable(TABLE, SENTENCE)
GUARDED: list[GuardedTable] = [ACTIVITY]
"""Every table that is guarded; an app adds its own."""

_allowed: ContextVar[frozenset[str]] = ContextVar("allowed", default=frozenset())


def may_remove() -> bool:
    """Whether this thread is removing what is guarded, with everything that belongs to it."""
    return MAY_REMOVE in _allowed.get()


def may_redact() -> bool:
    """Whether this thread is putting somebody under initials."""
    return MAY_REDACT in _allowed.get()


def removing(connection: BaseDatabaseWrapper) -> AbstractContextManager[None]:
    """Let the block, part of a transaction, remove turns and results."""
    return _allowing(connection, MAY_REMOVE)


def redacting(connection: BaseDatabaseWrapper) -> AbstractContextManager[None]:
    """Let the block, part of a transaction, put into other words what entries of the log and remarks say."""
    return _allowing(connection, MAY_REDACT)


@contextmanager
def _allowing(connection: BaseDatabaseWrapper, what: str) -> Iterator[None]:
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


def _is_set(what: str) -> str:
    """The condition, on PostgreSQL, that the transaction may do what is guarded."""
    return f"(coalesce(current_setting('ninetimer.{what}', true), '') = 'on')"


def raise_guard(connection: BaseDatabaseWrapper, *tables: GuardedTable) -> None:
    """Create the triggers that are not there yet, of the activity log where no tables are named."""
    with connection.cursor() as cursor:
        for table in tables or (ACTIVITY,):
            for statement in _statements(table, connection.vendor):
                cursor.execute(statement)


def lower_guard(connection: BaseDatabaseWrapper, *tables: GuardedTable) -> None:
    """Remove the triggers of the tables, which a migration that changes them needs to do on SQLite."""
    with connection.cursor() as cursor:
        for table in tables:
            for name in table.wanted(connection.vendor):
                on = f" ON {table.table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


WAYS = {"changed": "changed", "replaced": "changed", "removed": "removed", "emptied": "removed"}
"""What a trigger stands against, by the last word of its name."""


def missing_guards(connection: BaseDatabaseWrapper) -> dict[str, frozenset[str]]:
    """Return what another program can do with guarded tables whose triggers are missing or switched off.

    By the name of the table: ``changed``, ``removed``, or both.
    """
    missing = {}
    for table in GUARDED:
        there = _present(connection, table.table)
        gone = [name for name in table.wanted(connection.vendor) if name not in there]
        if gone:
            missing[table.table] = frozenset(WAYS[name.rpartition("_")[2]] for name in gone)
    return missing


def _present(connection: BaseDatabaseWrapper, table: str) -> set[str]:
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
                for name, when in table.postgresql().items()
            ),
        ]
    return [
        f"CREATE TRIGGER IF NOT EXISTS {name} {when} "
        f"BEGIN SELECT RAISE(ABORT, '{table.sentence}'); END"
        for name, when in table.sqlite().items()
    ]
