"""A database tool in the hands of somebody who knows it: the guard taken down, a statement run, the guard put back."""

from typing import Any

from django.db import connection

from scoring.models.guard import GUARDED, lower_guard, raise_guard


def change_past_the_program(statement: str, *parameters: Any) -> None:
    """Run an SQL statement that the program knows nothing of, in the database it works on."""
    lower_guard(connection, *GUARDED)
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
    raise_guard(connection, *GUARDED)
