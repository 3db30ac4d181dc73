"""Migrate the database, one process at a time: `manage.py migrate`."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate

from scoring.processes import limit_concurrency
from tournament.queries.safety.database import database_version
from tournament.server.instance import MIGRATION_SECONDS, DataFolderLocked, instance_lock


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with instance_lock("migrate", patience=MIGRATION_SECONDS), limit_concurrency("migrate"):
                super().handle(*args, **options)
        except DataFolderLocked as held:
            if database_version().pending_migrations:
                raise CommandError(str(held)) from held
            super().handle(*args, **options)
