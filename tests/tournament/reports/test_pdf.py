"""The PDF of a report: complete, numbered, reproducible."""

import io
from dataclasses import replace
from datetime import datetime

import pytest
from pypdf import PdfReader

from tests.tournament.reports.samples import NAMES, plain_report, standings_report
from tournament.reports.delivery import render_report
from tournament.reports.renderers.paper.typeface import (
    REGULAR,
    shorten_for_message,
    width_of,
    wrap_text,
)


def pages(report, paper="a4"):
    content = render_report(report, "pdf", paper).content
    return [" ".join(p.extract_text().split()) for p in PdfReader(io.BytesIO(content)).pages]


def test_print_time_alone_changes_the_bytes():
    one = plain_report(["Ana"])
    two = replace(one, printed_at=datetime(2026, 10, 3, 14, 6))  # noqa: DTZ001
    assert render_report(one, "pdf").content != render_report(two, "pdf").content
    assert pages(two) == [pages(one)[0].replace("14:05", "14:06")]


def test_line_as_wide_as_its_column_is_not_broken():
    exact = width_of("Zoë Ward-", REGULAR, 9)
    assert wrap_text("Zoë Ward-Smith", REGULAR, 9, exact) == ["Zoë Ward-", "Smith"]
    assert wrap_text("Zoë Ward-Smith", REGULAR, 9, exact - 0.1) == ["Zoë", "Ward-", "Smith"]


def test_long_text_is_shortened_in_a_message():
    assert shorten_for_message("x" * 60) == "x" * 60
    assert shorten_for_message("x" * 61) == "x" * 57 + "..."


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


def test_outline_links_every_report_and_titled_table_of_a_bundle():
    one, two = standings_report(people=6, divisions=("A", "B")), plain_report(["Ana"])
    bundle = replace(one, sections=(), parts=(one, two))
    reader = PdfReader(io.BytesIO(render_report(bundle, "pdf").content))
    first, tables, second = reader.outline
    assert first.title == " · ".join([one.title, *one.division_and_round])
    assert [item.title for item in tables] == [table.shown_title for table in one.tables]
    pages = [reader.get_destination_page_number(item) for item in (first, *tables, second)]
    assert (second.title, pages) == (two.title, [0, 0, 0, 1])


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
    assert properties["/Keywords"] == f"As of 3 October 2026, 14:05, log entry {slip.chain_head}"
    assert properties["/CreationDate"] == properties["/ModDate"] == "D:20261003140500"
    east = replace(slip, printed_at=datetime.fromisoformat("2026-10-03T14:05:59.9+05:30"))
    properties = PdfReader(io.BytesIO(render_report(east, "pdf").content)).metadata
    assert properties["/CreationDate"] == "D:20261003140500+05'30'"
