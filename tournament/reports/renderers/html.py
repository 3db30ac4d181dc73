"""Reports as HTML: a fragment for the site, or a complete file."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import ascii_uppercase

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.wording.engine import premium_abbreviation
from tournament.reports.drawing import Drawing, Svg, qr_code
from tournament.reports.figures import footer_text, format_cell, format_old_value
from tournament.reports.paper import Paper
from tournament.reports.renderer import Renderer
from tournament.reports.report import (
    BoardDrawing,
    Card,
    CardField,
    Cards,
    Column,
    Columns,
    Look,
    Picture,
    Report,
    Row,
    Section,
    Sheet,
    Sheets,
    Table,
    cell_emphasis,
)

STYLESHEET = "tournament/reports.css"
"""The static style sheet of reports. Pages with a fragment link it; complete files contain it."""


class Html(Renderer):
    """For reading on a screen and for sending: one self-contained file.

    It contains its style sheet in a `<style>` element, which the content security policy of the site
    forbids; the site shows `report_fragment` in its own page instead.
    """

    content_type = "text/html; charset=utf-8"
    is_text = True

    def render(self, report: Report, paper: Paper) -> bytes:
        """Return a complete document including its style sheet; `paper` determines the printed page."""
        context = {
            "report": report_fragment(report),
            "title": f"{report.title} · {report.event}",
            "style": _stylesheet_text(),
            "paper": "letter" if paper.size == "letter" else "A4",
            "orientation": "landscape" if paper.is_landscape(report.landscape) else "portrait",
        }
        return render_to_string("tournament/reports/document.html", context).encode()


def picture_fragment(drawing: Drawing) -> SafeString:
    """Return a drawing as an SVG fragment for a page; `tournament/reports.css` styles it."""
    return render_to_string("tournament/reports/_svg.html", {"svg": Svg(drawing)})


def report_fragment(report: Report, *, heading: int = 1) -> SafeString:
    """Return the report as an HTML fragment for a page that links `STYLESHEET`.

    `heading` is the level of the report's title, for example 2 on a page with a title.
    """
    parts = [
        render_to_string(
            "tournament/reports/_report.html", {"report": _ReportView(leaf), "heading": heading}
        )
        for leaf in report.leaves
    ]
    return format_html_join("", "{}", ((part,) for part in parts))


@cache
def _stylesheet_text() -> str:
    return (Path(__file__).resolve().parents[2] / "static" / STYLESHEET).read_text(encoding="utf-8")


class _ReportView:
    """The values for the template of a report."""

    def __init__(self, report: Report) -> None:
        self.title = report.title
        self.event = report.event
        self.facts = report.facts
        self.notes = report.notes
        self.draft = report.draft
        self.logo = _data_url(report.logo) if report.logo else ""
        self.code = Svg(qr_code(report.code)) if report.code else None
        self.foot = footer_text(report)
        self.printed_iso = report.printed_at.isoformat()
        self.place = " · ".join(
            part for part in (*report.division_and_round, report.subtitle) if part
        )
        self.sections = _section_views(report.sections)


def _data_url(picture: bytes) -> str:
    kind = "png" if picture.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


@dataclass(frozen=True, slots=True)
class _SectionView:
    template: str
    section: object


@dataclass(frozen=True, slots=True)
class _HeadView:
    text: str
    name: str
    css: str


@dataclass(frozen=True, slots=True)
class _CellView:
    text: str
    old: str
    css: str
    how: str
    scope: bool


@dataclass(frozen=True, slots=True)
class _GroupView:
    title: str
    rows: list[list[_CellView]]


class _TableView:
    def __init__(self, table: Table) -> None:
        self.title = table.shown_title
        self.empty = table.empty
        shown = [i for i, column in enumerate(table.columns) if not column.data_only]
        columns = [table.columns[i] for i in shown]
        self.heads = [
            _HeadView(
                column.heading,
                "" if column.full_name == column.heading else column.full_name,
                _css_classes(column),
            )
            for column in columns
        ]
        # The first text column is the row header for screen readers.
        names = next((i for i in shown if table.columns[i].key == "name"), None)
        self.groups = [
            _GroupView(
                group.heading or group.title,
                [_cell_views(table, shown, names, row) for row in group.rows],
            )
            for group in table.groups
            if group.rows
        ]
        self.width = len(shown)
        self.sole = len(self.groups) < 2
        self.grid = table.look is Look.GRID


def _cell_views(table: Table, shown: list[int], names: int | None, row: Row) -> list[_CellView]:
    views = []
    for i in shown:
        column, cell = table.columns[i], row[i]
        how = cell_emphasis(cell)
        views.append(
            _CellView(
                format_cell(column.kind, cell),
                format_old_value(column.kind, cell),
                _css_classes(column),
                how.value if how else "",
                i == names,
            )
        )
    return views


def _css_classes(column: Column) -> str:
    short = " report-short" if column.width is not None else ""
    whole = "" if column.wraps else " report-whole"
    return f"report-{column.alignment.value}{short}{whole}"


class _BoardView:
    """A board as SVG in units of one hundredth of a square."""

    def __init__(self, board: BoardDrawing) -> None:
        self.title = board.title or pgettext("with squares", "Board")
        columns = len(board.squares[0])
        self.width = 75 + columns * 100 + 5
        self.height = 75 + len(board.squares) * 100 + 5
        self.columns = [
            (75 + i * 100 + 50, letter) for i, letter in enumerate(ascii_uppercase[:columns])
        ]
        self.rows = [(75 + i * 100 + 50, i + 1) for i in range(len(board.squares))]
        self.squares = [
            {
                "x": 75 + x * 100,
                "y": 75 + y * 100,
                "premium": square.premium or "",
                "label": premium_abbreviation(square.premium) if square.premium else "",
                "tile": square.tile,
                "value": "" if square.is_blank else square.value or "",
                "blank": square.is_blank,
                "last": square.is_last,
                "long": len(square.tile or "") > 1,
            }
            for y, row in enumerate(board.squares)
            for x, square in enumerate(row)
        ]
        self.words = "; ".join(
            _("row {number}: {tiles}").format(
                number=y, tiles="".join(square.tile or "." for square in row)
            )
            for y, row in enumerate(board.squares, start=1)
            if any(square.tile for square in row)
        )


class _ColumnsView:
    def __init__(self, columns: Columns) -> None:
        self.items = [_section_views(item) for item in columns.items]


class _SheetsView:
    def __init__(self, sheets: Sheets) -> None:
        self.sheets = [_SheetView(sheet) for sheet in sheets.sheets]


class _SheetView:
    def __init__(self, sheet: Sheet) -> None:
        self.title, self.facts = sheet.title, sheet.facts
        self.code = Svg(qr_code(sheet.code)) if sheet.code else None
        self.sections = _section_views(sheet.sections)


class _PictureView:
    def __init__(self, picture: Picture) -> None:
        self.title = picture.title
        self.small = bool(picture.width)
        self.svg = Svg(picture.drawing)


@dataclass(frozen=True, slots=True)
class _FieldView:
    label: str
    text: str
    css: str
    code: Svg | None = None


@dataclass(frozen=True, slots=True)
class _CardLineView:
    fields: list[_FieldView]
    rule: bool


class _CardView:
    def __init__(self, card: Card) -> None:
        self.code = Svg(qr_code(card.code)) if card.code else None
        self.lines = [
            _CardLineView([_field_view(field) for field in line.fields], line.rule)
            for line in card.lines
        ]


class _CardsView:
    def __init__(self, cards: Cards) -> None:
        self.title = cards.title
        self.empty = cards.empty
        self.single = cards.across * cards.down == 1
        self.cards = [_CardView(card) for card in cards.cards]


def _field_view(field: CardField) -> _FieldView:
    words = [f"report-share-{field.share}", f"report-{field.size.value}"]
    words += [f"report-{field.side.value}"]
    words += ["report-by-hand"] if field.by_hand else []
    words += ["report-strong"] if field.bold else []
    if field.is_code:
        return _FieldView(field.label, "", " ".join(words), Svg(qr_code(str(field.value))))
    return _FieldView(field.label, format_cell(field.kind, field.value), " ".join(words))


def _section_views(sections: tuple[Section, ...]) -> list[_SectionView]:
    """Return the sections of a page, leaving out tables for data files only."""
    return [
        _section_view(section)
        for section in sections
        if not (isinstance(section, Table) and section.data_only)
    ]


def _section_view(section: Section) -> _SectionView:
    if isinstance(section, Table):
        return _SectionView("tournament/reports/_table.html", _TableView(section))
    if isinstance(section, BoardDrawing):
        return _SectionView("tournament/reports/_board.html", _BoardView(section))
    if isinstance(section, Picture):
        return _SectionView("tournament/reports/_picture.html", _PictureView(section))
    if isinstance(section, Cards):
        return _SectionView("tournament/reports/_cards.html", _CardsView(section))
    if isinstance(section, Sheets):
        return _SectionView("tournament/reports/_sheets.html", _SheetsView(section))
    if isinstance(section, Columns):
        return _SectionView("tournament/reports/_columns.html", _ColumnsView(section))
    return _SectionView("tournament/reports/_text.html", section)
