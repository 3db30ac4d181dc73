"""What the database itself refuses: an entry of the activity log is never changed and never removed.

The refusal is a trigger, so it holds for this program, for its faults, and for every other program
that opens the database. SQLite drops the triggers of a table that a migration builds anew: a
migration that changes `Activity` calls `raise_guard` once more, and `manage.py verify_audit` says
when the guard is missing.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "scoring_activity"
SENTENCE = "The activity log only grows: its entries are neither changed nor removed."

_SQLITE = {
    "activity_is_not_changed": "BEFORE UPDATE ON {table}",
    "activity_is_not_removed": "BEFORE DELETE ON {table}",
    # INSERT OR REPLACE removes a row without asking the trigger above.
    "activity_is_not_replaced": (
        "BEFORE INSERT ON {table} WHEN EXISTS "
        "(SELECT 1 FROM {table} WHERE id = NEW.id OR hash = NEW.hash)"
    ),
}
_POSTGRESQL = {
    "activity_is_not_changed": "BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW",
    "activity_is_not_emptied": "BEFORE TRUNCATE ON {table} FOR EACH STATEMENT",
}


def raise_guard(connection: BaseDatabaseWrapper) -> None:
    """Create the triggers that are not there yet."""
    with connection.cursor() as cursor:
        for statement in _statements(connection.vendor):
            cursor.execute(statement)


def missing_guards(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the triggers that ought to be there and are not, or are switched off."""
    if connection.vendor == "postgresql":
        wanted = list(_POSTGRESQL)
        ask = (
            "SELECT tgname FROM pg_trigger "
            "WHERE tgrelid = %s::regclass AND tgenabled IN ('O', 'A') AND NOT tgisinternal"
        )
    else:
        wanted = list(_SQLITE)
        ask = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
    with connection.cursor() as cursor:
        cursor.execute(ask, [TABLE])
        there = {name for (name,) in cursor.fetchall()}
    return [name for name in wanted if name not in there]


def _statements(vendor: str) -> list[str]:
    if vendor == "postgresql":
        refuse = f"RAISE EXCEPTION USING ERRCODE = 'restrict_violation', MESSAGE = '{SENTENCE}'"
        function = (
            "CREATE OR REPLACE FUNCTION activity_refuses() RETURNS trigger LANGUAGE plpgsql "
            f"AS $$ BEGIN {refuse}; END $$"
        )
        triggers = [
            f"CREATE OR REPLACE TRIGGER {name} {when.format(table=TABLE)} "
            "EXECUTE FUNCTION activity_refuses()"
            for name, when in _POSTGRESQL.items()
        ]
        return [function, *triggers]
    return [
        f"CREATE TRIGGER IF NOT EXISTS {name} {when.format(table=TABLE)} "
        f"BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
        for name, when in _SQLITE.items()
    ]
