"""The figures are the same in every format."""

import io
from html.parser import HTMLParser

import pytest
from pypdf import PdfReader

from tests.tournament.reports.disputed import differences_report, recount_report
from tests.tournament.reports.samples import sheet_report, standings_report
from tournament.reports.delivery import render_report
from tournament.reports.figures import format_cell, format_old_value, plain_value

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
    """Return the visible rows: the formatted cells that are not empty."""
    rows = []
    for row in table.rows:
        texts = []
        for column, cell in zip(table.columns, row, strict=True):
            if not column.data_only:
                texts += [format_old_value(column.kind, cell), format_cell(column.kind, cell)]
        rows.append([" ".join(text.split()) for text in texts if text])
    return rows


def data_rows(table):
    return [tuple(map(plain_value, row)) for group in table.data_groups for row in group.rows]


def paper_tables(report):
    return [table for table in report.tables if not table.data_only]


def one_line(text):
    return " ".join(text.split())


def test_letter_paper_shows_every_row(report):
    content, *_ = render_report(report, "pdf", "letter")
    text = one_line(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages))
    missing = [
        row
        for table in paper_tables(report)
        for row in shown_rows(table)
        if " ".join(row) not in text
    ]
    assert missing == []


class Rows(HTMLParser):
    """Parser for the texts of all table cells, row by row."""

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
