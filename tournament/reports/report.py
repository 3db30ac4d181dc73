"""What a printed or exported report is: one frozen value, the same for every format.

A definition builds a `Report` from queries; a renderer turns it into bytes. Cells hold raw values
(`-45`, not "−45"); `figures.py` says how each is written. Nothing here reads a clock, a setting
or a database, so the same `Report` always renders to the same page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Protocol


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
    MARK = "mark"
    """A `Mark`, drawn as a sign and exported as a word."""


class Align(Enum):
    """Where a column's text stands."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Mark(Enum):
    """A sign in a column of kind MARK: what is drawn, and the word a data file carries."""

    TICK = ("✓", "yes")
    CROSS = ("✗", "no")

    @property
    def sign(self) -> str:
        """Return the drawn sign."""
        return self.value[0]

    @property
    def word(self) -> str:
        """Return the word for data files."""
        return self.value[1]


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


Value = str | int | float | Mark | None


@dataclass(frozen=True, slots=True)
class Cell:
    """A value that stands out or replaces another; a plain value needs no `Cell`.

    `instead_of` is drawn struck through before the value, as one corrects a figure by hand; while
    the value itself is not known (None) it stands alone in grey. Data files carry the value
    alone.
    """

    value: Value
    emphasis: Emphasis | None = None
    instead_of: Value = None


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table: key for data files, head for people, what it holds.

    `head` stands over the column and may be short on paper; `name` is the full head for
    spreadsheets and CSV (by default the same). `data_only` columns are in xlsx, CSV and JSON but
    not on paper or page. `width` is a hint in characters; without it the content decides.
    """

    key: str
    head: str
    kind: Kind = Kind.TEXT
    name: str = ""
    align: Align | None = None
    width: int | None = None
    data_only: bool = False

    @property
    def full_name(self) -> str:
        """Return the head used where there is room for it."""
        return self.name or self.head

    @property
    def side(self) -> Align:
        """Return the alignment: as told, else text left, marks centred, figures right."""
        if self.align is not None:
            return self.align
        if self.kind is Kind.TEXT:
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


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows. Tables with the same `key` are one list in CSV and JSON.

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
    group_head: str = "Group"
    empty: str = "Nothing to show."
    data_only: bool = False
    """For xlsx, CSV and JSON; paper and page say the same in their own way."""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ReportMistake(
                    f"Table {self.key!r} has {len(self.columns)} columns; "
                    f"a row holds {len(row)} values: {row!r}."
                )
            for column, cell in zip(self.columns, row, strict=True):
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
        return self.heading or self.title

    @property
    def data_groups(self) -> tuple[Group, ...]:
        """Return the groups that belong into data files."""
        return tuple(group for group in self.groups if not group.paper_only)

    @property
    def grouped(self) -> bool:
        """Return whether any group has a title, so that data files need a column for it."""
        return any(group.title for group in self.groups)


class SquareLike(Protocol):
    """What a board drawing needs of one square (`scoring.engine.diagram`)."""

    @property
    def premium(self) -> str | None:
        """Return "DWS", "TLS", ... or None."""

    @property
    def tile(self) -> str | None:
        """Return the tile's face, a blank in lower case, or None."""

    @property
    def value(self) -> int | None:
        """Return the tile's value."""

    @property
    def is_blank(self) -> bool:
        """Return whether the tile is a blank."""

    @property
    def is_last(self) -> bool:
        """Return whether the last play laid the tile."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board diagram: rows of squares, top row first, drawn with coordinates on two sides."""

    squares: tuple[tuple[SquareLike, ...], ...]
    title: str = ""
    key: str = "board"


@dataclass(frozen=True, slots=True)
class Text:
    """Paragraphs under a heading; `marked` draws a bullet before each."""

    paragraphs: tuple[str, ...]
    title: str = ""
    key: str = "notes"
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Columns:
    """Sections side by side, as the two players of a score sheet; data files take them in order.

    `weights` share the width, equally where not given. Each item is one or more sections below
    each other.
    """

    items: tuple[tuple[Section, ...], ...]
    weights: tuple[float, ...] = ()

    @property
    def shares(self) -> tuple[float, ...]:
        """Return the share of the width of each item; they add up to 1."""
        weights = self.weights or (1.0,) * len(self.items)
        return tuple(weight / sum(weights) for weight in weights)


Section = Table | Board | Text | Columns


@dataclass(frozen=True, slots=True)
class Report:
    """One report, ready for any renderer.

    `key` is the definition's file name, `printed_at` is given by whoever asks (local time of the
    event). `division` is empty when the report covers several; `round_number` is 1-based or None.
    `facts` are short label/value pairs for the head of the page ("Board", "4"). `draft` prints
    the word.
    """

    key: str
    title: str
    event: str
    event_slug: str
    printed_at: datetime
    division: str = ""
    round_number: int | None = None
    subtitle: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    sections: tuple[Section, ...] = ()
    notes: tuple[str, ...] = ()
    draft: bool = False
    landscape: bool = False

    @property
    def place(self) -> tuple[str, ...]:
        """Where in the event this belongs: ("Division A", "Round 3"), as far as it is one place."""
        division = division_called(self.division) if self.division else ""
        number = f"Round {self.round_number}" if self.round_number is not None else ""
        return tuple(part for part in (division, number) if part)

    @property
    def flat(self) -> Iterator[Table | Board | Text]:
        """Yield every table, board and text in reading order, columns taken apart."""
        yield from _flat(self.sections)

    @property
    def tables(self) -> Iterator[Table]:
        """Yield every table in reading order."""
        for section in self.flat:
            if isinstance(section, Table):
                yield section


class ReportMistake(ValueError):
    """A definition built something that is not a report: our fault, never the director's."""


class CannotPrint(ValueError):
    """A format cannot show a text as it is; the sentence names the text and the way out."""


def division_called(name: str) -> str:
    """The division as a sentence names it: "Division A"; one that says so itself stays as it is."""
    return name if name.casefold().startswith("division") else f"Division {name}"


def raw(cell: Value | Cell) -> Value:
    """Return the value of a cell, whatever its emphasis."""
    return cell.value if isinstance(cell, Cell) else cell


def old(cell: Value | Cell) -> Value:
    """Return the value a cell replaces, or None."""
    return cell.instead_of if isinstance(cell, Cell) else None


def emphasis(cell: Value | Cell) -> Emphasis | None:
    """Return how a cell stands out, or None."""
    return cell.emphasis if isinstance(cell, Cell) else None


def _flat(sections: tuple[Section, ...]) -> Iterator[Table | Board | Text]:
    for section in sections:
        if isinstance(section, Columns):
            for item in section.items:
                yield from _flat(item)
        else:
            yield section


_TYPES: dict[Kind, tuple[type, ...]] = {
    Kind.TEXT: (str,),
    Kind.INTEGER: (int,),
    Kind.SPREAD: (int,),
    Kind.SCORE: (int,),
    Kind.RECORD: (int, float),
    Kind.MARK: (Mark,),
}
