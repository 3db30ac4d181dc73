"""Whether the database is of the version that runs, of an older one, or of a newer one."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection
from django.db.migrations.loader import MigrationLoader

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


def database_version() -> DatabaseVersion:
    """Compare the migrations of the database with those of the program. Raises `DatabaseError`."""
    loader = MigrationLoader(connection)
    applied, known = set(loader.applied_migrations), set(loader.disk_migrations)
    return DatabaseVersion(
        is_empty=not applied,
        steps_to_come=len(known - applied),
        unknown_steps=tuple(f"{app}.{name}" for app, name in sorted(applied - known)),
    )
