"""Rows of a table that hold what somebody types, looked for in the database and not in every row that is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model, Q, QuerySet

AnyModel = TypeVar("AnyModel", bound=Model)


def holding(rows: QuerySet[AnyModel], columns: Sequence[str], search: str) -> QuerySet[AnyModel]:
    """The rows that have every word of the search somewhere in these columns, whatever the case; in their order.

    PostgreSQL looks in its indexes of trigrams. SQLite knows the case of plain letters alone, so there the columns of
    all rows are read. One query, or (SQLite) two.
    """
    words = search.casefold().split()
    if connection.vendor == "postgresql":
        for word in words:
            somewhere = Q()
            for column in columns:
                somewhere |= Q(**{f"{column}__icontains": word})
            rows = rows.filter(somewhere)
        return rows
    texts = rows.order_by().values_list("pk", *columns)
    keys = [
        key
        for key, *values in texts
        if (text := _text(values)) and all(word in text for word in words)
    ]
    return rows.filter(pk__in=keys)


def _text(values: Sequence[Any]) -> str:
    return " ".join(str(value) for value in values if value).casefold()
