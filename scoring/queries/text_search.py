"""Text search in the rows of a table, carried out by the database.

Case, accents and punctuation are ignored, as defined in `scoring.search_normalization`. A word of
three letters or more matches anywhere in a text; a shorter word matches only at the beginning of a
word, because it would match almost every name otherwise. PostgreSQL uses its trigram indexes for
the former and its text search indexes for the latter. SQLite reads the columns of all rows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from django.db import connection
from django.db.models import BooleanField, F, Func, Model, Q, QuerySet, TextField, Value
from django.db.models.functions import Concat

from scoring.search_normalization import NORMALIZING_FUNCTION, normalized_text

AnyModel = TypeVar("AnyModel", bound=Model)
MAX_PREFIX_WORD_LENGTH = 2
"""Maximum length of words that match only at the beginning of a word."""


class NormalizedText(Func):
    """A text in its normalized form for searching."""

    function = NORMALIZING_FUNCTION
    output_field = TextField()
    arity = 1


class _HasWordBeginning(Func):
    """The condition that any word of a text begins with a prefix, by PostgreSQL text search."""

    template = "to_tsvector('simple', %(expressions)s)"
    arg_joiner = ") @@ to_tsquery('simple', "
    output_field = BooleanField()
    arity = 2


class LazyRows(Sequence[Any], ABC):
    """Rows of several tables, counted, searched and sorted in the database and read in slices."""

    @abstractmethod
    def search(self, search: str) -> LazyRows:
        """Return the rows that contain every word of the search text."""

    @abstractmethod
    def ordered_by(self, column: str, *, descending: bool) -> LazyRows:
        """Return the same rows sorted by a column of the table."""


OtherTables = Mapping[str, tuple[QuerySet[Any], str, str]]
"""Other tables to search, keyed by a column of the rows.

Each value consists of the rows of that table, the column with the text, and the column that refers
back.
"""


def search_rows(
    rows: QuerySet[AnyModel],
    columns: Sequence[str],
    search: str,
    elsewhere: OtherTables = MappingProxyType({}),
) -> QuerySet[AnyModel]:
    """Return the rows that contain every word of the search in one of these columns or tables.

    `elsewhere` contains the other tables. The order of the rows is unchanged. This takes one query, plus
    one for each other table: a combined condition would not use any index.
    """
    words = list(dict.fromkeys(normalized_text(search).split()))
    others = [(key, _keys_in_other_table(*table, words)) for key, table in elsewhere.items()]
    for number, word in enumerate(words):
        texts = {f"searched_{number}_{place}": column for place, column in enumerate(columns)}
        somewhere = Q()
        for name, column in texts.items():
            rows, matching = _rows_with_word(rows, name, column, word)
            somewhere |= matching
        for key, by_word in others:
            somewhere |= Q(**{f"{key}__in": by_word[word]})
        rows = rows.filter(somewhere)
    return rows


def _keys_in_other_table(
    rows: QuerySet[Any], column: str, key: str, words: Sequence[str]
) -> dict[str, set[Any]]:
    """Return, for each word, the keys of the rows of another table that contain it. This takes one query."""
    anyhow = Q(pk__in=[])
    for number, word in enumerate(words):
        rows, matching = _rows_with_word(rows, f"searched_{number}", column, word)
        anyhow |= matching
    texts = rows.filter(anyhow).order_by().values_list(key, column).distinct() if words else ()
    keys: dict[str, set[Any]] = {word: set() for word in words}
    for of, text in texts:
        for word in words:
            if _contains_word(text, word):
                keys[word].add(of)
    return keys


def _contains_word(text: str, word: str) -> bool:
    return (
        word if len(word) > MAX_PREFIX_WORD_LENGTH else f" {word}"
    ) in f" {normalized_text(text)}"


def _rows_with_word(
    rows: QuerySet[AnyModel], name: str, column: str, word: str
) -> tuple[QuerySet[AnyModel], Q]:
    text: Any = NormalizedText(F(column))
    if len(word) > MAX_PREFIX_WORD_LENGTH:
        return rows.alias(**{name: text}), Q(**{f"{name}__contains": word})
    if connection.vendor == "postgresql":
        return rows, Q(_HasWordBeginning(text, Value(f"{word}:*")))
    spaced = Concat(Value(" "), text, output_field=TextField())
    return rows.alias(**{name: spaced}), Q(**{f"{name}__contains": f" {word}"})
