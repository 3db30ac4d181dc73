"""Reports as workbooks: typed numbers, frozen header rows, filters and print settings."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl.cell import Cell as BookCell
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from tournament.reports.figures import footer_text, page_number_text, plain_value
from tournament.reports.paper import Paper
from tournament.reports.renderer import Renderer
from tournament.reports.renderers.workbook.charts import add_chart, charts_of
from tournament.reports.renderers.workbook.rows import Book, CellContent, SheetRows, StyledValue
from tournament.reports.report import (
    Align,
    BoardDrawing,
    Cell,
    Column,
    Emphasis,
    Kind,
    Report,
    Table,
    Text,
    Value,
    cell_emphasis,
    cell_value,
)
from tournament.version import VERSION

PAPER_CODES = {"a4": 9, "letter": 1}
SHEET_NAME_LENGTH = 31
MAX_WIDTH = 60
"""Maximum width of a column in characters; longer text wraps."""

NOTE_WIDTH = 66
"""Width of the sheet of notes, in characters; LibreOffice cuts off a column wider than the page."""
LINE_HEIGHT = 15.0
"""Default height of a line in spreadsheet programs, in points."""

Shown = str | int | float | None
"""The value of a cell for programs."""

_SHEET = re.compile(r"\[\[(.*?)\]\]")
_STRONG = Font(name="Calibri", size=11, bold=True)
"""The bold variant of the default font; without a name, some programs use a serif font."""
_AMBER = PatternFill("solid", fgColor="FFDD94")
_UNDER_HEAD = Border(bottom=Side(style="medium"))
_FORMATS = {
    Kind.SPREAD: "+0;\u22120;0",
    Kind.SCORE: "0;\u22120;0",
    Kind.INTEGER: "0;\u22120;0",
    Kind.RECORD: "General",
    Kind.AVERAGE: "0.0",
    Kind.MONEY: "0.00",
    Kind.DATE: "yyyy-mm-dd",
    Kind.MOMENT: "yyyy-mm-dd hh:mm:ss",
}
_SIDES = {Align.LEFT: "left", Align.CENTRE: "center", Align.RIGHT: "right"}


class Xlsx(Renderer):
    """For spreadsheets: one sheet for each table (a division, a player), with numbers stored as numbers."""

    content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    is_text = False

    def render(self, report: Report, paper: Paper) -> bytes:
        """Return the file. Strings are never read as formulas; only `Cell.formula` is one."""
        book = Book()
        properties = book.workbook.properties
        properties.title = _strip_control_characters(f"{report.title}, {report.event}")
        properties.creator = f"Ninetimer {VERSION}"
        properties.created = report.printed_at.replace(tzinfo=None)
        taken: set[str] = set()
        for leaf in report.leaves:
            sections = [item for item in leaf.data_sections if not isinstance(item, Text)]
            names = [_preferred_sheet_name(report, leaf, section) for section in sections]
            names = [unique_sheet_name(name, taken) for name in names]
            charts = charts_of(leaf)
            titled = {section.title: n for section, n in zip(sections, names, strict=True)}
            for section, name in zip(sections, names, strict=True):
                sheet, rows = book.add_sheet(name)
                _set_up_page(sheet, leaf, paper)
                if isinstance(section, Table):
                    _fill_table(sheet, rows, section, titled)
                    if chart := charts.get(id(section)):
                        add_chart(sheet, section, *chart)
                else:
                    _fill_board(sheet, rows, section)
            _add_notes(book, leaf, paper, taken)
        return book.content()


def _preferred_sheet_name(report: Report, leaf: Report, section: Table | BoardDrawing) -> str:
    """Return the preferred name for the sheet of a section."""
    if isinstance(section, BoardDrawing):
        return pgettext("with squares", "Board")
    if leaf is not report:
        return f"{leaf.title} {section.title}"
    return section.title or leaf.division or leaf.title


def unique_sheet_name(wish: str, taken: set[str]) -> str:
    """Return a valid sheet name based on `wish` that is not in `taken`, and add it to `taken` in lower case.

    It has at most 31 characters, none of `[]:*?/` or a backslash, no apostrophe at either end, and
    is not "History". If `wish` has no usable character, the name is "Sheet". A number is added if the name
    is already taken.
    """
    name = re.sub(r"[\[\]:*?/\\\x00-\x1f]+", " ", wish).strip().strip("'").strip() or _("Sheet")
    name = f"{name} sheet" if name.lower() == "history" else name
    name = name[:SHEET_NAME_LENGTH].strip().strip("'")
    chosen, number = name, 1
    while chosen.lower() in taken:
        number += 1
        end = f" ({number})"
        chosen = name[: SHEET_NAME_LENGTH - len(end)].strip() + end
    taken.add(chosen.lower())
    return chosen


def _set_up_page(sheet: WriteOnlyWorksheet, report: Report, paper: Paper) -> None:
    """Set up printing: the paper, scaling to the width of one page, and the report's head on every page."""
    sheet.page_setup.paperSize = PAPER_CODES[paper.size]
    sheet.page_setup.orientation = (
        "landscape" if paper.is_landscape(report.landscape) else "portrait"
    )
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    place = [report.event, report.title, *report.division_and_round]
    place += [_("DRAFT")] if report.draft else []
    sheet.oddHeader.center.text = _header_text(", ".join(place))
    sheet.oddFooter.left.text = _header_text(footer_text(report))
    sheet.oddFooter.right.text = page_number_text(report, "&P", "&N")


def _header_text(text: str) -> str:
    # "&" starts a command in a page head, and a head is limited to 255 characters.
    return _strip_control_characters(text)[:200].replace("&", "&&")


def _fill_table(
    sheet: WriteOnlyWorksheet, into: SheetRows, table: Table, titled: Mapping[str, str]
) -> None:
    columns = list(table.columns)
    if table.has_group_titles:
        columns.insert(0, Column("group", table.group_head))
    rows: list[tuple[Value | Cell, ...]] = [
        (group.title, *row) if table.has_group_titles else row
        for group in table.data_groups
        for row in group.rows
    ]
    values = [[plain_value(cell) for cell in row] for row in rows]
    widths = []
    for number, column in enumerate(columns, start=1):
        texts = (str(row[number - 1] or "") for row in values)
        widths.append(_column_width(column, texts))
        sheet.column_dimensions[get_column_letter(number)].width = widths[-1]
    if not columns:
        into.append([_text_cell(sheet, table.empty)])
        return
    last = get_column_letter(len(columns))
    sheet.freeze_panes = f"{get_column_letter(table.repeat + 1)}2"
    sheet.auto_filter.ref = f"A1:{last}{len(rows) + 1}"
    sheet.print_title_rows = "1:1"
    sheet.print_options.gridLines = True  # otherwise right-aligned numbers touch the next name
    sheet.print_area = f"A1:{last}{len(rows) + 1}"
    into.append([_head_cell(sheet, column) for column in columns])
    looks = [_ColumnStyles(sheet, column) for column in columns]
    narrow = [
        (place, max(1, int(width) - 2))
        for place, (column, width) in enumerate(zip(columns, widths, strict=True))
        if column.kind is Kind.TEXT
    ]
    for number, (row, shown) in enumerate(zip(rows, values, strict=True), start=2):
        deep = _line_count(narrow, shown)
        cells = [
            look.cell(cell, value, topped=deep > 1)
            for look, cell, value in zip(looks, row, shown, strict=True)
        ]
        for place, cell in enumerate(row):
            if isinstance(cell, Cell) and cell.formula:
                cells[place] = looks[place].formula_cell(cell, number, titled, topped=deep > 1)
        into.append(cells, deep * LINE_HEIGHT if deep > 1 else 0.0)


def _line_count(narrow: Sequence[tuple[int, int]], values: Sequence[Shown]) -> int:
    """Return the number of lines in the tallest cell of a row, which some programs do not compute themselves.

    `narrow` lists the wrapping columns as (position, characters in a line).
    """
    deepest = 1
    for place, room in narrow:
        text = values[place]
        if isinstance(text, str) and (len(text) > room or "\n" in text):
            lines = sum(max(1, -(-len(line) // room)) for line in text.split("\n"))
            deepest = max(deepest, lines)
    return deepest


def _column_width(column: Column, texts: Iterable[str]) -> float:
    lines = (line for text in texts for line in text.split("\n"))
    longest = max(map(len, lines), default=0)
    return min(max(longest, len(column.full_name) + 3) + 2, MAX_WIDTH)  # 3: the filter's button


class _ColumnStyles:
    """The styles for the cells of one column, made once and used for every row."""

    def __init__(self, sheet: WriteOnlyWorksheet, column: Column) -> None:
        self._sheet = sheet
        self._format = _FORMATS.get(column.kind)
        self._wraps = column.kind is Kind.TEXT
        self._side = "center" if column.kind is Kind.MARK else _SIDES[column.alignment]
        self._is_mark = column.kind is Kind.MARK
        self._styles: dict[tuple[str, str, bool, bool, Emphasis | None], int] = {}

    def cell(self, cell: Value | Cell, value: Shown, *, topped: bool) -> CellContent:
        """Return one cell that shows `value`, the plain value if it needs no style, or None if there is no value.

        A `topped` cell is aligned with the first lines of its neighbours.
        """
        if value is None:
            return None
        how, day = cell_emphasis(cell), cell_value(cell)
        if isinstance(day, dt.date):
            if isinstance(day, dt.datetime):
                # Workbooks have no time zones, and readers need no fractions of a second.
                day = day.replace(tzinfo=None, microsecond=0)
            return StyledValue(day, self._style_number(self._format or "", topped=topped, how=how))
        if isinstance(value, str):
            text = value if value.isprintable() else _strip_control_characters(value)
            if self._wraps and (len(text) > MAX_WIDTH or "\n" in text):
                style = self._style_number(side=self._side, topped=True, wraps=True, how=how)
            else:
                side = self._side if self._is_mark else ""
                style = self._style_number(side=side, topped=topped, how=how)
            return StyledValue(text, style) if style else text
        is_usual = how is None and self._format == _FORMATS[Kind.INTEGER] and value >= 0
        style = self._style_number("" if is_usual else self._format or "", topped=topped, how=how)
        return StyledValue(value, style) if style else value

    def formula_cell(
        self, cell: Cell, row: int, titled: Mapping[str, str], *, topped: bool
    ) -> BookCell:
        """Return a formula cell with the sheet names inserted."""
        text = cell.formula.replace("{row}", str(row))
        text = _SHEET.sub(lambda match: _quoted_sheet_name(titled[match[1]]), text)
        strong = cell_emphasis(cell) if cell_emphasis(cell) is Emphasis.STRONG else None
        return self._styled_cell(f"={text}", (self._format or "", "", topped, False, strong))

    def _style_number(
        self,
        number_format: str = "",
        *,
        how: Emphasis | None,
        topped: bool,
        side: str = "",
        wraps: bool = False,
    ) -> int:
        """Return the number of a style in the workbook; 0 is the default."""
        key = (number_format, side, topped, wraps, how)
        if key not in self._styles:
            self._styles[key] = self._styled_cell(None, key).style_id
        return self._styles[key]

    def _styled_cell(
        self, value: str | None, style: tuple[str, str, bool, bool, Emphasis | None]
    ) -> BookCell:
        number_format, side, topped, wraps, how = style
        made = WriteOnlyCell(self._sheet, value)
        if number_format:
            made.number_format = number_format
        if side or topped or wraps:
            made.alignment = Alignment(
                horizontal=side or None, vertical="top" if topped else None, wrap_text=wraps or None
            )
        if how is Emphasis.STRONG:
            made.font = _STRONG
        elif how is Emphasis.DIFFERENCE:
            made.fill = _AMBER
        return made


def _quoted_sheet_name(name: str) -> str:
    """Return the name of a sheet as formulas refer to it."""
    doubled = name.replace("'", "''")
    return f"'{doubled}'"


def _text_cell(sheet: WriteOnlyWorksheet, value: str) -> BookCell:
    """Return a text cell; openpyxl would turn a string that starts with "=" into a formula."""
    cell = WriteOnlyCell(sheet, _strip_control_characters(value))
    cell.data_type = "s"
    return cell


def _strip_control_characters(text: str) -> str:
    """Return a text without the control characters forbidden in XML."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", text)


def _head_cell(sheet: WriteOnlyWorksheet, column: Column) -> BookCell:
    cell = _text_cell(sheet, column.full_name)
    cell.font = _STRONG
    cell.border = _UNDER_HEAD
    cell.alignment = Alignment(horizontal=_SIDES[column.alignment])
    return cell


def _fill_board(sheet: WriteOnlyWorksheet, rows: SheetRows, board: BoardDrawing) -> None:
    for number in range(1, len(board.squares[0]) + 2):
        sheet.column_dimensions[get_column_letter(number)].width = 4.5
    rows.append([None, *(get_column_letter(n + 1) for n in range(len(board.squares[0])))])
    for number, row in enumerate(board.squares, start=1):
        rows.append([number, *(_text_cell(sheet, s.tile) if s.tile else None for s in row)])


def _add_notes(book: Book, report: Report, paper: Paper, taken: set[str]) -> None:
    lines = [
        _("{label}: {value}").format(label=label, value=value) for label, value in report.facts
    ]
    for section in report.data_sections:
        if isinstance(section, Text):
            lines += [section.title] if section.title else []
            lines += section.paragraphs
    lines += report.notes
    if not lines and book.workbook.worksheets:
        return
    sheet, rows = book.add_sheet(unique_sheet_name(_("Notes"), taken))
    _set_up_page(sheet, report, paper)
    sheet.column_dimensions["A"].width = NOTE_WIDTH
    for line in lines:
        cell = _text_cell(sheet, line)
        height = LINE_HEIGHT * max(1, -(-len(line) // NOTE_WIDTH))
        cell.alignment = Alignment(wrap_text=True, vertical="top")
        rows.append([cell], height)
