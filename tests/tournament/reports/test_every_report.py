"""Build every report of one real event, and compare its files in all formats with what somebody last looked at.

New reports are covered automatically, with the options for the folder of the whole event.
"""

import io
import pickle
from contextlib import suppress

import pytest
from pypdf import PdfReader

from tests.drawn import check_drawn, pages_of, parts_of
from tests.tournament.reports.samples import STAMP
from tournament.reports.definition import all_papers, find_definition
from tournament.reports.delivery import build_report, render_report
from tournament.reports.figures import format_cell, format_old_value
from tournament.reports.report import Table
from tournament.reports.report_options import CannotReport

pytestmark = pytest.mark.django_db


@pytest.fixture(params=list(all_papers()), scope="module")
def reports(request, evening, django_db_blocker):
    """Return the reports of one kind, at most the first two in the folder of the event."""
    chosen = find_definition(request.param)
    lines = []
    with django_db_blocker.unblock():
        for options in chosen.folder_options(evening)[:2] or [chosen.Options()]:
            with suppress(CannotReport):
                lines.append(build_report(chosen, evening, options, STAMP))
    assert lines, "the event has all a report may be about: say so in folder()"
    return lines


@pytest.fixture(scope="module")
def papers(reports):
    """Return each of these reports with its PDF."""
    return [(report, render_report(report, "pdf").content) for report in reports]


@pytest.fixture(scope="module")
def pages(reports):
    """Return each of these reports with its page."""
    return [(report, render_report(report, "html").content) for report in reports]


@pytest.fixture(scope="module")
def books(reports):
    """Return each of these reports with its workbook."""
    return [(report, render_report(report, "xlsx").content) for report in reports]


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


def one_line(text):
    return " ".join(text.split())


def printed_rows(report):
    """Yield every row of the report that is not for data files only, as one line."""
    for leaf in report.leaves:
        for table in leaf.flattened_sections:
            if isinstance(table, Table) and not table.data_only:
                yield from map(" ".join, shown_rows(table))


@pytest.mark.full
def test_pdf_contains_every_figure_of_every_row(papers):
    for report, content in papers:
        whole = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
        words, text = set(whole.split()), one_line(whole)
        missing = [
            row for row in printed_rows(report) if row not in text and set(row.split()) - words
        ]
        assert missing == []


@pytest.mark.full
def test_no_sheet_of_several_has_fewer_than_five_lines(papers):
    for report, content in papers:
        sheets = [page.extract_text().splitlines() for page in PdfReader(io.BytesIO(content)).pages]
        if len(sheets) > 1 and not any(leaf.plain for leaf in report.leaves):
            lines = [sum(bool(line.strip()) for line in sheet) for sheet in sheets]
            assert min(lines) >= 5, lines


NOW = {"activity_log", "pairing_reasons", "round_progress", "treasurer"}
"""Papers with timestamps, whose width depends on the time of day."""


def test_every_report_looks_as_approved(request, papers, pages, books):
    every = zip(papers, pages, books, strict=True)
    for at, ((report, paper), (_, page), (_, book)) in enumerate(every, 1):
        if report.key not in NOW:
            check_drawn(request, f"{report.key} {at} (PDF)", pages_of(paper))
            check_drawn(request, f"{report.key} {at} (page)", [page])
            check_drawn(request, f"{report.key} {at} (workbook)", parts_of(book))
            data = [render_report(report, name).content for name in ("csv", "json")]
            check_drawn(request, f"{report.key} {at} (data)", data)


def test_report_can_be_passed_to_another_process(reports):
    for report in reports:
        there = pickle.loads(pickle.dumps(report))
        assert render_report(there, "csv").content == render_report(report, "csv").content
