"""Django's `flush` for tests, with the triggers on log, turns and results disabled meanwhile."""

from typing import Any

from django.core.management.commands import flush
from django.db import connections

from scoring.models.guard import GUARDED_TABLES, create_guards, drop_guards


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        drop_guards(connection, *GUARDED_TABLES)
        super().handle(**options)
        create_guards(connection, *GUARDED_TABLES)
