"""Which column of a table is what: by its heading, or else by the contents of its cells.

Lists of players and lists of results are read by the same code; each `TableKind` has its own roles and words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tournament.engine.message import Message
from tournament.engine.roster import clean
from tournament.engine.roster_rating import UNRATED

DEEPEST_HEADING = 15
"""A heading stands within the first rows, or there is none."""
LOOKED_AT = 200
"""Rows that show what a column holds."""
MAX_COLUMNS = 50
WHOLE = re.compile(r"-?\d{1,4}(?:\.0)?", re.ASCII)

Columns = tuple[str, ...]
"""The role of each column; empty for one that is left out."""


@dataclass(frozen=True, slots=True)
class TableKind:
    """What a list is of: the roles that its columns can have, and how they are found."""

    key: str
    roles: tuple[str, ...]
    role_of: Callable[[str], str]
    """The role that a heading names (see `head_word`); empty for any other."""
    is_heading: Callable[[Sequence[str], Sequence[str]], bool]
    """Whether a row is the heading, given the role that each of its cells names, and the cells."""


@dataclass(frozen=True, slots=True)
class ColumnTable:
    """Cells of text, with the first and last row of the heading (from 0; -1 for none) and a head for each column."""

    rows: tuple[tuple[str, ...], ...]
    first: int = -1
    last: int = -1
    heads: tuple[str, ...] = ()
    is_named: bool = False
    """Whether the heading has words that name roles."""

    @property
    def body(self) -> tuple[tuple[str, ...], ...]:
        """The rows below the heading."""
        return self.rows[self.last + 1 :]

    @property
    def width(self) -> int:
        """How many columns there are."""
        return min(MAX_COLUMNS, max(map(len, self.rows), default=0))

    def cells(self, at: int) -> list[str]:
        """What stands in the column, in the rows that are looked at."""
        return [cell for row in self.body[:LOOKED_AT] if (cell := "".join(row[at : at + 1]))]

    def kind(self, at: int) -> str:
        """What most cells of the column are: `number`, `text`, or empty for neither."""
        cells = self.cells(at)
        if 2 * sum(bool(WHOLE.fullmatch(cell)) for cell in cells) > len(cells):
            return "number"
        letters = sum(any(map(str.isalpha, cell)) for cell in cells)
        return "text" if 2 * letters > len(cells) else ""

    @property
    def outline(self) -> str:
        """The heads, or else how many columns there are: what stays when rows are taken out."""
        words = [head_word(head) for head in self.heads]
        words += [""] * (self.width - len(words))
        return "|".join(words) if any(words) else str(self.width)

    @property
    def shape(self) -> str:
        """What tables of the same make have in common: their heads, or else the number and kinds of their columns."""
        if any(map(head_word, self.heads)):
            return self.outline
        columns = [self.cells(at) for at in range(self.width)]
        figures = [sum(not any(map(str.isalpha, cell)) for cell in cells) for cells in columns]
        return "|".join(
            "number" if 2 * count > len(cells) else "text" if cells else ""
            for count, cells in zip(figures, columns, strict=True)
        )

    @property
    def unnamed(self) -> list[int]:
        """The columns with something in their cells and no heading over them."""
        return [
            at
            for at in range(self.width)
            if not "".join(self.heads[at : at + 1]) and self.cells(at)
        ]


def table_of(rows: Sequence[Sequence[str]], kind: TableKind) -> ColumnTable:
    """The rows as a table of that kind, its heading found."""
    cells = tuple(tuple(clean(cell).replace("\t", " ") for cell in row) for row in rows)
    for first, row in enumerate(cells[:DEEPEST_HEADING]):
        if kind.is_heading([kind.role_of(head_word(cell)) for cell in row], row):
            last = _last_of_heading(cells, first, kind)
            above = cells[first : last + 1]
            heads = tuple(
                _head([row[at] for row in above if row[at:]], kind)
                for at in range(max(map(len, above)))
            )
            return ColumnTable(cells, first, last, heads, is_named=True)
    first = next((at for at, row in enumerate(cells) if any(row)), -1)
    table = ColumnTable(cells, first, first, cells[first] if first >= 0 else ())
    return table if _names_columns(table) else ColumnTable(cells)


def places(columns: Sequence[str]) -> dict[str, int]:
    """The index of the column of each role."""
    return {role: at for at, role in reversed([*enumerate(columns)]) if role}


def each_once(columns: Sequence[str]) -> tuple[Columns, list[Message]]:
    """The columns with every role given once, to the first that has it, and what is left out for that."""
    first = places(columns)
    notes = [
        Message("column_doubled", first=letter(first[role]), other=letter(at))
        for at, role in enumerate(columns)
        if role and first[role] != at
    ]
    return tuple(
        role if role and first[role] == at else "" for at, role in enumerate(columns)
    ), notes


def head_word(cell: str) -> str:
    """A heading without its case, its marks and blanks that do not matter."""
    return " ".join(re.sub(r"[^\w\s]", "", clean(cell).casefold().replace("_", " ")).split())


def letter(column: int) -> str:
    """What a spreadsheet calls a column, counted from 0."""
    before, last = divmod(column, 26)
    return (letter(before - 1) if before else "") + chr(ord("A") + last)


def _head(above: Sequence[str], kind: TableKind) -> str:
    """What names a column: the lowest cell over it that means something here, else the lowest."""
    filled = [cell for cell in reversed(above) if cell]
    known: Iterator[str] = (cell for cell in filled if kind.role_of(head_word(cell)))
    return next(known, filled[0] if filled else "")


def _last_of_heading(cells: Sequence[Sequence[str]], heading: int, kind: TableKind) -> int:
    """The last row of a heading that goes over several, as under merged cells."""
    for row in cells[heading + 1 :]:
        known = any(kind.role_of(head_word(cell)) for cell in row)
        if not known or any(letter.isdigit() for cell in row for letter in cell):
            break
        heading += 1
    return heading


def _names_columns(table: ColumnTable) -> bool:
    """Whether words nobody knows here are a heading: no digits in them, and figures below one of them."""
    if any(letter.isdigit() for head in table.heads for letter in head):
        return False
    return any(
        sum(map(str.isalpha, head)) > 1
        and head.casefold() not in UNRATED
        and table.cells(at)
        and table.kind(at) == "number"
        for at, head in enumerate(table.heads)
    )
