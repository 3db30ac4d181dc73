"""Checks that the database is intact and fits the running version."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.loader import MigrationLoader

from tournament.queries.safety.snapshots import all_snapshots
from tournament.wording.safety import safety_sentence


@dataclass(frozen=True)
class DatabaseVersion:
    """The relation between a database and this version of the program."""

    is_empty: bool
    """Whether no migration has been applied, so that the database is empty."""
    pending_migrations: int
    """Number of migrations of this version that have not been applied."""
    unknown_migrations: tuple[str, ...]
    """Applied migrations unknown to this version; a newer one applied them."""

    @property
    def too_new_reason(self) -> str:
        """The reason why this version must not open the database, or an empty string."""
        if not self.unknown_migrations:
            return ""
        return safety_sentence("database_too_new", step=self.unknown_migrations[0])

    @property
    def mismatch_reason(self) -> str:
        """The problem with an empty database or one of another version, and its solution.

        It is an empty string if the database fits this version.
        """
        if self.is_empty:
            return safety_sentence(
                "no_database", command=settings.COMMAND, path=settings.NINETIMER_DATA_DIR
            )
        if self.pending_migrations and not self.unknown_migrations:
            return safety_sentence("database_too_old", command=settings.COMMAND)
        return self.too_new_reason


def database_version() -> DatabaseVersion:
    """Compare the applied migrations with those of the program. May raise `DatabaseError`.

    Tables of rooms that are off are kept and are never too new.
    """
    loader = MigrationLoader(connection)
    known = set(loader.disk_migrations)
    applied = {step for step in loader.applied_migrations if step[0] not in settings.ROOMS_OFF}
    return DatabaseVersion(
        is_empty=not applied,
        pending_migrations=len(known - applied),
        unknown_migrations=tuple(f"{app}.{name}" for app, name in sorted(applied - known)),
    )


def database_damage() -> str:
    """Return the first fault SQLite finds in its file, or an empty string; PostgreSQL is not checked.

    Raise `DatabaseError` if the file cannot be read as a database.
    """
    if connection.vendor != "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(1)")
        first = str(cursor.fetchone()[0])
    return "" if first == "ok" else first


def recovery_sentence() -> str:
    """Return a sentence about how to recover the data of a damaged database, from the newest snapshot if any."""
    snapshots = all_snapshots()
    if not snapshots:
        return safety_sentence("no_way_back")
    return safety_sentence("way_back", command=settings.COMMAND, name=snapshots[0].name)


def database_problem(migration_problem: Exception | None = None) -> str:
    """Return the problem with the database and its solution, or an empty string if there is no problem.

    An older database whose migration failed with `migration_problem` is reported as damaged.
    """
    try:
        version, damaged = database_version(), database_damage()
    except OperationalError as problem:
        if connection.vendor != "sqlite":
            return safety_sentence("no_answer", problem=str(problem).strip())
        return _damage_message(problem)
    except DatabaseError as problem:
        return _damage_message(problem)
    if damaged:
        return _damage_message(damaged)
    if migration_problem and version.pending_migrations:
        return _damage_message(migration_problem)
    return version.mismatch_reason


def _damage_message(problem: object) -> str:
    return safety_sentence(
        "damaged", problem=str(problem).rstrip("."), way_back=recovery_sentence()
    )
