"""Remove rows together with all rows that depend on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.apps import apps
from django.db import connection, models

from scoring.models.facts import FACT_KINDS, SHARED_PREFIX, note_rows
from scoring.models.guard import allow_removal
from tournament.actions.disabled_rooms import KEYS_PER_QUERY, clear_references


def delete_with_dependents(
    *groups: Iterable[models.Model | None], records_facts: bool = False
) -> None:
    """Remove these rows and all rows that depend on them, in the caller's transaction.

    A row with a foreign key to a removed row is removed too. A nullable key is set to null instead,
    unless it is declared CASCADE. Constraints between the rows are checked when the transaction
    ends. With `records_facts` the next log entry records the removed facts, as required if the rest of
    the event remains; shared facts are always recorded.
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
        for field in _foreign_keys_to(model):
            if field.null and field.remote_field.on_delete is not models.CASCADE:
                loose.append((field, keys))
                continue
            if rows := _referring_keys(field, keys):
                fresh.setdefault(field.model, set()).update(rows)
    # Names of the program's own tables and columns; keys are passed as parameters.
    _log_changed_rows(doomed, loose, of_event=records_facts)
    with allow_removal(connection), connection.cursor() as cursor:
        for model, keys in doomed.items():
            table, key = model._meta.db_table, model._meta.pk.column  # noqa: SLF001
            clear_references(table, keys)
            for some in _key_batches(keys):
                where = f'WHERE "{key}" IN ({_placeholders(some)})'
                cursor.execute(f'DELETE FROM "{table}" {where}', some)  # nosec B608
        for field, keys in loose:
            table, column = field.model._meta.db_table, field.column  # noqa: SLF001
            for some in _key_batches(keys):
                freed = f'"{column}" = NULL WHERE "{column}" IN ({_placeholders(some)})'
                cursor.execute(f'UPDATE "{table}" SET {freed}', some)  # nosec B608


def _log_changed_rows(
    doomed: Mapping[type[models.Model], set[int]],
    loose: Sequence[tuple[models.ForeignKey[models.Model], set[int]]],
    *,
    of_event: bool,
) -> None:
    """Record removed and changed facts for the log: only shared ones or, with `of_event`, all of them."""
    noted = {
        kind.model
        for name, kind in FACT_KINDS.items()
        if of_event or name.startswith(SHARED_PREFIX)
    }
    for model, keys in doomed.items():
        if model in noted:
            note_rows(model, keys)
        owner: Any = model._meta.auto_created  # noqa: SLF001 - of a table of links, the model that has them
        if owner in noted:
            to_owner = next(f for f in model._meta.local_fields if f.related_model is owner)  # noqa: SLF001
            links = model._base_manager.filter(pk__in=keys)  # noqa: SLF001
            note_rows(owner, set(links.values_list(to_owner.attname, flat=True)))
    for field, keys in loose:
        if field.model in noted:
            note_rows(field.model, _referring_keys(field, keys) - doomed.get(field.model, set()))


def _foreign_keys_to(model: type[models.Model]) -> list[models.ForeignKey[models.Model]]:
    """Return the foreign keys of all tables that refer to `model`."""
    return [
        field
        for other in apps.get_models(include_auto_created=True)
        for field in other._meta.local_fields  # noqa: SLF001
        if isinstance(field, models.ForeignKey) and field.remote_field.model is model
    ]


def _referring_keys(field: models.ForeignKey[models.Model], keys: set[int]) -> set[int]:
    found_keys: set[int] = set()
    for some in _key_batches(keys):
        rows = field.model._base_manager.filter(**{f"{field.name}__in": some})  # noqa: SLF001
        found_keys.update(rows.values_list("pk", flat=True))
    return found_keys


def _key_batches(keys: set[int]) -> list[list[int]]:
    ordered = sorted(keys)
    return [ordered[at : at + KEYS_PER_QUERY] for at in range(0, len(ordered), KEYS_PER_QUERY)]


def _placeholders(keys: list[int]) -> str:
    return ", ".join(["%s"] * len(keys))
