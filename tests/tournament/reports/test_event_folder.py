"""Cards, scorecards, charts and bundles: complete, in every format."""

import csv
import io
import json

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.tournament.reports.samples import (
    STAMP,
    plain_report,
    scorecards_report,
    wall_chart_report,
)
from tournament.reports.delivery import render_report
from tournament.reports.report import (
    Card,
    CardField,
    CardLine,
    Cards,
    Kind,
    Report,
    ReportMistake,
)


def texts(report, paper="a4"):
    reader = PdfReader(io.BytesIO(render_report(report, "pdf", paper).content))
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def test_cards_fill_pages_and_appear_once_each():
    names = [f"Name{n}x" for n in range(9)]
    printed = texts(cards_report(names))
    assert [sum(name in text for name in names) for text in printed] == [4, 4, 1]
    assert all(" ".join(printed).count(name) == 1 for name in names)


def test_cards_are_exported_as_a_table_without_handwritten_fields():
    report = cards_report(["Ana", "=1+1"])
    assert json.loads(render_report(report, "json").content)["slips"] == [
        {"number": 1, "name": "Ana"},
        {"number": 2, "name": "=1+1"},
    ]
    assert csv_lines(report) == [["No.", "Name"], ["1", "Ana"], ["2", "'=1+1"]]
    rows = [*book(report).worksheets[0].iter_rows(values_only=True)]
    assert rows == [("No.", "Name"), (1, "Ana"), (2, "=1+1")]
    page = render_report(report, "html").content.decode()
    assert page.count("=1+1") == 1
    assert page.count("report-by-hand") >= 2


def test_cards_of_a_kind_have_the_same_fields():
    (cards,) = cards_report(["Ana"]).sections
    other = Card((CardLine((CardField("name", "Name", "Ben"),)),))
    with pytest.raises(ReportMistake, match="do not hold the same fields"):
        Cards("slips", (*cards.cards, other))


@pytest.mark.parametrize("words", ["a4", "letter", "a4 large"])
def test_every_scorecard_is_complete_on_its_page(words):
    printed = " ".join(texts(scorecards_report(6, 12), words))
    assert printed.count("W/L/T") == 6
    assert "continued" not in printed


def test_bundle_is_a_single_file_with_continuous_page_numbers():
    parts = (plain_report(["Ana"]), plain_report([f"N{n}" for n in range(120)], landscape=True))
    report = Report("all", "All", "Autumn Open", "autumn", STAMP, parts=parts)
    printed = texts(report)
    assert all(f"Page {n} of {len(printed)}" in text for n, text in enumerate(printed, 1))
    document = json.loads(render_report(report, "json").content)
    assert [row["name"] for row in document["parts"][0]["rows"]] == ["Ana"]
    assert len(book(report).sheetnames) == 2
    assert csv_lines(report)[:4] == [["No.", "Name"], ["1", "Ana"], [], ["No.", "Name"]]
    assert render_report(report, "html").content.decode().count("<article") == 2


def cards_report(names, across=2, down=2):
    cards = []
    for number, name in enumerate(names, 1):
        fields = (CardField("number", "No.", number, Kind.INTEGER), CardField("name", "Name", name))
        by_hand = CardLine((CardField(label="Score", by_hand=True),))
        cards.append(Card((CardLine(fields), by_hand)))
    section = Cards("slips", tuple(cards), across, down)
    return Report("slips", "Slips", "Autumn Open", "autumn", STAMP, sections=(section,), plain=True)


def csv_lines(report):
    content = render_report(report, "csv").content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(content)))


def book(report):
    return load_workbook(io.BytesIO(render_report(report, "xlsx").content))


def test_wall_chart_square_has_several_lines_in_a_workbook():
    report = wall_chart_report(4, 2)
    (chart,) = [table for table in report.tables if table.key == "chart"]
    sheet = book(report).worksheets[0]
    assert sheet["C2"].value == next(iter(chart.rows))[2]
    assert sheet["C2"].value.count("\n") == 2
    assert sheet["C2"].alignment.wrap_text
    assert sheet.freeze_panes == "C2"
