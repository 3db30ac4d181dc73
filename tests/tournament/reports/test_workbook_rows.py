"""The rows of a workbook file: another program reads the values that were written."""

import datetime as dt
import io

import pytest
from openpyxl import load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from tournament.reports.renderers.workbook.rows import Book, SheetRows, StyledValue

MOMENT = dt.datetime.fromisoformat("2026-10-03T14:05")


def read(*rows, height=0.0):
    """Return the sheet of a workbook with these rows, read back."""
    book = Book()
    _sheet, into = book.add_sheet("A")
    for row in rows:
        into.append(row, height)
    return load_workbook(io.BytesIO(book.content())).worksheets[0]


@pytest.mark.parametrize(
    "value",
    ["Ana", "=1+1", "#N/A", "<b> & “c”", " blank ", "two\nlines", "राम", 7, -45, 412.5, 94.4, 0],
)
def test_value_is_read_back_unchanged(value):
    cell = read([None, value])["B1"]
    assert cell.value == value
    assert cell.data_type == ("s" if isinstance(value, str) else "n")


@pytest.mark.parametrize("by_number", [False, True])
def test_styles_dates_and_formulas_are_read_back(by_number):
    """A value has its own cell, or takes a style by its number."""
    book = Book()
    sheet, rows = book.add_sheet("A")
    day, bold = WriteOnlyCell(sheet, MOMENT), WriteOnlyCell(sheet, "Ana")
    day.number_format = "yyyy-mm-dd hh:mm:ss"
    bold.font = Font(bold=True)
    if by_number:
        styled = [StyledValue(MOMENT, day.style_id), StyledValue("Ana", bold.style_id)]
        rows.append([*styled, StyledValue("=1+1", bold.style_id), StyledValue("Ana", 0)])
    else:
        formula = WriteOnlyCell(sheet, '=IF(1<2,"a",3)')
        rows.append([day, bold, formula, WriteOnlyCell(sheet, None)])
    first, second, third, fourth = load_workbook(io.BytesIO(book.content())).worksheets[0][1]
    assert (first.value, first.is_date) == (MOMENT, True)
    assert (second.value, second.font.b) == ("Ana", True)
    assert (third.value, third.data_type) == (
        ("=1+1", "s") if by_number else ('=IF(1<2,"a",3)', "f")
    )
    assert (fourth.value, fourth.has_style) == ("Ana" if by_number else None, False)


def test_every_sheet_has_its_own_rows():
    book = Book()
    for name in "AB":
        book.add_sheet(name)[1].append([name])
    again = load_workbook(io.BytesIO(book.content()))
    assert [sheet["A1"].value for sheet in again.worksheets] == ["A", "B"]


def test_sheet_without_rows_is_empty():
    assert SheetRows().xml == b"<sheetData></sheetData>"
    assert read().dimensions == "A1:A1"


def test_rows_have_their_requested_heights_and_columns_continue_after_z():
    assert read(["a"], height=45.0).row_dimensions[1].height == 45
    sheet = read(list(range(1, 60)))
    assert sheet.row_dimensions[1].height is None
    assert (sheet["Z1"].value, sheet["AA1"].value, sheet["BG1"].value) == (26, 27, 59)
