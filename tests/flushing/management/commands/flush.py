"""Django's `flush` for tests: the triggers on log, turns and results are disabled, primary keys start again."""

from typing import Any

from django.core.management.commands import flush
from django.db import connections

from scoring.models.guard import GUARDED_TABLES, create_guards, drop_guards


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        drop_guards(connection, *GUARDED_TABLES)
        super().handle(**{**options, "reset_sequences": True})
        create_guards(connection, *GUARDED_TABLES)
