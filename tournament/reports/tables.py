"""A table of a report: what its columns hold, its rows, and how it is set on paper.

Cells hold raw values (`-45`, not "−45"); `figures.py` says how each is written. A column has a key,
which never changes, and a heading in the language in which the report is built.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class ReportMistake(ValueError):
    """A definition built something that is not a report: our fault, never the director's."""


class Kind(Enum):
    """What a column holds; decides its alignment, its wording and its type in a spreadsheet."""

    TEXT = "text"
    """Names, words, squares."""
    INTEGER = "integer"
    """A count or a rank: 3."""
    SPREAD = "spread"
    """A signed margin: +212, −45, 0."""
    SCORE = "score"
    """Points: 412; a negative total is legal: −5."""
    RECORD = "record"
    """Wins with ties as a half: 6.5, written 6½."""
    AVERAGE = "average"
    """A mean or a share in percent, written with one decimal: 412.3."""
    MONEY = "money"
    """An amount in the event's own money, written with two decimals: 12.50."""
    DATE = "date"
    """A day; a date in a workbook, 2026-10-03 for programs."""
    MOMENT = "moment"
    """A day and a time, in the event's local time."""
    MARK = "mark"
    """A `Mark`, drawn as a sign and exported as a word."""


class Align(Enum):
    """Where a column's text stands."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Look(Enum):
    """How a table is ruled on paper."""

    OPEN = "open"
    """Rules between groups of rows only."""
    GRID = "grid"
    """A line round every cell: to write in, or to find one's square."""


class Mark(Enum):
    """A sign in a column of kind MARK: what is drawn, and the word a data file carries."""

    TICK = ("✓", _("yes"))
    CROSS = ("✗", _("no"))

    @property
    def sign(self) -> str:
        """Return the drawn sign."""
        return self.value[0]

    @property
    def word(self) -> str:
        """Return the word for data files and workbooks, in the language of now."""
        return gettext(self.value[1])


class Emphasis(Enum):
    """How one cell stands out on paper; data files carry the value alone."""

    DIFFERENCE = "difference"
    """Amber and bold, shaded so that it shows in black and white too."""
    TICK = "tick"
    """Drawn as a tick instead of the figure: this agrees with the figure before it."""
    STRONG = "strong"
    """Bold: a total, a winner."""
    QUIET = "quiet"
    """Grey: what was not a play."""


Value = str | int | float | dt.date | Mark | None


@dataclass(frozen=True, slots=True)
class Cell:
    """A value that stands out or replaces another; a plain value needs no `Cell`.

    `instead_of` is drawn struck through before the value, as one corrects a figure by hand; while
    the value itself is not known (None) it stands alone in grey. Data files carry the value
    alone. `shown` is what readers see in the place of the value, where one figure is not enough.

    `formula` is what a workbook works out in the place of the value, without "=": `{row}` stands
    for the cell's own row, `[[title]]` for the sheet of the table of that title.
    """

    value: Value
    emphasis: Emphasis | None = None
    instead_of: Value = None
    formula: str = ""
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table: key for data files, head for people, what it holds.

    `head` stands over the column and may be short on paper; `name` is the full head for
    spreadsheets and CSV (by default the same). Both may be translated lazily: a `Table` says them in
    the language of its making. `data_only` columns are in xlsx, CSV and JSON but
    not on paper or page. `width` is a hint in characters; without it the content decides.
    """

    key: str
    head: StrOrPromise
    kind: Kind = Kind.TEXT
    name: StrOrPromise = ""
    align: Align | None = None
    width: int | None = None
    data_only: bool = False
    wraps: bool = True
    """A text that has to stay in one line, such as a record, says no."""

    @property
    def heading(self) -> str:
        """Return the head that stands over the column on paper and page."""
        return str(self.head)

    @property
    def full_name(self) -> str:
        """Return the head used where there is room for it."""
        return str(self.name or self.head)

    def in_words(self) -> Column:
        """Return the column with its heads as plain text in the language of now."""
        return replace(self, head=self.heading, name=str(self.name))

    @property
    def side(self) -> Align:
        """Return the alignment: as told, else text left, marks centred, figures right."""
        if self.align is not None:
            return self.align
        if self.kind in (Kind.TEXT, Kind.DATE, Kind.MOMENT):
            return Align.LEFT
        return Align.CENTRE if self.kind is Kind.MARK else Align.RIGHT


Row = tuple[Value | Cell, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together: a rule between groups, the title (if any) above the rows."""

    rows: tuple[Row, ...]
    title: str = ""
    paper_only: bool = False
    """A line of totals for readers; data files carry the figure elsewhere or let others add up."""
    heading: str = ""
    """The title for readers; data files have no column for it."""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows. Tables with the same `key` are one list in CSV and JSON.

    A text may hold line breaks: its cell then has several lines.

    `title` stands above the table, in `heading`'s words where those are given. `part` says what the
    title names when a report holds several tables of one key ("Division", "Player"): data files then
    carry it as the first column.
    Raises `ReportMistake` when a row does not fit the columns.
    """

    key: str
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    title: str = ""
    heading: str = ""
    part: str = ""
    group_head: str = ""
    """What the titles of the groups name; "Group" when nothing is given."""
    empty: str = ""
    """What is said where there are no rows; "Nothing to show." when nothing is given."""
    data_only: bool = False
    """For xlsx, CSV and JSON; paper and page say the same in their own way."""
    untitled: bool = False
    """The title is for data files: on paper and page it stands above already."""
    look: Look = Look.OPEN
    repeat: int = 0
    """So many columns begin every sheet of a table too wide for one; without them type shrinks."""
    row_height: float = 0.0
    """Rows at least so high on paper, in points: room to write by hand."""

    def __post_init__(self) -> None:
        words: dict[str, object] = {
            "columns": tuple(column.in_words() for column in self.columns),
            "groups": tuple(group for group in self.groups if group.rows or group.title),
            "group_head": self.group_head or gettext("Group"),
            "empty": self.empty or gettext("Nothing to show."),
        }
        for name, value in words.items():
            object.__setattr__(self, name, value)
        kinds = [_TYPES[column.kind] for column in self.columns]
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ReportMistake(
                    f"Table {self.key!r} has {len(self.columns)} columns; "
                    f"a row holds {len(row)} values: {row!r}."
                )
            for place, cell in enumerate(row):
                # half a million of these in the papers of one event: most are plain values
                if cell is not None and type(cell) not in kinds[place]:
                    self._check(self.columns[place], cell)

    def _check(self, column: Column, cell: Value | Cell) -> None:
        for value in (raw(cell), old(cell)):
            if value is not None and type(value) not in _TYPES[column.kind]:
                raise ReportMistake(
                    f"Column {column.key!r} of table {self.key!r} holds "
                    f"{column.kind.value}; got {value!r}."
                )

    @property
    def rows(self) -> Iterator[Row]:
        """Yield every row of every group."""
        for group in self.groups:
            yield from group.rows

    @property
    def shown_title(self) -> str:
        """Return what stands above the table for readers."""
        return "" if self.untitled else self.heading or self.title

    @property
    def data_groups(self) -> tuple[Group, ...]:
        """Return the groups that belong into data files."""
        return tuple(group for group in self.groups if not group.paper_only)

    @property
    def grouped(self) -> bool:
        """Return whether any group has a title, so that data files need a column for it."""
        return any(group.title for group in self.groups)


def sparing(table: Table, *keys: str) -> Table:
    """Return the table without those of these columns that are empty, on paper and page."""
    empty = {
        column.key
        for place, column in enumerate(table.columns)
        if column.key in keys and all(raw(row[place]) in (None, "") for row in table.rows)
    }
    columns = (
        replace(column, data_only=True) if column.key in empty else column
        for column in table.columns
    )
    return replace(table, columns=tuple(columns))


def join_tables(tables: Sequence[Table]) -> Table:
    """Tables of one key as one, what their titles name as the first column where `part` says it."""
    lead = tables[0]
    if not lead.part:
        return replace(lead, groups=tuple(group for table in tables for group in table.groups))
    first = Column(lead.part.lower().replace(" ", "_"), lead.part)
    groups = tuple(
        replace(group, rows=tuple((table.title, *row) for row in group.rows))
        for table in tables
        for group in table.groups
    )
    return replace(
        lead, columns=(first, *lead.columns), groups=groups, title="", heading="", part=""
    )


def raw(cell: Value | Cell) -> Value:
    """Return the value of a cell, whatever its emphasis."""
    return cell.value if isinstance(cell, Cell) else cell


def old(cell: Value | Cell) -> Value:
    """Return the value a cell replaces, or None."""
    return cell.instead_of if isinstance(cell, Cell) else None


def emphasis(cell: Value | Cell) -> Emphasis | None:
    """Return how a cell stands out, or None."""
    return cell.emphasis if isinstance(cell, Cell) else None


_TYPES: dict[Kind, tuple[type, ...]] = {
    Kind.TEXT: (str,),
    Kind.INTEGER: (int,),
    Kind.SPREAD: (int,),
    Kind.SCORE: (int,),
    Kind.RECORD: (int, float),
    Kind.AVERAGE: (int, float),
    Kind.MONEY: (int, float),
    Kind.DATE: (dt.date,),
    Kind.MOMENT: (dt.datetime,),
    Kind.MARK: (Mark,),
}
