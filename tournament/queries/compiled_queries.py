"""Queries that every page makes, compiled to SQL only once.

Compiling takes Django ten times as long as SQLite needs to answer.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import connection
from django.db.models import QuerySet

STAND_IN = -1_618_033_988
"""A key that no row has; the compiled statement has it in place of the requested key."""


def compiled_query(
    read: Callable[[int], QuerySet[Any, Any]],
) -> Callable[[int], list[tuple[Any, ...]]]:
    """Return a function that returns the rows for a key; the query of `read` is compiled on first use.

    The query is a `values_list(...)` of numbers and strings. Rows are returned as the database
    gives them: SQLite returns 0 and 1 for booleans, and JSON and dates are not converted. The query
    may depend only on the key. Each call makes one query.
    """
    statements: dict[str, tuple[str, tuple[Any, ...]]] = {}

    @wraps(read)
    def rows(key: int) -> list[tuple[Any, ...]]:
        if connection.vendor not in statements:
            compiler = read(STAND_IN).query.get_compiler(connection=connection)
            statements[connection.vendor] = compiler.as_sql()
        sql, values = statements[connection.vendor]
        with connection.cursor() as cursor:
            cursor.execute(sql, [key if value == STAND_IN else value for value in values])
            return cursor.fetchall()

    return rows
