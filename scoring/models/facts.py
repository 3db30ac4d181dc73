"""What people entered, as the activity log holds it: each entry has the facts its action wrote.

A fact is one row of what was entered (a turn, a result, a ruling, a rating ...): its key, such as ``result:45``,
and the values of the columns that somebody decided; None for a row that was removed. Whoever folds the facts
of a log has what must be stored, and `manage.py recheck` compares. The tables that hold facts say so with
`is_fact`; every way of writing them through a model notes which rows were written, and the next entry of the
log reads them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import connection, models
from django.db.models.signals import post_delete, post_save

Facts = dict[str, list[Any] | None]
"""Values by key, in the order of the columns of their kind; None for a row that is gone."""

AnyModel = TypeVar("AnyModel", bound=models.Model)


@dataclass(frozen=True)
class FactKind:
    """A table of facts: the name of its rows in the log, and the columns that are facts."""

    name: str
    model: type[models.Model]
    columns: tuple[str, ...]

    def read(self, rows: models.Q) -> Facts:
        """The facts of these rows as they are stored. One query."""
        stored = self.model._default_manager.filter(rows).values_list("pk", *self.columns)  # noqa: SLF001
        return {
            f"{self.name}:{key}": [_plain(value) for value in values] for key, *values in stored
        }


KINDS: dict[str, FactKind] = {}
"""Every kind of fact by its name."""


class FactRows(models.QuerySet[AnyModel]):
    """The rows of a table of facts; what is written to many of them at once is noted as well."""

    def update(self, **values: Any) -> int:
        """Change the rows and note them."""
        keys = list(self.values_list("pk", flat=True))
        changed = super().update(**values)
        _note(self.model, keys)
        return changed

    def bulk_create(
        self, objs: Iterable[AnyModel], *arguments: Any, **options: Any
    ) -> list[AnyModel]:
        """Write new rows and note them."""
        made = super().bulk_create(objs, *arguments, **options)
        _note(self.model, [row.pk for row in made])
        return made


def is_fact(name: str, model: type[models.Model], *columns: str) -> None:
    """Let the rows of `model` be facts of this name; its default manager is one of `FactRows`."""
    KINDS[name] = FactKind(name, model, columns)
    post_save.connect(_on_written, sender=model, dispatch_uid=f"fact {name} written")
    post_delete.connect(_on_written, sender=model, dispatch_uid=f"fact {name} removed")


def facts_written() -> Facts | None:
    """The facts this transaction wrote since they were last asked for; None where it wrote none.

    One query for each kind.
    """
    noted = _noted()
    if not noted:
        return None
    facts: Facts = {}
    for name in sorted(noted):
        keys = noted[name]
        facts |= {f"{name}:{key}": None for key in sorted(keys)}
        facts |= KINDS[name].read(models.Q(pk__in=keys))
    noted.clear()
    return facts


def note_removed(rows: Mapping[type[models.Model], Iterable[int]]) -> None:
    """Note the facts among rows that are removed past their models, keys by model."""
    for kind in KINDS.values():
        if keys := rows.get(kind.model):
            _note(kind.model, keys)


def _on_written(sender: type[models.Model], instance: models.Model, **_kwargs: Any) -> None:
    _note(sender, [instance.pk])


def _note(model: type[models.Model], keys: Iterable[int]) -> None:
    name = next(kind.name for kind in KINDS.values() if kind.model is model)
    _noted().setdefault(name, set()).update(keys)


class _Noted(dict[str, set[int]]):
    """What one transaction noted; as a function it does nothing when that commits."""

    def __call__(self) -> None:
        self.clear()


def _noted() -> _Noted:
    """What the present transaction noted: Django drops what waits for a commit when it is rolled back."""
    for waiting in connection.run_on_commit:
        if isinstance(waiting[1], _Noted):
            return waiting[1]
    noted = _Noted()
    if connection.in_atomic_block:
        connection.on_commit(noted)
    return noted


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.datetime) else value
