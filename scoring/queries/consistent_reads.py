"""Read a consistent snapshot of the database while other connections write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def consistent_read() -> Iterator[None]:
    """Let every read in the block see the database as it was at the first read, without blocking writers.

    Inside a transaction, this has no effect.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield
    else:
        connection.ensure_connection()
        sqlite: Any = connection  # begins without a lock and without queueing behind writers
        usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic():
                yield
        finally:
            sqlite.transaction_mode = usual


@contextmanager
def read_only_snapshot() -> Iterator[None]:
    """Let reads in the block see a consistent snapshot as in `consistent_read`, with the database refusing all writes.

    Inside a transaction, this has no effect.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with consistent_read():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION READ ONLY")
            yield
    else:
        with consistent_read():
            file = connection.connection  # bypasses Django, which runs no query after an error
            file.execute("PRAGMA query_only=ON")
            try:
                yield
            finally:
                file.execute("PRAGMA query_only=OFF")
