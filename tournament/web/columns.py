"""Choose the role of each column of a pasted or uploaded table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from tournament.actions.people.columns import save_column_choice
from tournament.engine.columns import ColumnRoles, ColumnTable, TableKind, column_letters
from tournament.queries.people.columns import remembered_columns

ROLE_LABELS: Mapping[str, Promise] = {
    "name": _lazy("Name"),
    "given": _lazy("First name"),
    "family": _lazy("Last name"),
    "rating": _lazy("Rating"),
    "member": _lazy("Member number"),
    "class": _lazy("Class"),
    "team": _lazy("Team"),
    "country": _lazy("Country"),
    "club": _lazy("Club"),
    "round": _lazy("Round"),
    "one": _lazy("Player 1"),
    "one_score": _lazy("Score 1"),
    "other": _lazy("Player 2"),
    "other_score": _lazy("Score 2"),
    "first": _lazy("Went first"),
    "board": _lazy("Board"),
}
MAX_ROWS = 3
"""Maximum number of rows shown below the choices."""


@dataclass(frozen=True)
class ColumnChoice:
    """A column with its letter, its heading and its current role."""

    at: int
    letter: str
    head: str
    role: str


@dataclass(frozen=True)
class ColumnChoices:
    """A table with a choice above each column; `outline` identifies the table that submitted choices belong to."""

    outline: str
    columns: tuple[ColumnChoice, ...]
    roles: tuple[tuple[str, Promise], ...]
    rows: tuple[tuple[str, ...], ...]


def column_choices(kind: TableKind, table: ColumnTable, columns: ColumnRoles) -> ColumnChoices:
    """Return the choices above the columns, with the first `MAX_ROWS` rows that are not empty."""
    choices = tuple(
        ColumnChoice(at, column_letters(at), "".join(table.heads[at : at + 1]), role)
        for at, role in enumerate(columns)
    )
    rows = [row for row in table.body if any(row)][:MAX_ROWS]
    cells = tuple(tuple("".join(row[at : at + 1]) for at in range(len(columns))) for row in rows)
    return ColumnChoices(
        table.outline, choices, tuple((role, ROLE_LABELS[role]) for role in kind.roles), cells
    )


def chosen_columns(request: HttpRequest, kind: TableKind, table: ColumnTable) -> ColumnRoles:
    """Return the role of each column as chosen on the page, or as the account last chose it for such a table.

    Roles unknown to this kind of table become empty. Return an empty tuple if nothing was ever chosen.
    This takes at most one query.
    """
    if _is_submitted(request, table):
        sent = (request.POST.get(f"column-{at}", "") for at in range(table.width))
        return tuple(role if role in kind.roles else "" for role in sent)
    assert isinstance(request.user, User)
    return remembered_columns(request.user, kind, table)


def save_chosen_columns(
    request: HttpRequest, kind: TableKind, table: ColumnTable, proposed: ColumnRoles
) -> None:
    """Remember the columns submitted for this table, or forget them if they equal the proposed ones.

    Do nothing if the form was submitted for another table.
    """
    if _is_submitted(request, table):
        chosen = chosen_columns(request, kind, table)
        assert isinstance(request.user, User)
        save_column_choice(request.user, kind, table, () if chosen == proposed else chosen)


def _is_submitted(request: HttpRequest, table: ColumnTable) -> bool:
    return request.POST.get("outline") == table.outline
