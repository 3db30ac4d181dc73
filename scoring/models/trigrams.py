"""Indexes in which PostgreSQL finds a part of a text, by trigrams, and the beginning of a word, by its text search.

Where its extension `pg_trgm` may not be made, there are none of the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import DatabaseError, connections, transaction

Indexes = Sequence[tuple[str, str, str]]
"""Name of the index, table, and what is looked in: a column, or an expression of one."""


def raise_trigrams(indexes: Indexes) -> Any:
    """A function for `RunPython` that makes these indexes. Searches find the same without them, only slower."""

    def forwards(apps: Any, schema_editor: Any) -> None:
        del apps
        connection = connections[schema_editor.connection.alias]
        if connection.vendor != "postgresql":
            return
        try:
            with transaction.atomic(connection.alias), connection.cursor() as cursor:
                cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        except DatabaseError:  # not installed beside the server, or not allowed to this user
            return
        for name, table, what in indexes:
            schema_editor.execute(
                f"CREATE INDEX IF NOT EXISTS {name} ON {table} USING gin (({what}) gin_trgm_ops)"
            )

    return forwards


def raise_text_search(indexes: Indexes) -> Any:
    """A function for `RunPython` that makes indexes of words as they are written, in no language."""

    def forwards(apps: Any, schema_editor: Any) -> None:
        del apps
        if schema_editor.connection.vendor == "postgresql":
            for name, table, what in indexes:
                schema_editor.execute(
                    f"CREATE INDEX IF NOT EXISTS {name} ON {table} USING gin (to_tsvector('simple', {what}))"
                )

    return forwards


def lower_trigrams(indexes: Indexes) -> Any:
    """A function for `RunPython` that drops indexes of either kind."""

    def backwards(apps: Any, schema_editor: Any) -> None:
        del apps
        if schema_editor.connection.vendor == "postgresql":
            for name, _table, _what in indexes:
                schema_editor.execute(f"DROP INDEX IF EXISTS {name}")

    return backwards
