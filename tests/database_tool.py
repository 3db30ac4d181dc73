"""Change the database behind the program's back, as an expert with a database tool would."""

from typing import Any

from django.db import connection

from scoring.models.guard import GUARDED_TABLES, create_guards, drop_guards


def change_past_the_program(statement: str, *parameters: Any) -> None:
    """Run an SQL statement with the guard triggers removed, then restore them."""
    drop_guards(connection, *GUARDED_TABLES)
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
    create_guards(connection, *GUARDED_TABLES)
