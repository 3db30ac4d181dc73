"""The database rows covered by the activity log: each entry contains the rows its action wrote.

A fact is one row that determines a figure, a name or a right: its key, such as ``result:45``, and
the values of its determining columns, or None if it was removed. The facts of a log folded together
must equal the stored rows; `manage.py recheck` compares them. The tables are listed in
`scoring.models.logged_tables` and `tournament.models.logged_tables`. Their models inherit from
`LoggedModel`, which notes every row written, and the next log entry stores the noted rows.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self, TypeVar

from django.db import connection, models
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_delete

Facts = dict[str, list[Any] | None]
"""The values of logged rows by key, in the order of the columns of the row's kind; None for a removed row."""
SHARED_PREFIX = "@"
"""Prefix of kinds whose rows belong to no single event or game: ``@player``."""

AnyModel = TypeVar("AnyModel", bound=models.Model)
DerivedValues = Callable[[Collection[int]], Mapping[int, Any]]


@dataclass(frozen=True)
class FactKind:
    """A table of facts: the name of its rows in the log, and the columns that are facts."""

    name: str
    model: type[models.Model]
    stored: tuple[str, ...]
    """Columns whose values are stored in the log. New ones go last, as earlier entries have fewer values."""
    secrets: tuple[str, ...] = ()
    """Columns for which the log stores only a single digest of all their values."""
    derived: tuple[str, DerivedValues] | None = None
    """The name of a value derived from other rows, and the function that computes it by key; None if there is none."""
    row_filter: models.Q = field(default_factory=models.Q)
    """Filter for the rows that are facts. All others are ignored."""
    to_event: str = ""
    """The lookup path from a row to its event or, for shared rows, to an event that uses it; may be empty."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the values of a fact."""
        secret = ("secret",) if self.secrets else ()
        return (*self.stored, *secret, *((self.derived[0],) if self.derived else ()))

    @property
    def source_fields(self) -> frozenset[str]:
        """Names of the fields that contain or refer to a value in a fact, with and without the suffix ``_id``."""
        names = {*self.stored, *self.secrets}
        return frozenset(names | {name.removesuffix("_id") for name in names})

    def read_facts(self, rows: models.Q) -> Facts:
        """Return the stored facts of these rows in all organisations.

        This takes one query, and another if there are derived values.
        """
        table: models.QuerySet[Any] = models.QuerySet(self.model).filter(rows, self.row_filter)
        read = {
            key: values for key, *values in table.values_list("pk", *self.stored, *self.secrets)
        }
        also = self.derived[1](read) if self.derived else {}
        return {
            f"{self.name}:{key}": self._fact(values, also.get(key)) for key, values in read.items()
        }

    def _fact(self, values: list[Any], also: Any) -> list[Any]:
        fact = [_plain_value(value) for value in values[: len(self.stored)]]
        if self.secrets:
            fact.append(digest_of_values(values[len(self.stored) :]))
        return [*fact, also] if self.derived else fact


FACT_KINDS: dict[str, FactKind] = {}
"""Every kind of fact by name."""
UNLOGGED_TABLES: dict[str, str] = {}
"""The reasons why the log does not contain the rows of a table, by model label."""
UNLOGGED_COLUMNS: dict[str, str] = {}
"""The reasons why the log omits a column of a covered table, by column: ``tournament.Event.slots``."""
_kinds_by_model: dict[type[models.Model], FactKind] = {}


class LoggedQuerySet(models.QuerySet[AnyModel]):
    """A queryset of a table of facts that also notes rows written in bulk."""

    def update(self, **values: Any) -> int:
        """Update the rows and return their number; note them if a column of their facts is written."""
        kind = _kinds_by_model.get(self.model)
        if kind is None or not kind.source_fields & values.keys():
            return super().update(**values)
        keys = list(self.values_list("pk", flat=True))
        changed = super().update(**values)
        note_rows(self.model, keys)
        return changed

    def bulk_create(
        self, objs: Iterable[AnyModel], *arguments: Any, **options: Any
    ) -> list[AnyModel]:
        """Create rows and note them."""
        made = super().bulk_create(objs, *arguments, **options)
        note_rows(self.model, [row.pk for row in made])
        return made


class LoggedModel(models.Model):
    """A table whose rows are covered by the log."""

    objects: ClassVar[models.Manager[Self]] = LoggedQuerySet.as_manager()

    class Meta:
        abstract = True


def register_facts(
    name: str,
    model: type[models.Model],
    *columns: str,
    secrets: tuple[str, ...] = (),
    also: tuple[str, DerivedValues] | None = None,
    only: models.Q | None = None,
    to_event: str = "",
) -> None:
    """Register the rows of `model`, a subclass of `LoggedModel`, as facts with this name.

    `to_event` is the lookup path to the event whose log contains them.
    """
    kind = FACT_KINDS[name] = _kinds_by_model[model] = FactKind(
        name, model, columns, secrets, also, only or models.Q(), to_event
    )
    post_save.connect(_on_post_save, sender=model, dispatch_uid=f"fact {name} written")
    pre_delete.connect(
        _on_pre_delete, sender=model, dispatch_uid=f"fact {name} about to be removed"
    )
    post_delete.connect(_on_post_delete, sender=model, dispatch_uid=f"fact {name} removed")
    for many in model._meta.local_many_to_many:  # noqa: SLF001 - Django's documented description of a model
        m2m_changed.connect(
            _on_m2m_changed, sender=many.remote_field.through, dispatch_uid=f"fact {name}"
        )
    assert kind.columns, name


def take_written_facts() -> Facts | None:
    """Return the facts written in this transaction since the last call, or None if there are none.

    This takes one or two queries for each kind.
    """
    written = noted_rows()
    if not written:
        return None
    facts: Facts = {}
    for name, keys in sorted(written.items()):
        facts |= {f"{name}:{key}": None for key in sorted(keys)}
        facts |= FACT_KINDS[name].read_facts(models.Q(pk__in=keys))
    written.clear()
    return facts


def note_rows(model: type[models.Model], keys: Iterable[int]) -> None:
    """Note these rows for the next log entry, if their table is covered by the log."""
    kind = _kinds_by_model.get(model)
    if kind is not None and (written := set(keys)):
        noted_rows().setdefault(kind.name, set()).update(written)


def digest_of_values(values: Iterable[Any]) -> str:
    """Return the SHA-256 of values that are too sensitive or too many for the log."""
    digest = hashlib.sha256()
    for value in values:
        digest.update(repr(_plain_value(value)).encode())
    return digest.hexdigest()


def _on_post_save(
    sender: type[models.Model],
    instance: models.Model,
    update_fields: Collection[str] | None = None,
    **_kwargs: Any,
) -> None:
    if update_fields is None or not _kinds_by_model[sender].source_fields.isdisjoint(update_fields):
        note_rows(sender, [instance.pk])


def _on_pre_delete(sender: type[models.Model], instance: models.Model, **_kwargs: Any) -> None:
    """Note the rows whose references Django will set to null when this row is deleted."""
    for relation in sender._meta.related_objects:  # noqa: SLF001
        if relation.on_delete is models.SET_NULL and relation.related_model in _kinds_by_model:
            rows: models.QuerySet[Any] = models.QuerySet(relation.related_model).filter(
                **{relation.field.name: instance}
            )
            note_rows(relation.related_model, rows.values_list("pk", flat=True))


def _on_post_delete(sender: type[models.Model], instance: models.Model, **_kwargs: Any) -> None:
    note_rows(sender, [instance.pk])


def _on_m2m_changed(
    instance: models.Model,
    model: type[models.Model],
    pk_set: set[int] | None,
    reverse: bool,
    **_kwargs: Any,
) -> None:
    note_rows(*((model, pk_set or ()) if reverse else (type(instance), [instance.pk])))


class _NotedRows(dict[str, set[int]]):
    """The rows noted in one transaction. Django calls this object on commit, which clears it."""

    def __call__(self) -> None:
        self.clear()


def noted_rows() -> _NotedRows:
    """Return the rows noted in the current transaction.

    They are registered as an `on_commit` callback, because Django discards these on a rollback.
    Outside a transaction, return an empty set of rows that is not kept.
    """
    for waiting in connection.run_on_commit:
        if isinstance(waiting[1], _NotedRows):
            return waiting[1]
    new = _NotedRows()
    if connection.in_atomic_block:
        connection.on_commit(new)
    return new


def _plain_value(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.date | dt.time) else value
