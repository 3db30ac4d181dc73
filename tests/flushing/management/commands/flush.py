"""Django's `flush` for tests: the guard of the activity log is lifted while tables are emptied."""

from typing import Any

from django.core.management.commands import flush
from django.db import connections

from scoring.models.guard import TABLE, raise_guard


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute(f"ALTER TABLE {TABLE} DISABLE TRIGGER USER")
            else:
                cursor.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s",
                    [TABLE],
                )
                for (name,) in cursor.fetchall():
                    cursor.execute(f"DROP TRIGGER {name}")
        super().handle(**options)
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute(f"ALTER TABLE {TABLE} ENABLE TRIGGER USER")
        raise_guard(connection)
