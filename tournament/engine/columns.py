"""Recognize the columns of a table by their headings, or else by their cells.

Lists of players and lists of results share this code; each `TableKind` has its own roles and
headings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tournament.engine.message import Message
from tournament.engine.roster import normalize_text
from tournament.engine.roster_rating import UNRATED

MAX_ROWS_ABOVE_HEADING = 15
"""The number of leading rows searched for a heading."""
MAX_EXAMINED_ROWS = 200
"""The number of rows examined to recognize a column by its cells."""
MAX_COLUMNS = 50
WHOLE_NUMBER = re.compile(r"-?\d{1,4}(?:\.0)?", re.ASCII)

ColumnRoles = tuple[str, ...]
"""The role of each column; "" for an ignored column."""


@dataclass(frozen=True, slots=True)
class TableKind:
    """A kind of list: the roles its columns can have and how to recognize them."""

    key: str
    roles: tuple[str, ...]
    role_of: Callable[[str], str]
    """A function that returns the role named by a heading (see `normalize_heading`), or "" if it names none."""
    is_heading: Callable[[Sequence[str], Sequence[str]], bool]
    """A function that returns whether a row is the heading, given the roles its cells name and the cells."""


@dataclass(frozen=True, slots=True)
class ColumnTable:
    """A table of text cells, with a head per column if it has a heading.

    `first_heading_row` and `last_heading_row` are the 0-based first and last row of the heading; -1 without a heading.
    """

    rows: tuple[tuple[str, ...], ...]
    first_heading_row: int = -1
    last_heading_row: int = -1
    heads: tuple[str, ...] = ()
    is_named: bool = False
    """Whether the heading contains words that name roles."""

    @property
    def body(self) -> tuple[tuple[str, ...], ...]:
        """The rows below the heading, or all rows if there is none."""
        return self.rows[self.last_heading_row + 1 :]

    @property
    def width(self) -> int:
        """The number of columns, at most `MAX_COLUMNS`."""
        return min(MAX_COLUMNS, max(map(len, self.rows), default=0))

    def cells(self, at: int) -> list[str]:
        """Return the non-empty cells of a column in the examined rows."""
        return [
            cell for row in self.body[:MAX_EXAMINED_ROWS] if (cell := "".join(row[at : at + 1]))
        ]

    def kind(self, at: int) -> str:
        """Return the kind of most cells of the column: `number`, `text`, or "" for neither."""
        cells = self.cells(at)
        if 2 * sum(bool(WHOLE_NUMBER.fullmatch(cell)) for cell in cells) > len(cells):
            return "number"
        letters = sum(any(map(str.isalpha, cell)) for cell in cells)
        return "text" if 2 * letters > len(cells) else ""

    @property
    def outline(self) -> str:
        """The heads, normalized by `head_word` and joined with `|`, or the number of columns without heads.

        Columns chosen by the director apply only to tables with the same outline.
        """
        words = [normalize_heading(head) for head in self.heads]
        words += [""] * (self.width - len(words))
        return "|".join(words) if any(words) else str(self.width)

    @property
    def shape(self) -> str:
        """A string that is equal for tables of the same layout: the outline or, without heads, the column kinds."""
        if any(map(normalize_heading, self.heads)):
            return self.outline
        columns = [self.cells(at) for at in range(self.width)]
        figures = [sum(not any(map(str.isalpha, cell)) for cell in cells) for cells in columns]
        return "|".join(
            "number" if 2 * count > len(cells) else "text" if cells else ""
            for count, cells in zip(figures, columns, strict=True)
        )

    @property
    def unnamed_columns(self) -> list[int]:
        """The columns that have cells but no heading."""
        return [
            at
            for at in range(self.width)
            if not "".join(self.heads[at : at + 1]) and self.cells(at)
        ]


def table_of(rows: Sequence[Sequence[str]], kind: TableKind) -> ColumnTable:
    """Return the rows as a table, with its heading if it has one.

    The heading is the first of the leading rows that `kind` recognizes. If it recognizes none, it is the
    first filled row, provided that its words look like names of columns.
    """
    cells = tuple(tuple(normalize_text(cell).replace("\t", " ") for cell in row) for row in rows)
    for first, row in enumerate(cells[:MAX_ROWS_ABOVE_HEADING]):
        if kind.is_heading([kind.role_of(normalize_heading(cell)) for cell in row], row):
            last = _last_heading_row(cells, first, kind)
            above = cells[first : last + 1]
            heads = tuple(
                _head([row[at] for row in above if row[at:]], kind)
                for at in range(max(map(len, above)))
            )
            return ColumnTable(cells, first, last, heads, is_named=True)
    first = next((at for at, row in enumerate(cells) if any(row)), -1)
    table = ColumnTable(cells, first, first, cells[first] if first >= 0 else ())
    return table if _is_unknown_heading(table) else ColumnTable(cells)


def index_by_role(columns: Sequence[str]) -> dict[str, int]:
    """Return the index of the first column of each role."""
    return {role: at for at, role in reversed([*enumerate(columns)]) if role}


def unique_roles(columns: Sequence[str]) -> tuple[ColumnRoles, list[Message]]:
    """Return the columns with each role given to its first column only, and a message for each column ignored."""
    first = index_by_role(columns)
    notes = [
        Message("column_doubled", first=column_letters(first[role]), other=column_letters(at))
        for at, role in enumerate(columns)
        if role and first[role] != at
    ]
    return tuple(
        role if role and first[role] == at else "" for at, role in enumerate(columns)
    ), notes


def normalize_heading(cell: str) -> str:
    """Return a heading without case, punctuation and extra spaces."""
    return " ".join(
        re.sub(r"[^\w\s]", "", normalize_text(cell).casefold().replace("_", " ")).split()
    )


def column_letters(column: int) -> str:
    """Return the spreadsheet letters of a 0-based column."""
    before, last = divmod(column, 26)
    return (column_letters(before - 1) if before else "") + chr(ord("A") + last)


def _head(above: Sequence[str], kind: TableKind) -> str:
    """Return the head of a column: the lowest cell above it that names a role, else the lowest filled cell.

    The head is "" if all cells above the column are empty.
    """
    filled = [cell for cell in reversed(above) if cell]
    known: Iterator[str] = (cell for cell in filled if kind.role_of(normalize_heading(cell)))
    return next(known, filled[0] if filled else "")


def _last_heading_row(cells: Sequence[Sequence[str]], heading: int, kind: TableKind) -> int:
    """Return the last row of a heading that spans several rows, as with merged cells."""
    for row in cells[heading + 1 :]:
        known = any(kind.role_of(normalize_heading(cell)) for cell in row)
        if not known or any(letter.isdigit() for cell in row for letter in cell):
            break
        heading += 1
    return heading


def _is_unknown_heading(table: ColumnTable) -> bool:
    """Return whether unknown words form a heading: none has digits, and one heads a column of numbers."""
    if any(letter.isdigit() for head in table.heads for letter in head):
        return False
    return any(
        sum(map(str.isalpha, head)) > 1
        and head.casefold() not in UNRATED
        and table.cells(at)
        and table.kind(at) == "number"
        for at, head in enumerate(table.heads)
    )
