"""Whether the database can be used: whole, and of the version that runs."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.loader import MigrationLoader

from tournament.queries.safety.snapshots import all_snapshots
from tournament.wording.safety import of_safety


@dataclass(frozen=True)
class DatabaseVersion:
    """How a database and this version of the program fit each other."""

    is_empty: bool
    """Whether nothing was ever made in it."""
    steps_to_come: int
    """Migrations of this version that were not applied to it."""
    unknown_steps: tuple[str, ...]
    """Migrations that were applied and that this version does not have: a newer one applied them."""

    @property
    def why_too_new(self) -> str:
        """The sentence why this version must not open it; empty where it may."""
        if not self.unknown_steps:
            return ""
        return of_safety("database_too_new", step=self.unknown_steps[0])

    @property
    def why_another(self) -> str:
        """The sentence about a database that is not of this version, and what to do; empty where it is."""
        if self.is_empty:
            return of_safety(
                "no_database", command=settings.COMMAND, path=settings.NINETIMER_DATA_DIR
            )
        if self.steps_to_come and not self.unknown_steps:
            return of_safety("database_too_old", command=settings.COMMAND)
        return self.why_too_new


def database_version() -> DatabaseVersion:
    """Compare the migrations of the database with those of the program. Raises `DatabaseError`.

    Tables of rooms that are switched off stay, and no version of theirs is too new.
    """
    loader = MigrationLoader(connection)
    known = set(loader.disk_migrations)
    applied = {step for step in loader.applied_migrations if step[0] not in settings.ROOMS_OFF}
    return DatabaseVersion(
        is_empty=not applied,
        steps_to_come=len(known - applied),
        unknown_steps=tuple(f"{app}.{name}" for app, name in sorted(applied - known)),
    )


def damage() -> str:
    """Return the first thing SQLite finds wrong in its file, empty for none. PostgreSQL looks after its own.

    Raises `DatabaseError` where the file cannot be read as a database.
    """
    if connection.vendor != "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(1)")
        first = str(cursor.fetchone()[0])
    return "" if first == "ok" else first


def way_back() -> str:
    """Return the sentence how the data of a damaged database is had back."""
    snapshots = all_snapshots()
    if not snapshots:
        return of_safety("no_way_back")
    return of_safety("way_back", command=settings.COMMAND, name=snapshots[0].name)


def why_unfit(migration_problem: Exception | None = None) -> str:
    """Return what is wrong with the database and what to do, as one text; empty where nothing is found.

    An older one on which a migration has just failed with `migration_problem` is damaged.
    """
    try:
        version, damaged = database_version(), damage()
    except OperationalError as problem:
        if connection.vendor != "sqlite":
            return of_safety("no_answer", problem=str(problem).strip())
        return _damaged(problem)
    except DatabaseError as problem:
        return _damaged(problem)
    if damaged:
        return _damaged(damaged)
    if migration_problem and version.steps_to_come:
        return _damaged(migration_problem)
    return version.why_another


def _damaged(problem: object) -> str:
    return of_safety("damaged", problem=str(problem).rstrip("."), way_back=way_back())
