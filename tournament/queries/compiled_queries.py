"""Reads that every page needs, compiled to SQL once: Django takes ten times as long to compile as SQLite to answer."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import connection
from django.db.models import QuerySet

STAND_IN = -1_618_033_988
"""A key that no row has; the key that is asked for takes its place in the compiled statement."""


def compiled_query(
    read: Callable[[int], QuerySet[Any, Any]],
) -> Callable[[int], list[tuple[Any, ...]]]:
    """Let a read by one key be compiled when it is first asked for, and give its rows. One query.

    The read returns `values_list(...)` of numbers and text: the rows are as the database gives them, so that SQLite
    has 0 and 1 for a truth, and JSON and dates are not converted. What it asks for depends on its key alone.
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
