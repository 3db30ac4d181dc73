"""LibreOffice opens the workbooks without repair and finds the same figures."""

import csv
import io
import shutil
import subprocess

import pytest
from openpyxl import load_workbook

from tests.tournament.reports.evening import whole_evening
from tests.tournament.reports.samples import STAMP, plain_report
from tournament.reports.definition import find_definition
from tournament.reports.delivery import build_report, render_report
from tournament.reports.figures import plain_value

SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
EVERY_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
"""Comma, quotation marks, UTF-8, raw instead of formatted values, one file per sheet."""

needs_libreoffice = pytest.mark.skipif(
    SOFFICE is None, reason="LibreOffice is not on this computer: apt-get install libreoffice-calc"
)


def sheets_of(content, folder):
    """Return every sheet of a workbook as read by LibreOffice: rows of texts by name."""
    (folder / "book.xlsx").write_bytes(content)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    to = ["--headless", "--convert-to", EVERY_SHEET, "--outdir", str(folder / "out")]
    done = subprocess.run(
        [SOFFICE, profile, *to, str(folder / "book.xlsx")],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "rror" not in done.stderr
    cells = {}
    for path in (folder / "out").glob("*.csv"):
        text = path.read_text(encoding="utf-8")
        cells[path.stem.removeprefix("book-")] = list(csv.reader(io.StringIO(text)))
    return cells


def as_text(value):
    """Return a value as it appears in the CSV of a spreadsheet program."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)


@needs_libreoffice
@pytest.mark.django_db
def test_wins_and_spread_computed_by_libreoffice_match(tmp_path):
    event = whole_evening()
    chosen = find_definition("standings_check")
    report = build_report(chosen, event, chosen.Options(), STAMP)
    content = render_report(report, "xlsx").content
    formulas = [
        cell.value
        for sheet in load_workbook(io.BytesIO(content)).worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]
    assert len(formulas) > 100
    sheets = sheets_of(content, tmp_path)
    assert set(sheets) == {"A", "A games", "B", "B games"}
    for table in report.tables:
        rows = sheets[table.title]
        assert rows[0] == [column.full_name for column in table.columns]
        values = [map(plain_value, row) for group in table.data_groups for row in group.rows]
        assert rows[1:] == [[as_text(value) for value in row] for row in values]


@needs_libreoffice
def test_figures_and_dangerous_text_survive_in_libreoffice(tmp_path):
    names = ["=1+1", "+44", "-5", "@SUM(A1)", "Ana “Q” Ruiz", "Łukasz, Żak", "x" * 200]
    sheets = sheets_of(render_report(plain_report(names), "xlsx").content, tmp_path)
    assert [row[1] for row in sheets["Names"][1:]] == names
