"""Workbooks: typed cells, names, print settings, and no formulas."""

import io

import pytest
from openpyxl import load_workbook

from tests.tournament.reports.samples import (
    NAMES,
    import_module,
    plain_report,
    sheet_report,
    standings_report,
)
from tournament.reports.delivery import render_report

xlsx = import_module("tournament.reports.renderers.xlsx")


def book(report, paper="a4"):
    return load_workbook(io.BytesIO(render_report(report, "xlsx", paper).content))


@pytest.mark.parametrize(
    "name", [*NAMES, "+44 20", "-5", "@SUM(A1)", "=HYPERLINK(1)", "a\x0bb", "#N/A"]
)
def test_text_stays_text_with_any_first_character(name):
    cell = book(plain_report([name])).worksheets[0]["B2"]
    assert (cell.data_type, cell.value) == ("s", name.replace("\x0b", ""))


def test_heads_are_frozen_filtered_and_repeated_in_print():
    sheet = book(standings_report(people=24), "letter landscape").worksheets[0]
    assert (sheet["H2"].data_type, sheet["H2"].number_format) == ("n", "+0;−0;0")
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", "A1:H25")
    assert (sheet.print_title_rows, sheet.print_area) == ("$1:$1", "'A'!$A$1:$H$25")
    assert (sheet.page_setup.paperSize, sheet.page_setup.orientation) == (1, "landscape")
    assert sheet.page_setup.fitToHeight == 0
    assert sheet.oddHeader.center.text == "Autumn Open, Standings, Division A, Round 3"


def test_column_is_as_wide_as_its_longest_name():
    sheet = book(plain_report(["Ana", "x" * 40, "y " * 100])).worksheets[0]
    assert sheet.column_dimensions["B"].width == xlsx.MAX_WIDTH
    assert book(plain_report(["x" * 40])).worksheets[0].column_dimensions["B"].width == 42


def test_report_without_rows_is_still_a_workbook():
    assert [c.value for c in book(plain_report([])).worksheets[0][1]] == ["No.", "Name"]


@pytest.mark.parametrize(
    ("report", "sheets"),
    [
        (standings_report(divisions=("A", "B/1", "b 1")), ["A", "B 1", "b 1 (2)"]),
        (sheet_report(), ["Players", "Ann Example", "=Ben Sample", "Board", "Notes"]),
    ],
)
def test_every_division_and_part_has_its_own_sheet(report, sheets):
    assert book(report).sheetnames[: len(sheets)] == sheets


@pytest.mark.parametrize(
    ("wish", "names"),
    [
        ("", ["Sheet"]),
        ("'quoted'", ["quoted"]),
        ("A" * 40, ["A" * 31, "A" * 27 + " (2)", "A" * 27 + " (3)"]),
        ("[x]:*?/\\", ["x"]),
        ("History", ["History sheet"]),
    ],
)
def test_sheet_names_are_made_valid_and_numbered_within_the_limit(wish, names):
    taken = set()
    assert [xlsx.unique_sheet_name(wish, taken) for _ in names] == names
