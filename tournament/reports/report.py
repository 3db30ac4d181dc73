"""Reports as frozen values, the same for every format.

A definition builds a `Report` from queries; a renderer turns it into bytes. Nothing here reads a
clock, a setting or the database, so that equal reports always render to equal files. Tables, cards
and drawings have modules of their own and are re-exported here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.translation import gettext as _

from tournament.reports.cards import Card, CardField, CardLine, Cards, FontSize
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
    cell_emphasis,
    cell_value,
    hide_columns_if_empty,
    join_tables,
    replaced_value,
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
    "Emphasis",
    "FontSize",
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
    "SquareLike",
    "Table",
    "Text",
    "Value",
    "cell_emphasis",
    "cell_value",
    "division_title",
    "hide_columns_if_empty",
    "replaced_value",
]  # fmt: skip


class SquareLike(Protocol):
    """The attributes of a square that a board drawing uses (`scoring.engine.board.diagram`)."""

    @property
    def premium(self) -> str | None:
        """Return "DWS", "TLS" or the like, or None for an ordinary square."""

    @property
    def tile(self) -> str | None:
        """Return the tile's face, a blank in lower case, or None if the square is empty."""

    @property
    def value(self) -> int | None:
        """Return the tile's value, or None if there is none."""

    @property
    def is_blank(self) -> bool:
        """Return whether the tile is a blank."""

    @property
    def is_last(self) -> bool:
        """Return whether the last play laid the tile."""


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """A board diagram: rows of squares from top to bottom, with coordinates on two sides."""

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
    """Sections side by side, such as the players of a score sheet; data files contain them in order.

    `weights` divide the width, by default equally. Each item is one or more sections, one below another.
    """

    items: tuple[tuple[Section, ...], ...]
    weights: tuple[float, ...] = ()

    @property
    def shares(self) -> tuple[float, ...]:
        """Return the fraction of the width for each item; they add up to 1."""
        weights = self.weights or (1.0,) * len(self.items)
        return tuple(weight / sum(weights) for weight in weights)


@dataclass(frozen=True, slots=True)
class Chart:
    """The workbook chart of a picture, drawn from the cells of the following table.

    With `of_rows`, there is a line for each of the first `of_rows` rows, named by the column
    `names`, over `columns`; with 0, one for each of `columns` over the values of `names`. `bars`
    draws bars instead of lines. `ranks` puts 1 at the top. `shaded` shades the cells of `columns`
    instead, darker for higher figures. Unless `from_nought`, the axis starts slightly below the
    lowest figure.
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
    """A drawing in a report. A table beside it contains its figures for data files and readers.

    `width` is its width on paper in points; 0 uses the available width. With `chart`, workbooks show a
    chart beside the following table.
    """

    drawing: Drawing
    title: str = ""
    key: str = "picture"
    width: float = 0.0
    chart: Chart | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One of several papers of a kind, with its own title and facts.

    `code` is the address encoded in a QR code beside the title.
    """

    title: str
    sections: tuple[Section, ...]
    facts: tuple[tuple[str, str], ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class Sheets:
    """Papers of one kind, such as scorecards, at most `down` on a page.

    Pages with several papers have lines to cut along. In data files, tables with the same key are
    joined, with a first column for their titles (`Table.part`).
    """

    sheets: tuple[Sheet, ...]
    down: int = 1

    @property
    def items(self) -> tuple[tuple[Section, ...], ...]:
        """Return the sections of each paper."""
        return tuple(sheet.sections for sheet in self.sheets)


Section = Table | BoardDrawing | Text | Picture | Cards | Columns | Sheets
Flat = Table | BoardDrawing | Text | Picture | Cards


@dataclass(frozen=True, slots=True)
class Report:
    """One report, ready for any renderer.

    `key` is the name of the definition's file; `printed_at` is given by the caller in the event's local
    time. `division` is empty if the report covers several; `round_number` is 1-based or None. `facts`
    are short label/value pairs for the head of the page ("Board", "4"). `board` is the board of a report
    on one game, for the name of its file. `draft` prints the word "draft".

    The wording is in the language of the reader; renderers add only the words of their format ("Printed",
    "Page 1 of 3").
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
    """The end of the event's log as printed on papers; `printed_at` is then the time of its last entry."""
    revision: str = ""
    """The text about the revision of a paper, for its footer; empty for the first print."""
    to_printer: bool = False
    """Whether the file opens the print dialog when viewed."""
    draft: bool = False
    landscape: bool = False
    logo: bytes = b""
    """The logo for the head of the page, as PNG or JPEG; empty for none."""
    sponsor: str = ""
    """The sponsor line of the event, for the head of papers, slips, badges and certificates."""
    colour: str = ""
    """The event's colour for rules, such as "#1f5fa8"; empty for the default."""
    language: str = ""
    """The language chosen for the event's papers; empty for the current one."""
    second_language: str = ""
    """The second language beside `language`; empty for none."""
    separator: str = ","
    """The separator of CSV fields. With a semicolon, numbers have a decimal comma."""
    code: str = ""
    """The address of a QR code in the head of the first page."""
    for_hall: bool = False
    """Whether the report is to be read on a wall, and is therefore printed at 11 points or more."""
    plain: bool = False
    """Whether the report has neither head nor footer, like cards and signs that fill the paper."""
    parts: tuple[Report, ...] = ()
    """The reports of a bundle in order, each with its own head; pages are numbered throughout."""

    @property
    def division_and_round(self) -> tuple[str, ...]:
        """Return the division and the round, such as ("Division A", "Round 3"), leaving out what is unknown."""
        division = division_title(self.division) if self.division else ""
        number = ""
        if self.round_number is not None:
            number = _("Round {number}").format(number=self.round_number)
        return tuple(part for part in (division, number) if part)

    @property
    def leaves(self) -> tuple[Report, ...]:
        """Return the reports of a bundle in order, or the report itself."""
        return tuple(leaf for part in self.parts for leaf in part.leaves) or (self,)

    @property
    def flattened_sections(self) -> Iterator[Flat]:
        """Yield all sections in reading order, with columns and sheets flattened."""
        yield from _flattened_sections(self.sections)

    @property
    def tables(self) -> Iterator[Table]:
        """Yield every table in reading order, including those of cards."""
        for section in self.flattened_sections:
            if isinstance(section, Table):
                yield section
            elif isinstance(section, Cards):
                yield section.table

    @property
    def data_sections(self) -> Iterator[Table | BoardDrawing | Text]:
        """Yield the content of data files: joined tables of sheets, cards as tables, no pictures."""
        yield from _data_sections(self.sections)


def division_title(name: str) -> str:
    """Return a division's name for use in a sentence: "Division A"; "Division" is not added twice."""
    return (
        name if name.casefold().startswith("division") else _("Division {name}").format(name=name)
    )


def _flattened_sections(sections: tuple[Section, ...]) -> Iterator[Flat]:
    for section in sections:
        if isinstance(section, Columns | Sheets):
            for item in section.items:
                yield from _flattened_sections(item)
        else:
            yield section


def _data_sections(sections: tuple[Section, ...]) -> Iterator[Table | BoardDrawing | Text]:
    for section in sections:
        if isinstance(section, Columns):
            for item in section.items:
                yield from _data_sections(item)
        elif isinstance(section, Sheets):
            tables: dict[str, list[Table]] = {}
            for item in section.items:
                for part in _data_sections(item):
                    if isinstance(part, Table):
                        tables.setdefault(part.key, []).append(part)
            yield from map(join_tables, tables.values())
        elif isinstance(section, Cards):
            yield section.table
        elif not isinstance(section, Picture):
            yield section
