"""Clear references to deleted rows in the tables of disabled rooms; those tables are kept."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.db.models.signals import post_migrate, pre_delete

from tournament.models.tables import program_models

KEYS_PER_QUERY = 500


@dataclass(frozen=True)
class RoomForeignKey:
    """A foreign key of a table without a model.

    When the row it refers to is deleted, an optional key is set to null; otherwise the row with
    the key is deleted too.
    """

    table: str
    primary_key: str
    column: str
    is_optional: bool


@cache
def disabled_tables() -> tuple[str, ...]:
    """Return the tables without a model, which belong to disabled rooms; empty if all rooms are enabled.

    One query, cached.
    """
    if not settings.ROOMS_OFF:
        return ()
    ours = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}  # noqa: SLF001
    there = set(connection.introspection.table_names()) - ours
    return tuple(sorted(there - {MigrationRecorder.Migration._meta.db_table}))  # noqa: SLF001


@cache
def foreign_keys_by_table() -> dict[str, list[RoomForeignKey]]:
    """Return the foreign keys of tables without a model, grouped by the table they refer to.

    This takes three queries for each such table, and is cached.
    """
    named: dict[str, list[RoomForeignKey]] = {}
    look = connection.introspection
    with connection.cursor() as cursor:
        for table in disabled_tables():
            optional = {
                row.name for row in look.get_table_description(cursor, table) if row.null_ok
            }
            key = look.get_primary_key_column(cursor, table) or ""
            for column, (_key, other) in look.get_relations(cursor, table).items():
                named.setdefault(other, []).append(
                    RoomForeignKey(table, key, column, column in optional)
                )
    return named


def clear_references(table: str, keys: Collection[Any]) -> None:
    """Set references to these rows in tables of disabled rooms to null, before the rows are removed.

    Rows whose reference cannot be null are deleted, after references to them have been cleared in
    turn.
    """
    ordered = list(keys)
    for pointer in foreign_keys_by_table().get(table, ()):
        for at in range(0, len(ordered), KEYS_PER_QUERY):
            _clear_reference(pointer, ordered[at : at + KEYS_PER_QUERY])


def _clear_reference(pointer: RoomForeignKey, keys: list[Any]) -> None:
    # Table and column names as the database has them; keys are passed as parameters.
    where = f'WHERE "{pointer.column}" IN ({", ".join(["%s"] * len(keys))})'
    with connection.cursor() as cursor:
        if pointer.is_optional:
            empty = f'UPDATE "{pointer.table}" SET "{pointer.column}" = NULL {where}'  # nosec B608
            cursor.execute(empty, keys)
            return
        cursor.execute(f'SELECT "{pointer.primary_key}" FROM "{pointer.table}" {where}', keys)  # nosec B608
        clear_references(pointer.table, [key for (key,) in cursor.fetchall()])
        cursor.execute(f'DELETE FROM "{pointer.table}" {where}', keys)  # nosec B608


def clear_references_to_deleted(sender: type[Model], instance: Model, **_message: object) -> None:
    """Clear references to a row that Django deletes."""
    clear_references(sender._meta.db_table, [instance.pk])  # noqa: SLF001 - Django's documented description of a model


def connect_deletion_receivers() -> None:
    """Connect receivers that clear references from disabled rooms before Django deletes a row.

    After a migration the tables are read again.
    """
    for model in program_models():
        pre_delete.connect(
            clear_references_to_deleted, sender=model, dispatch_uid="tournament.rooms_off"
        )
    post_migrate.connect(_clear_caches, dispatch_uid="tournament.rooms_off")


def _clear_caches(**_message: object) -> None:
    disabled_tables.cache_clear()
    foreign_keys_by_table.cache_clear()
