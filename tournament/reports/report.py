"""What a printed or exported report is: one frozen value, the same for every format.

A definition builds a `Report` from queries; a renderer turns it into bytes. Nothing here reads a
clock, a setting or a database, so the same `Report` always renders to the same page. Tables, cards
and drawings have modules of their own and are offered here with the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.translation import gettext as _

from tournament.reports.cards import Card, CardField, CardLine, Cards, Size
from tournament.reports.drawing import Drawing
from tournament.reports.tables import (
    Align,
    Cell,
    Column,
    Emphasis,
    Group,
    Kind,
    Look,
    Mark,
    ReportMistake,
    Row,
    Table,
    Value,
    emphasis,
    join_tables,
    old,
    raw,
    sparing,
)

__all__ = [
    "Align",
    "BoardDrawing",
    "Card",
    "CardField",
    "CardLine",
    "Cards",
    "Cell",
    "Chart",
    "Column",
    "Columns",
    "Drawing",
    "Emphasis",
    "Group",
    "Kind",
    "Look",
    "Mark",
    "Picture",
    "Report",
    "ReportMistake",
    "Row",
    "Section",
    "Sheet",
    "Sheets",
    "Size",
    "SquareLike",
    "Table",
    "Text",
    "Value",
    "division_called",
    "emphasis",
    "old",
    "raw",
    "sparing",
]  # fmt: skip


class SquareLike(Protocol):
    """What a board drawing needs of one square (`scoring.engine.board.diagram`)."""

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
class BoardDrawing:
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


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture as a workbook draws it: from the cells of the table that follows the picture.

    `of_rows` draws a line for each of so many rows, called by the column `names`, over `columns`;
    0 draws one for each of `columns`, over the values of `names`. With `ranks` 1 stands on top.
    `shaded` shades the cells of `columns` themselves, the darker the higher the figure. Not
    `from_nought` begins a little below the lowest figure.
    """

    names: str
    columns: tuple[str, ...]
    of_rows: int = 0
    bars: bool = False
    ranks: bool = False
    shaded: bool = False
    from_nought: bool = True


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing; the figures it shows stand in a table beside it, for data files and for readers.

    `width` is how wide it is on paper in points; 0 takes the room there is. With a `chart` the
    workbook has it too, beside the table that follows.
    """

    drawing: Drawing
    title: str = ""
    key: str = "picture"
    width: float = 0.0
    chart: Chart | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One of several papers of a kind, under a title and facts of its own.

    A `code` is the address of a QR code beside the title.
    """

    title: str
    sections: tuple[Section, ...]
    facts: tuple[tuple[str, str], ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class Sheets:
    """Papers of one kind, `across` and at most so many `down` a page; scorecards.

    There are lines to cut along where a page holds several. Tables of one key are one in data
    files, what their title names in the first column (`Table.part`).
    """

    sheets: tuple[Sheet, ...]
    across: int = 1
    down: int = 1

    @property
    def items(self) -> tuple[tuple[Section, ...], ...]:
        """Return the sections of each."""
        return tuple(sheet.sections for sheet in self.sheets)


Section = Table | BoardDrawing | Text | Picture | Cards | Columns | Sheets
Flat = Table | BoardDrawing | Text | Picture | Cards


@dataclass(frozen=True, slots=True)
class Report:
    """One report, ready for any renderer.

    `key` is the definition's file name, `printed_at` is given by whoever asks (local time of the
    event). `division` is empty when the report covers several; `round_number` is 1-based or None.
    `facts` are short label/value pairs for the head of the page ("BoardDrawing", "4"). `board` is the board
    of a report on one game, for the name of its file. `draft` prints the word.

    Whoever builds it does so in the language of its reader; renderers add only what belongs to
    their format ("Printed", "Page 1 of 3").
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
    board: str = ""
    sections: tuple[Section, ...] = ()
    notes: tuple[str, ...] = ()
    chain_head: str = ""
    """How far the event's log goes, as papers say it; then `printed_at` is when its last entry was made."""
    revision: str = ""
    """Which print of this paper it is, where there was one before; it stands at the foot."""
    to_printer: bool = False
    """Whether the file opens the dialog of the printer when it is looked at."""
    draft: bool = False
    landscape: bool = False
    logo: bytes = b""
    """A picture (PNG or JPEG) for the head of the page, such as the club's."""
    sponsor: str = ""
    """A line of the event's sponsors, for the head of papers, slips, badges and certificates."""
    colour: str = ""
    """The event's own colour for rules, as "#1f5fa8"; empty: the usual one."""
    language: str = ""
    """The language the event chose for its papers; empty: that of whoever asks."""
    second_language: str = ""
    """The language that stands beside it; empty: none."""
    separator: str = ","
    """What stands between the fields of a CSV file; behind a semicolon numbers have a decimal comma."""
    code: str = ""
    """The address of a QR code in the head of the first page."""
    for_hall: bool = False
    """To be read on a wall: set at 11 points or more."""
    plain: bool = False
    """Without head and foot: cards and signs fill their paper."""
    parts: tuple[Report, ...] = ()
    """A bundle: reports one after the other, each with its own head, the pages counted through."""

    @property
    def place(self) -> tuple[str, ...]:
        """Where in the event this belongs: ("Division A", "Round 3"), as far as it is one place."""
        division = division_called(self.division) if self.division else ""
        number = ""
        if self.round_number is not None:
            number = _("Round {number}").format(number=self.round_number)
        return tuple(part for part in (division, number) if part)

    @property
    def leaves(self) -> tuple[Report, ...]:
        """Return the reports of a bundle in order, or the report itself."""
        return tuple(leaf for part in self.parts for leaf in part.leaves) or (self,)

    @property
    def flat(self) -> Iterator[Flat]:
        """Yield everything in reading order, columns and sheets taken apart."""
        yield from _flat(self.sections)

    @property
    def tables(self) -> Iterator[Table]:
        """Yield every table in reading order, that of cards too."""
        for section in self.flat:
            if isinstance(section, Table):
                yield section
            elif isinstance(section, Cards):
                yield section.table

    @property
    def data(self) -> Iterator[Table | BoardDrawing | Text]:
        """Yield what data files carry: the tables of sheets joined, cards as a table, no pictures."""
        yield from _data(self.sections)


def division_called(name: str) -> str:
    """The division as a sentence names it: "Division A"; one that says so itself stays as it is."""
    return (
        name if name.casefold().startswith("division") else _("Division {name}").format(name=name)
    )


def _flat(sections: tuple[Section, ...]) -> Iterator[Flat]:
    for section in sections:
        if isinstance(section, Columns | Sheets):
            for item in section.items:
                yield from _flat(item)
        else:
            yield section


def _data(sections: tuple[Section, ...]) -> Iterator[Table | BoardDrawing | Text]:
    for section in sections:
        if isinstance(section, Columns):
            for item in section.items:
                yield from _data(item)
        elif isinstance(section, Sheets):
            tables: dict[str, list[Table]] = {}
            for item in section.items:
                for part in _data(item):
                    if isinstance(part, Table):
                        tables.setdefault(part.key, []).append(part)
            yield from map(join_tables, tables.values())
        elif isinstance(section, Cards):
            yield section.table
        elif not isinstance(section, Picture):
            yield section
