"""Removing rows together with everything that belongs to them: practice, imports and mistakes alone."""

from __future__ import annotations

from collections.abc import Iterable

from django.apps import apps
from django.db import connection, models

AT_ONCE = 500


def remove_whole(*groups: Iterable[models.Model | None]) -> None:
    """Remove these rows and all that cannot be without them. Part of the caller's transaction.

    A row belongs to another when it must name it; a row that merely may name it stays, and names
    nobody from then on. Keys between the rows are checked when the transaction ends.
    """
    doomed: dict[type[models.Model], set[int]] = {}
    fresh: dict[type[models.Model], set[int]] = {}
    for group in groups:
        for row in group:
            if row is not None:
                fresh.setdefault(type(row), set()).add(row.pk)
    loose: list[tuple[models.ForeignKey[models.Model], set[int]]] = []
    while fresh:
        model, keys = fresh.popitem()
        keys -= doomed.get(model, set())
        if not keys:
            continue
        doomed.setdefault(model, set()).update(keys)
        for field in _pointing_at(model):
            if field.null:
                loose.append((field, keys))
                continue
            found = _rows(field, keys)
            if found:
                fresh.setdefault(field.model, set()).update(found)
    # Names of our own tables and columns; the numbers are handed over apart.
    with connection.cursor() as cursor:
        for model, keys in doomed.items():
            table = model._meta.db_table  # noqa: SLF001
            for some in _portions(keys):
                where = f'WHERE "id" IN ({_marks(some)})'
                cursor.execute(f'DELETE FROM "{table}" {where}', some)  # nosec B608
        for field, keys in loose:
            table, column = field.model._meta.db_table, field.column  # noqa: SLF001
            for some in _portions(keys):
                freed = f'"{column}" = NULL WHERE "{column}" IN ({_marks(some)})'
                cursor.execute(f'UPDATE "{table}" SET {freed}', some)  # nosec B608


def _pointing_at(model: type[models.Model]) -> list[models.ForeignKey[models.Model]]:
    """Every key of any table that names a row of `model`."""
    return [
        field
        for other in apps.get_models(include_auto_created=True)
        for field in other._meta.local_fields  # noqa: SLF001
        if isinstance(field, models.ForeignKey) and field.remote_field.model is model
    ]


def _rows(field: models.ForeignKey[models.Model], keys: set[int]) -> set[int]:
    found: set[int] = set()
    for some in _portions(keys):
        rows = field.model._default_manager.filter(**{f"{field.name}__in": some})  # noqa: SLF001
        found.update(rows.values_list("pk", flat=True))
    return found


def _portions(keys: set[int]) -> list[list[int]]:
    ordered = sorted(keys)
    return [ordered[at : at + AT_ONCE] for at in range(0, len(ordered), AT_ONCE)]


def _marks(keys: list[int]) -> str:
    return ", ".join(["%s"] * len(keys))
