"""The PDF of a report: complete, numbered, reproducible."""

import io
from dataclasses import replace
from datetime import datetime

import pytest
from pypdf import PdfReader

from tests.tournament.reports.samples import (
    NAMES,
    STAMP,
    plain_report,
    sheet_report,
    standings_report,
)
from tournament.reports.delivery import render_report
from tournament.reports.renderers.paper.typeface import (
    REGULAR,
    shorten_for_message,
    width_of,
    wrap_text,
)
from tournament.reports.report import Column, Group, Kind, Report, Table


def pages(report, paper="a4"):
    content = render_report(report, "pdf", paper).content
    return [" ".join(p.extract_text().split()) for p in PdfReader(io.BytesIO(content)).pages]


@pytest.mark.parametrize("build", [standings_report, sheet_report])
def test_two_runs_give_the_same_bytes(build):
    assert render_report(build(), "pdf").content == render_report(build(), "pdf").content


def test_print_time_alone_changes_the_bytes():
    later = datetime(2026, 10, 3, 14, 6)  # noqa: DTZ001
    one, two = plain_report(["Ana"]), plain_report(["Ana"])
    two = Report(**{name: getattr(two, name) for name in two.__slots__} | {"printed_at": later})
    assert render_report(one, "pdf").content != render_report(two, "pdf").content
    assert pages(two) == [pages(one)[0].replace("14:05", "14:06")]


def test_every_page_names_its_event_division_and_page_number():
    texts = pages(standings_report(people=120))
    assert len(texts) > 1
    for number, text in enumerate(texts, start=1):
        assert f"Page {number} of {len(texts)}" in text
        assert "Printed 3 October 2026, 14:05" in text
        assert "Autumn Open" in text
        assert "Division A · Round 3" in text
        assert "Rank No. Name Rating Wins Losses Ties Spread" in text


def test_draft_mark_is_on_every_page_until_published():
    names = [f"Player {n}" for n in range(150)]
    assert all("DRAFT" in text for text in pages(plain_report(names, draft=True)))
    assert not any("DRAFT" in text for text in pages(plain_report(names)))


def test_thirty_names_fit_on_a_page():
    assert len(pages(standings_report(people=30))) == 1
    assert len(pages(standings_report(people=30), "letter")) == 1


def test_five_hundred_rows_appear_once_each():
    names = [f"Name{n:03}x" for n in range(500)]
    text = " ".join(pages(plain_report(names)))
    assert [text.count(name) for name in names] == [1] * 500


def test_row_is_never_split_across_pages():
    words = [f"word{n}of{row}" for row in range(60) for n in range(40)]
    names = [" ".join(words[row * 40 : row * 40 + 40]) for row in range(60)]
    texts = pages(plain_report(names))
    assert len(texts) > 3
    for row in range(60):
        mine = [text for text in texts if f"word0of{row} " in text]
        assert len(mine) == 1
        assert f"word39of{row} " in mine[0]


@pytest.mark.parametrize("length", [60, 200])
def test_name_without_blanks_is_wrapped_not_cut(length):
    name = "Aberffraw" * (length // 9)
    (text,) = pages(plain_report([name, "Ben"]))
    assert name in text.replace(" ", "")


def test_line_as_wide_as_its_column_is_not_broken():
    exact = width_of("Zoë Ward-", REGULAR, 9)
    assert wrap_text("Zoë Ward-Smith", REGULAR, 9, exact) == ["Zoë Ward-", "Smith"]
    assert wrap_text("Zoë Ward-Smith", REGULAR, 9, exact - 0.1) == ["Zoë", "Ward-", "Smith"]


def test_long_text_is_shortened_in_a_message():
    assert shorten_for_message("x" * 60) == "x" * 60
    assert shorten_for_message("x" * 61) == "x" * 57 + "..."


def test_figure_is_never_wrapped_or_cut():
    columns = tuple(Column(f"c{n}", f"Round {n}", Kind.SCORE) for n in range(25))
    rows = (tuple(-1000 - n for n in range(25)),)
    table = Table("rows", (Column("name", "Name"), *columns), (Group((("Ana Lopez", *rows[0]),)),))
    (text,) = pages(Report("wide", "Wide", "Autumn Open", "autumn", STAMP, sections=(table,)))
    assert " ".join(f"−{1000 + n}" for n in range(25)) in text


@pytest.mark.parametrize(
    ("name", "set_as"),
    [
        *((name, name) for name in (*NAMES, "Đặng Thị", "Ελένη", "Пётр", "Ñandú")),
        ("Zoe\u0308", "Zoë"),
        ("Ana\u200b\u202e Lopez\n", "Ana Lopez"),
    ],
)
def test_names_in_many_alphabets_are_set_without_boxes(name, set_as):
    assert set_as in pages(plain_report([name]))[0]


@pytest.mark.parametrize(
    ("name", "set_as", "lacks"),
    [
        ("Zoë 🤖", "Zoë [robot face]", "U+1F916 robot face"),
        ("山田", "[U+5C71][U+7530]", "U+5C71, U+7530."),
        ("Ａｎｎ", "Ann", "U+FF21 fullwidth latin capital letter a"),
        ("Ann \ue000", "Ann [U+E000]", "U+E000."),
    ],
)
def test_letter_the_typeface_lacks_is_replaced_and_named(name, set_as, lacks):
    report = plain_report(["Ana", name])
    (text,) = pages(report)
    sentence = f"“{name}” is printed as “{set_as}”: the typeface has no {lacks}"
    (warning,) = render_report(report, "pdf").warnings
    assert warning.startswith(sentence)
    assert f"“{set_as}” is not the correct spelling: the typeface has no {lacks}" in text
    assert f"2 {set_as}" in text


def test_names_the_typeface_can_set_need_no_warning():
    assert render_report(plain_report([*NAMES, "دوד"]), "pdf").warnings == ()


def test_board_is_drawn_with_labels_and_coordinates():
    (text,) = pages(sheet_report())  # an ordinary game is one page
    assert text.count("DWS") > 10
    assert "A B C D E F G H I J K L M N O" in text


def test_outline_links_every_report_and_titled_table_of_a_bundle():
    one, two = standings_report(people=6), plain_report(["Ana"])
    bundle = replace(one, sections=(), parts=(one, two))
    reader = PdfReader(io.BytesIO(render_report(bundle, "pdf").content))

    def entries(outline):
        return [
            entries(item)
            if isinstance(item, list)
            else (item.title, reader.get_destination_page_number(item))
            for item in outline
        ]

    tables = [table.shown_title for table in one.tables if table.shown_title]
    first = " · ".join([one.title, *one.division_and_round])
    expected = [(first, 0), *([[(title, 0) for title in tables]] if tables else [])]
    assert entries(reader.outline) == [*expected, (two.title, 1)]


def test_file_has_a_displayed_title_and_a_language():
    reader = PdfReader(io.BytesIO(render_report(standings_report(people=6), "pdf").content))
    assert reader.metadata.title.startswith("Standings")
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.trailer["/Root"]["/Lang"] == "en-gb"


def test_file_properties_state_its_time_even_without_a_foot():
    slip = plain_report(["Ana"], plain=True, chain_head="311 13fe 81f0 6f0d f97d")
    content = render_report(slip, "pdf").content
    properties = PdfReader(io.BytesIO(content)).metadata
    assert "entry" not in pages(slip)[0]
    assert (
        properties["/Keywords"] == "As of 3 October 2026, 14:05, log entry 311 13fe 81f0 6f0d f97d"
    )
    assert properties["/CreationDate"] == properties["/ModDate"] == "D:20261003140500"
    east = replace(slip, printed_at=datetime.fromisoformat("2026-10-03T14:05:59.9+05:30"))
    properties = PdfReader(io.BytesIO(render_report(east, "pdf").content)).metadata
    assert properties["/CreationDate"] == "D:20261003140500+05'30'"
