"""Whatever the format, the figures are the same."""

import csv
import io
import json
from html.parser import HTMLParser

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.tournament.reports.disputed import differences_report, recount_report
from tests.tournament.reports.samples import sheet_report, standings_report
from tournament.reports.delivery import render
from tournament.reports.figures import plain, written, written_old
from tournament.reports.report import Table, Text

REPORTS = {
    "standings": standings_report,
    "standings of two divisions": lambda: standings_report(divisions=("A", "B")),
    "score sheet": sheet_report,
    "recount": recount_report,
    "differences": differences_report,
}


@pytest.fixture(params=REPORTS)
def report(request):
    return REPORTS[request.param]()


def shown_rows(table):
    """Every row as a reader sees it: the written cells that are not empty."""
    rows = []
    for row in table.rows:
        texts = []
        for column, cell in zip(table.columns, row, strict=True):
            if not column.data_only:
                texts += [written_old(column.kind, cell), written(column.kind, cell)]
        rows.append([" ".join(text.split()) for text in texts if text])
    return rows


def data_rows(table):
    return [tuple(map(plain, row)) for group in table.data_groups for row in group.rows]


def paper_tables(report):
    return [table for table in report.tables if not table.data_only]


def one_line(text):
    return " ".join(text.split())


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pdf_shows_every_row(report, paper):
    content, *_ = render(report, "pdf", paper)
    text = one_line(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages))
    missing = [
        row
        for table in paper_tables(report)
        for row in shown_rows(table)
        if " ".join(row) not in text
    ]
    assert missing == []


class Rows(HTMLParser):
    """The texts of every table row's cells."""

    def __init__(self):
        super().__init__()
        self.rows = []
        self._in_cell = False

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        elif tag == "td" or (tag == "th" and ("scope", "row") in attrs):
            self.rows[-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self._in_cell = False

    def handle_data(self, data):
        if self._in_cell:
            self.rows[-1][-1] += data


def test_the_page_shows_every_row(report):
    content, *_ = render(report, "html")
    reader = Rows()
    reader.feed(content.decode())
    lines = [one_line(" ".join(row)) for row in reader.rows if row]
    shown = [" ".join(row) for table in paper_tables(report) for row in shown_rows(table)]
    assert [row for row in shown if row not in lines] == []
    assert len(lines) == len(shown)


def test_the_workbook_holds_every_value_with_its_type(report):
    content, *_ = render(report, "xlsx")
    book = load_workbook(io.BytesIO(content))
    parts = [part for part in report.flat if not isinstance(part, Text)]
    for table, sheet in zip(parts, book.worksheets, strict=False):
        if not isinstance(table, Table):
            continue
        rows = [
            tuple(str(cell.value) if cell.is_date else cell.value for cell in row)
            for row in sheet.iter_rows()
        ]
        assert rows[0] == tuple(column.full_name for column in table.columns)
        assert rows[1:] == [
            tuple(value or None if value == "" else value for value in row)
            for row in data_rows(table)
        ]


def test_the_csv_holds_every_value(report):
    content, *_ = render(report, "csv")
    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    for table in report.tables:
        for row in data_rows(table):
            fields = ["" if value is None else str(value) for value in row]
            fields = [f"'{text}" if text.startswith(("=", "@")) else text for text in fields]
            title = f"'{table.title}" if table.title.startswith("=") else table.title
            assert ([title] if table.part else []) + fields in lines


def test_the_json_holds_every_value(report):
    document = json.loads(render(report, "json").content)
    rows = {}
    for table in report.tables:
        keys = [column.key for column in table.columns]
        part = {table.part.lower(): table.title} if table.part else {}
        rows.setdefault(table.key, []).extend(
            part | dict(zip(keys, row, strict=True)) for row in data_rows(table)
        )
    assert {key: document[key] for key in rows} == rows
