"""Django's `flush` for tests: what guards log, turns and results is lifted while tables are emptied."""

from typing import Any

from django.core.management.commands import flush
from django.db import connections

from scoring.models.guard import GUARDED, lower_guard, raise_guard


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        lower_guard(connection, *GUARDED)
        super().handle(**options)
        raise_guard(connection, *GUARDED)
