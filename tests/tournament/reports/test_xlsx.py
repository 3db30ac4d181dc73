"""Workbooks: typed cells, names, print settings, and no formulas."""

import io

import pytest
from openpyxl import load_workbook

from tests.tournament.reports.samples import import_module, plain_report
from tournament.reports.delivery import render_report

xlsx = import_module("tournament.reports.renderers.xlsx")


def book(report, paper="a4"):
    return load_workbook(io.BytesIO(render_report(report, "xlsx", paper).content))


def test_column_is_as_wide_as_its_longest_name():
    sheet = book(plain_report(["Ana", "x" * 40, "y " * 100])).worksheets[0]
    assert sheet.column_dimensions["B"].width == xlsx.MAX_WIDTH
    assert book(plain_report(["x" * 40])).worksheets[0].column_dimensions["B"].width == 42


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
