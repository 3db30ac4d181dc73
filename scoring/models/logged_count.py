"""Stored counts of log entries by chain, actor and verb, so that pages need not count the log.

A database trigger counts in the transaction that writes an entry, so that every writer is covered:
actions, imported events with their chains, restored backups. Entries are never deleted, so counts
only grow. `manage.py recheck` counts again and compares.
"""

from __future__ import annotations

from django.db import models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from scoring.models.guard import ACTIVITY_TABLE

COUNT_TRIGGER = "activity_is_counted"
COUNTS_TABLE = "scoring_loggedcount"
_ADD = f"INSERT INTO {COUNTS_TABLE} (chain, actor, verb, entries)"
_MORE = "ON CONFLICT (chain, actor, verb) DO UPDATE SET entries"
_ALL = "SELECT COALESCE(chain, ''), actor, verb, COUNT(*) FROM {} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"


class LoggedCount(models.Model):
    """The number of entries of one chain with the same actor and verb, written only by the trigger."""

    chain = models.CharField(max_length=120, blank=True)
    """The name of the chain, empty for the installation's chain."""
    actor = models.CharField(max_length=150)
    verb = models.CharField(max_length=60)
    entries = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["chain", "actor", "verb"], name="logged_count_once")
        ]

    def __str__(self) -> str:
        return f"{self.chain}, {self.actor}, {self.verb}: {self.entries}"


def create_count_trigger(connection: BaseDatabaseWrapper) -> None:
    """If the trigger is missing, create it and count all entries again."""
    if _has_count_trigger(connection):
        return
    with transaction.atomic(connection.alias), connection.cursor() as cursor:
        for statement in _statements(connection.vendor):
            cursor.execute(statement)
        cursor.execute(f"DELETE FROM {COUNTS_TABLE}")  # nosec B608: names of our own tables
        cursor.execute(f"{_ADD} {_ALL.format(ACTIVITY_TABLE)}")


def drop_count_trigger(connection: BaseDatabaseWrapper) -> None:
    """Remove the trigger before migrations, because SQLite would run it while tables are rebuilt."""
    on = f" ON {ACTIVITY_TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER IF EXISTS {COUNT_TRIGGER}{on}")


def _has_count_trigger(connection: BaseDatabaseWrapper) -> bool:
    ask = (
        "SELECT 1 FROM pg_trigger WHERE tgrelid = %s::regclass AND tgname = %s"
        if connection.vendor == "postgresql"
        else "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s AND name = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(ask, [ACTIVITY_TABLE, COUNT_TRIGGER])
        return cursor.fetchone() is not None


def _statements(vendor: str) -> list[str]:
    if vendor == "postgresql":  # all rows of one statement at once
        count = f"{_ADD} {_ALL.format('added')} {_MORE} = {COUNTS_TABLE}.entries + EXCLUDED.entries"
        function = f"FUNCTION {COUNT_TRIGGER}()"
        after = (
            f"AFTER INSERT ON {ACTIVITY_TABLE} REFERENCING NEW TABLE AS added FOR EACH STATEMENT"
        )
        body = f"RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {count}; RETURN NULL; END $$"
        return [
            f"CREATE OR REPLACE {function} {body}",
            f"CREATE TRIGGER {COUNT_TRIGGER} {after} EXECUTE {function}",
        ]
    count = f"{_ADD} VALUES (COALESCE(NEW.chain, ''), NEW.actor, NEW.verb, 1) {_MORE} = entries + 1"
    return [f"CREATE TRIGGER {COUNT_TRIGGER} AFTER INSERT ON {ACTIVITY_TABLE} BEGIN {count}; END"]
