"""PostgreSQL indexes for finding parts of strings (trigrams) and beginnings of words (text search).

Trigram indexes are omitted if the extension `pg_trgm` cannot be created.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import DatabaseError, connections, transaction

Indexes = Sequence[tuple[str, str, str]]
"""The indexes to create or drop, each as its name, its table, and the indexed column or expression."""


def create_trigram_indexes(indexes: Indexes) -> Any:
    """Return a function for `RunPython` that creates these indexes, which only speed up searches.

    Nothing is created on SQLite or if the extension `pg_trgm` is not available.
    """

    def forwards(apps: Any, schema_editor: Any) -> None:
        del apps
        connection = connections[schema_editor.connection.alias]
        if connection.vendor != "postgresql":
            return
        try:
            with transaction.atomic(connection.alias), connection.cursor() as cursor:
                cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        except DatabaseError:  # not installed, or not allowed for this user
            return
        for name, table, what in indexes:
            schema_editor.execute(
                f"CREATE INDEX IF NOT EXISTS {name} ON {table} USING gin (({what}) gin_trgm_ops)"
            )

    return forwards


def create_text_search_indexes(indexes: Indexes) -> Any:
    """Return a function for `RunPython` that creates text search indexes without stemming on PostgreSQL."""

    def forwards(apps: Any, schema_editor: Any) -> None:
        del apps
        if schema_editor.connection.vendor == "postgresql":
            for name, table, what in indexes:
                schema_editor.execute(
                    f"CREATE INDEX IF NOT EXISTS {name} ON {table} USING gin (to_tsvector('simple', {what}))"
                )

    return forwards


def drop_search_indexes(indexes: Indexes) -> Any:
    """Return a function for `RunPython` that drops indexes of either kind on PostgreSQL."""

    def backwards(apps: Any, schema_editor: Any) -> None:
        del apps
        if schema_editor.connection.vendor == "postgresql":
            for name, _table, _what in indexes:
                schema_editor.execute(f"DROP INDEX IF EXISTS {name}")

    return backwards
