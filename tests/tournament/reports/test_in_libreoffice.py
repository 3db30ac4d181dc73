"""LibreOffice opens the workbooks without repair and finds the same figures."""

import csv
import io
import re
import shutil
import subprocess
from itertools import pairwise

import pytest
from defusedxml import ElementTree
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.tournament.reports.evening import whole_evening
from tests.tournament.reports.samples import STAMP, plain_report
from tests.tournament.reports.test_same_figures import data_rows
from tournament.reports.definition import definition
from tournament.reports.delivery import build, render

SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
EVERY_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
"""Comma, quotation marks, UTF-8, raw instead of formatted values, one file per sheet."""

needs_libreoffice = pytest.mark.skipif(
    SOFFICE is None, reason="LibreOffice is not on this computer: apt-get install libreoffice-calc"
)


CHART = "{urn:oasis:names:tc:opendocument:xmlns:chart:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def converted(content, folder, wanted):
    """Return the folder with a workbook converted by LibreOffice."""
    (folder / "book.xlsx").write_bytes(content)
    done = subprocess.run(
        [
            SOFFICE,
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            "--headless",
            "--convert-to",
            wanted,
            "--outdir",
            str(folder / "out"),
            str(folder / "book.xlsx"),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "rror" not in done.stderr
    return folder / "out"


def sheets_of(content, folder):
    """Return every sheet of a workbook as read by LibreOffice: rows of texts by name."""
    cells = {}
    for path in converted(content, folder, EVERY_SHEET).glob("*.csv"):
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
def test_wins_and_spread_worked_out_by_another_program_are_those_of_the_program(tmp_path):
    event = whole_evening()
    chosen = definition("standings_check")
    report = build(chosen, event, chosen.Options(), STAMP)
    content = render(report, "xlsx").content
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
        assert rows[1:] == [[as_text(value) for value in row] for row in data_rows(table)]


@needs_libreoffice
def test_every_kind_of_figure_and_dangerous_text_comes_through(tmp_path):
    names = ["=1+1", "+44", "-5", "@SUM(A1)", "Ana “Q” Ruiz", "Łukasz, Żak", "x" * 200]
    sheets = sheets_of(render(plain_report(names), "xlsx").content, tmp_path)
    assert [row[1] for row in sheets["Names"][1:]] == names


@needs_libreoffice
@pytest.mark.django_db
def test_charts_are_drawn_with_their_title_and_every_line(tmp_path):
    event = whole_evening()
    for number, (key, lines) in enumerate((("rank_by_round", 5), ("score_distribution", 1))):
        chosen = definition(key)
        report = build(chosen, event, chosen.Options(division="A"), STAMP)
        folder = tmp_path / str(number)
        folder.mkdir()
        out = converted(render(report, "xlsx").content, folder, "fods")
        (chart,) = ElementTree.parse(out / "book.fods").iter(f"{CHART}chart")
        titles = chart.findall(f"{CHART}title/{TEXT}p")
        assert ["".join(title.itertext()) for title in titles] == [report.title]
        assert len(list(chart.iter(f"{CHART}series"))) == lines


def baselines(path, beginning):
    """Return the distance from the top of the page, in points, of each line of the wrapped texts with this
    beginning.
    """
    heights = []

    def visit(text, _transformation, matrix, _font, _size):
        if re.match(beginning, text.strip()):
            heights.append(round(matrix[5], 1))

    for page in PdfReader(path).pages:
        page.extract_text(visitor_text=visit)
    return heights


@needs_libreoffice
def test_rows_that_wrap_do_not_lie_over_each_other(tmp_path):
    longs = [" ".join(f"{row}{place:02}word" for place in range(40)) for row in "abc"]
    out = converted(render(plain_report(longs), "xlsx").content, tmp_path, "pdf")
    pages = PdfReader(out / "book.pdf").pages
    words = re.findall(r"[abc]\d\dword", " ".join(page.extract_text() for page in pages))
    assert words == " ".join(longs).split()
    heights = baselines(out / "book.pdf", r"[abc]\d\dword")
    distances = [above - below for above, below in pairwise(heights)]
    lines = [distance for distance in distances if distance > 0.5]
    assert len(lines) > 12
    assert min(lines) > 0.8 * max(lines[0], 1)
