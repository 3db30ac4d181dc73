"""Cards, scorecards, charts and bundles on paper: complete, within their lines, with equal figures everywhere."""

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
    Align,
    Card,
    CardField,
    CardLine,
    Cards,
    Column,
    FontSize,
    Group,
    Kind,
    Report,
    ReportMistake,
    Table,
)


def texts(report, paper="a4"):
    reader = PdfReader(io.BytesIO(render_report(report, "pdf", paper).content))
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def card(number, name, **more):
    top = CardLine(
        (CardField("number", "No.", number, Kind.INTEGER), CardField("name", "Name", name))
    )
    below = CardLine((CardField(label="Score", by_hand=True),))
    return Card((top, below), **more)


def cards_report(names, across=2, down=2):
    cards = tuple(card(number, name) for number, name in enumerate(names, 1))
    section = Cards("slips", cards, across, down)
    return Report("slips", "Slips", "Autumn Open", "autumn", STAMP, sections=(section,), plain=True)


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
    lines = list(csv.reader(io.StringIO(render_report(report, "csv").content.decode("utf-8-sig"))))
    assert lines == [["No.", "Name"], ["1", "Ana"], ["2", "'=1+1"]]
    sheet = load_workbook(io.BytesIO(render_report(report, "xlsx").content)).worksheets[0]
    assert [tuple(c.value for c in row) for row in sheet] == [
        ("No.", "Name"),
        (1, "Ana"),
        (2, "=1+1"),
    ]
    page = render_report(report, "html").content.decode()
    assert page.count("=1+1") == 1
    assert page.count("report-by-hand") >= 2


def test_cards_of_a_kind_have_the_same_fields():
    other = Card((CardLine((CardField("name", "Name", "Ben"),)),))
    with pytest.raises(ReportMistake, match="do not hold the same fields"):
        Cards("slips", (card(1, "Ana"), other))


@pytest.mark.parametrize("name", ["Aberffraw" * 22, "Ana María " * 20, "<b>Ana</b>"])
def test_name_of_200_letters_is_complete_on_a_card(name):
    (text,) = texts(cards_report([name, "Ben"], 2, 4))
    assert name.replace(" ", "") in text.replace(" ", "")


@pytest.mark.full
def test_short_scorecards_share_a_page_and_long_scorecards_have_their_own():
    assert len(texts(scorecards_report(6, 3))) == 2
    assert len(texts(scorecards_report(6, 12))) == 3
    assert len(texts(scorecards_report(6, 30))) == 6


def test_every_scorecard_is_complete_on_its_page():
    for words in ("a4", "letter", "a4 large"):
        printed = texts(scorecards_report(6, 12), words)
        assert sum(text.count("W/L/T") for text in printed) == 6
        assert "continued" not in " ".join(printed)


def test_wide_wall_chart_continues_with_the_names_repeated():
    report = wall_chart_report(6, 30)
    printed = texts(report)
    whole = " ".join(printed)
    heads = [text for text in whole.split() if text.startswith("No.")]
    assert len(heads) > 2
    assert whole.count("Zoë Müller") == len(heads)
    for number in range(1, 31):
        assert f"Round {number} " in whole


def test_wall_chart_square_has_several_lines_in_every_format():
    report = wall_chart_report(4, 2)
    (chart,) = [table for table in report.tables if table.key == "chart"]
    square = next(iter(chart.rows))[2]
    assert square.count("\n") == 2
    assert " ".join(square.split()) in texts(report)[0]
    sheet = load_workbook(io.BytesIO(render_report(report, "xlsx").content)).worksheets[0]
    assert sheet["C2"].value == square
    assert sheet["C2"].alignment.wrap_text
    assert sheet.freeze_panes == "C2"


def test_bundle_is_a_single_file_with_continuous_page_numbers():
    parts = (plain_report(["Ana"]), plain_report([f"N{n}" for n in range(120)], landscape=True))
    report = Report("all", "All", "Autumn Open", "autumn", STAMP, parts=parts)
    printed = texts(report)
    assert [f"Page {n} of {len(printed)}" in text for n, text in enumerate(printed, 1)] == [
        True for _ in printed
    ]
    assert [
        row["name"] for row in json.loads(render_report(report, "json").content)["parts"][0]["rows"]
    ] == ["Ana"]
    book = load_workbook(io.BytesIO(render_report(report, "xlsx").content))
    assert len(book.sheetnames) == 2
    lines = list(csv.reader(io.StringIO(render_report(report, "csv").content.decode("utf-8-sig"))))
    assert lines[:4] == [["No.", "Name"], ["1", "Ana"], [], ["No.", "Name"]]
    assert render_report(report, "html").content.decode().count("<article") == 2


def test_rows_to_fill_in_have_the_requested_height():
    columns = (Column("name", "Name"),)
    rows = tuple((f"N{n}",) for n in range(30))
    low = Table("rows", columns, (Group(rows),))
    high = Table("rows", columns, (Group(rows),), row_height=40.0)
    for table, pages in ((low, 1), (high, 2)):
        report = Report("list", "List", "Autumn Open", "autumn", STAMP, sections=(table,))
        assert len(texts(report)) == pages


CAPITAL, ACCENT, TAIL = 0.73, 0.93, 0.22
"""Heights of capitals, accents and descenders relative to the font size."""


def lines_of(card, across=1, down=4, paper="a4"):
    """Return the baseline and size of each text on a single card."""
    cards = Cards("cards", (card,), across, down)
    report = Report("made", "Made", "Open", "open", STAMP, sections=(cards,), plain=True)
    (page,) = PdfReader(io.BytesIO(render_report(report, "pdf", paper).content)).pages
    placed = {}
    page.extract_text(
        visitor_text=lambda text, _user, at, _font, size: (
            text.strip() and placed.setdefault(text.strip(), (at[5], size))
        )
    )
    return placed


def badge(name, kind=Kind.TEXT):
    middle = Align.CENTRE
    return Card(
        (
            CardLine((CardField("", "", "Open", size=FontSize.SMALL, side=middle),)),
            CardLine((CardField("name", "", name, kind, size=FontSize.HUGE, side=middle, bold=True),), share=5),
            CardLine((CardField("division", "Division", "A", side=middle),), share=2),
        )
    )  # fmt: skip


@pytest.mark.parametrize("down", [2, 4, 5])
@pytest.mark.parametrize(
    "name", ["Gyp", "Åg", "Gyula Papp Jennings", "Éva Szögyényi-Győrffy Quigley"]
)
def test_large_name_is_not_clipped_by_adjacent_lines(name, down):
    placed = lines_of(badge(name), down=down)
    head, label = placed.pop("Open"), placed.pop("Division")
    placed.pop("A")
    assert "".join(placed).replace(" ", "") == name.replace(" ", "")
    for baseline, size in placed.values():
        assert baseline + ACCENT * size <= head[0] - TAIL * head[1] + 1
        assert baseline - TAIL * size >= label[0] + CAPITAL * label[1] - 1


def test_number_fills_its_field_up_to_the_height_of_figures():
    (_, of_number), (_, of_name) = lines_of(badge(8, Kind.INTEGER))["8"], lines_of(badge("g"))["g"]
    assert of_number > 1.3 * of_name
