"""The tables of reports: columns, rows and their layout on paper.

Cells contain raw values (`-45`, not "−45"); `figures.py` formats them. The key of a column never
changes; its heading is in the language of the report.
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
    """A definition built an invalid report: a mistake in the program, not the director's."""


class Kind(Enum):
    """The type of a column, which determines its alignment, format and type in a spreadsheet."""

    TEXT = "text"
    """Names, words, squares."""
    INTEGER = "integer"
    """A count or a rank: 3."""
    SPREAD = "spread"
    """A signed margin: +212, −45, 0."""
    SCORE = "score"
    """Points: 412; a negative total is legal: −5."""
    RECORD = "record"
    """Wins with ties as halves: 6.5, shown as 6½."""
    AVERAGE = "average"
    """A mean or a percentage with one decimal: 412.3."""
    MONEY = "money"
    """An amount of money with two decimals: 12.50."""
    DATE = "date"
    """A date; a date value in workbooks, 2026-10-03 for programs."""
    MOMENT = "moment"
    """A date and time, in the event's local time."""
    MARK = "mark"
    """A `Mark`, drawn as a sign and exported as a word."""


class Align(Enum):
    """The alignment of a column's text."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Look(Enum):
    """The ruled lines of a table on paper."""

    OPEN = "open"
    """Rules between groups of rows only."""
    GRID = "grid"
    """A line around every cell, to write in it or to find a square."""


class Mark(Enum):
    """A sign in a column of kind MARK, with the word for data files."""

    TICK = ("✓", _("yes"))
    CROSS = ("✗", _("no"))

    @property
    def sign(self) -> str:
        """Return the sign for readers."""
        return self.value[0]

    @property
    def word(self) -> str:
        """Return the word for data files and workbooks, in the current language."""
        return gettext(self.value[1])


class Emphasis(Enum):
    """The emphasis of a cell on paper; data files contain the value only."""

    DIFFERENCE = "difference"
    """Amber and bold, with shading visible in black and white; for right-aligned figures only."""
    TICK = "tick"
    """A tick in place of the figure, such as a difference of 0 between announced and correct score."""
    STRONG = "strong"
    """Bold: a total or a winner."""
    QUIET = "quiet"
    """Grey: a turn without a play."""


Value = str | int | float | dt.date | Mark | None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with emphasis, or with a value that replaces another; a plain value needs no `Cell`.

    `instead_of`, in right-aligned columns only, is drawn struck through before the value, like a correction
    by hand; while the value is unknown (None), it is drawn alone in grey. Data files contain the value only.
    `shown` is the text for readers if one figure is not enough.

    `formula` is the formula for workbooks, without "=": `{row}` is replaced by the cell's row, and
    `[[title]]` by the sheet of the table with that title.
    """

    value: Value
    emphasis: Emphasis | None = None
    instead_of: Value = None
    formula: str = ""
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its key for data files, its head for readers, and its kind.

    `head` may be short on paper; `name` is the full head for spreadsheets and CSV (by default the same).
    Both may be lazy translations, which the `Table` evaluates when it is made. `data_only` columns appear
    in xlsx, CSV and JSON only. `width` is a hint in characters, by default determined by the content.
    """

    key: str
    head: StrOrPromise
    kind: Kind = Kind.TEXT
    name: StrOrPromise = ""
    align: Align | None = None
    width: int | None = None
    data_only: bool = False
    wraps: bool = True
    """Whether its text may wrap; False for texts such as records."""

    @property
    def heading(self) -> str:
        """Return the head for paper and pages."""
        return str(self.head)

    @property
    def full_name(self) -> str:
        """Return the full head, used where there is room for it."""
        return str(self.name or self.head)

    def with_evaluated_heads(self) -> Column:
        """Return the column with its heads, which may be lazy translations, as strings in the current language."""
        return replace(self, head=self.heading, name=str(self.name))

    @property
    def alignment(self) -> Align:
        """Return the alignment: as given, or by default left for text, centred for marks, right for figures."""
        if self.align is not None:
            return self.align
        if self.kind in (Kind.TEXT, Kind.DATE, Kind.MOMENT):
            return Align.LEFT
        return Align.CENTRE if self.kind is Kind.MARK else Align.RIGHT


Row = tuple[Value | Cell, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together, with a rule between groups and an optional title above the rows."""

    rows: tuple[Row, ...]
    title: str = ""
    paper_only: bool = False
    """Whether data files omit the rows, such as totals."""
    heading: str = ""
    """The title for readers only; data files do not contain it."""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows. Tables with the same `key` form one list in CSV and JSON.

    A text may contain line breaks; its cell then has several lines. `title` is shown above the table,
    or `heading` instead if given. `part` is what the title names if a report has several tables with
    one key ("Division", "Player"); data files then contain it as the first column.

    Raise `ReportMistake` if a row does not fit the columns.
    """

    key: str
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    title: str = ""
    heading: str = ""
    part: str = ""
    group_head: str = ""
    """The column heading for the titles of groups; empty for the default, "Group"."""
    empty: str = ""
    """The message if there are no rows; empty for the default, "Nothing to show"."""
    data_only: bool = False
    """Whether it appears in xlsx, CSV and JSON only."""
    untitled: bool = False
    """Whether the title appears in data files only."""
    look: Look = Look.OPEN
    repeat: int = 0
    """Number of leading columns repeated on every sheet of a wide table; with 0, the type shrinks instead."""
    row_height: float = 0.0
    """Minimum row height on paper in points, as room for writing by hand."""

    def __post_init__(self) -> None:
        words: dict[str, object] = {
            "columns": tuple(column.with_evaluated_heads() for column in self.columns),
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
                # A fast path: an event's papers can have half a million cells, most of them plain values.
                if cell is not None and type(cell) not in kinds[place]:
                    self._check_cell(self.columns[place], cell)

    def _check_cell(self, column: Column, cell: Value | Cell) -> None:
        for value in (cell_value(cell), replaced_value(cell)):
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
        """Return the title shown to readers."""
        return "" if self.untitled else self.heading or self.title

    @property
    def data_groups(self) -> tuple[Group, ...]:
        """Return the groups included in data files."""
        return tuple(group for group in self.groups if not group.paper_only)

    @property
    def has_group_titles(self) -> bool:
        """Return whether any group has a title, so that data files need a column for it."""
        return any(group.title for group in self.groups)


def hide_columns_if_empty(table: Table, *keys: str) -> Table:
    """Return the table with each named column that is empty in every row marked as for data files only."""
    empty = {
        column.key
        for place, column in enumerate(table.columns)
        if column.key in keys and all(cell_value(row[place]) in (None, "") for row in table.rows)
    }
    columns = (
        replace(column, data_only=True) if column.key in empty else column
        for column in table.columns
    )
    return replace(table, columns=tuple(columns))


def join_tables(tables: Sequence[Table]) -> Table:
    """Return tables with the same key as one, with a first column for their titles if `part` is set."""
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


def cell_value(cell: Value | Cell) -> Value:
    """Return the value of a cell; a plain value is returned as it is."""
    return cell.value if isinstance(cell, Cell) else cell


def replaced_value(cell: Value | Cell) -> Value:
    """Return the value that a cell replaces, or None if it replaces none."""
    return cell.instead_of if isinstance(cell, Cell) else None


def cell_emphasis(cell: Value | Cell) -> Emphasis | None:
    """Return the emphasis of a cell, or None if it has none."""
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
