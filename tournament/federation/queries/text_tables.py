"""The text columns of all models, and the rows that may contain a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q, TextField
from django.db.models.functions import Cast, Concat

from scoring.models import Activity, GameSummary, Organisation, SheetColumn
from scoring.models.facts import FACT_KINDS
from tournament import extension
from tournament.federation.engine.erasure import UNCHANGED_KEYS, Initials
from tournament.federation.models import Erasure
from tournament.models import Club, Division, Event, IncomingFile, Player, RatingList
from tournament.models.tables import program_models

BATCH_SIZE = 500
EXCLUDED_MODELS = frozenset(
    {User, Activity, Organisation, Erasure, Player, GameSummary, IncomingFile, SheetColumn}
)
"""Tables excluded from the search, because they contain no names or are handled separately."""
EXCLUDED_COLUMNS = UNCHANGED_KEYS | {"as_written", "kind", "lexicon", "lexicon_name"}
"""Columns excluded from the search, because their words may look like names."""
_NAMES_OF_THINGS: dict[type[models.Model], str] = {
    Event: "name",
    Division: "name",
    Club: "name",
    RatingList: "name",
}


@dataclass(frozen=True)
class TextTable:
    """A table whose rows belong to organisations, with its text columns."""

    model: type[models.Model]
    organisation_lookups: tuple[str, ...]
    columns: tuple[str, ...]

    def rows_containing(
        self, organisation: int | None, initials: Initials
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the key and the text columns of each row that may contain a name. This takes one query."""
        rows: Any = models.QuerySet(self.model).filter(
            _organisation_filter(self.organisation_lookups, organisation)
        )
        rows = narrow_rows(rows, self.columns, initials.search_terms)
        yield from (
            rows.order_by("pk").values_list("pk", *self.columns).iterator(chunk_size=BATCH_SIZE)
        )


def narrow_rows(rows: Any, columns: Sequence[str], parts: frozenset[tuple[str, ...]]) -> Any:
    """Return the rows whose columns contain all parts of one of the names; all rows if there are no parts.

    The columns are concatenated and scanned once for all names; only the hits are examined closely.
    """
    if not parts:
        return rows
    texts = [Cast(name, TextField()) for name in columns]
    text = Concat(*texts, output_field=TextField()) if len(texts) > 1 else texts[0]
    longest = "|".join(sorted({of_name[0] for of_name in parts}))
    closer = Q()
    for of_name in sorted(parts):
        every = Q()
        for part in of_name:
            every &= Q(every_text__icontains=part)
        closer |= every
    return rows.alias(every_text=text).filter(every_text__iregex=longest).filter(closer)


@cache
def name_columns() -> dict[type[models.Model], str]:
    """Return the name column of each model whose rows are things, not people.

    An event named after a person keeps its name.
    """
    of_rooms = {
        model: column
        for room in extension.ROOM_TABLES
        for model, column in room.names_of_things.items()
    }
    return _NAMES_OF_THINGS | of_rooms


@cache
def text_tables() -> tuple[TextTable, ...]:
    """Return every table with text columns whose rows belong to an organisation."""
    tables = []
    for model in program_models():
        ways = _organisation_lookups(model)
        columns = tuple(_text_columns(model))
        if model not in EXCLUDED_MODELS and ways and columns:
            tables.append(TextTable(model, ways, columns))
    return tuple(tables)


def text_positions() -> dict[str, tuple[int, ...]]:
    """Return the positions of text columns in each kind of fact."""
    return {
        name: tuple(at for at, column in enumerate(kind.columns) if column in _text_columns(kind.model))
        for name, kind in FACT_KINDS.items()
    }  # fmt: skip


def _text_columns(model: type[models.Model]) -> Iterator[str]:
    for field in model._meta.concrete_fields:  # noqa: SLF001 - Django's documented description of a model
        is_text = isinstance(field, models.CharField | models.TextField | models.JSONField)
        if (
            is_text
            and not field.choices
            and not isinstance(field, models.SlugField)
            and field.name not in EXCLUDED_COLUMNS
            and name_columns().get(model) != field.name
        ):
            yield field.name


def _organisation_lookups(
    model: type[models.Model], passed: frozenset[Any] = frozenset()
) -> tuple[str, ...]:
    """Return the lookups from a table to its organisation; an empty tuple if there is none.

    They follow one required foreign key if there is such a key, else every optional one.
    """
    ways: list[str] = []
    for field in model._meta.concrete_fields:  # noqa: SLF001 - Django's documented description of a model
        other = field.related_model if isinstance(field, models.ForeignKey) else None
        if other is Organisation:
            further = [field.name]
        elif other is None or other in passed or other in (User, Activity, model):
            continue
        else:
            further = [
                f"{field.name}__{way}" for way in _organisation_lookups(other, passed | {model})
            ]
        if further and not field.null:
            return tuple(further)
        ways += further
    return tuple(ways)


def _organisation_filter(ways: Sequence[str], organisation: int | None) -> Q:
    condition = Q()
    for way in ways:
        condition |= Q(**{way: organisation})
    return condition
