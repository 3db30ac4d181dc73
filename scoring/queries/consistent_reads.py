"""Reading the database as it is at one moment, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Let every read of the block see the database as it is at its beginning; nobody who writes waits for it."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield
    else:
        connection.ensure_connection()
        sqlite: Any = connection  # begins it without a lock, and out of the line of those who write
        usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic():
                yield
        finally:
            sqlite.transaction_mode = usual


@contextmanager
def read_only() -> Iterator[None]:
    """Let the block read as in `one_moment`; the database refuses what it would write."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with one_moment():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION READ ONLY")
            yield
    else:
        with one_moment():
            file = connection.connection  # past Django, which asks nothing after a refusal
            file.execute("PRAGMA query_only=ON")
            try:
                yield
            finally:
                file.execute("PRAGMA query_only=OFF")
