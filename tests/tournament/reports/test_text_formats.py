"""Page, CSV and JSON: the formats for browsers and other programs."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest
from django.utils import translation

from tests.tournament.reports.samples import (
    import_module,
    plain_report,
    sheet_report,
    standings_report,
)
from tournament.reports.delivery import render_report
from tournament.reports.report import Column, Group, Kind, Table

HOSTILE = "<script>alert(1)</script>"


def text(report, file_format):
    return render_report(report, file_format).content.decode("utf-8-sig")


@pytest.mark.parametrize("name", ["=1+1", "+44", "-2+3", "@SUM(1)", "\tx"])
def test_csv_text_resembling_a_formula_is_neutralized(name):
    line = next(csv.reader(io.StringIO(text(plain_report([name]), "csv").split("\r\n", 1)[1])))
    assert line == ["1", f"'{name}"]


def test_csv_begins_with_a_byte_order_mark_for_spreadsheets():
    written = render_report(plain_report(["Zoë"]), "csv").content
    assert written.startswith(b"\xef\xbb\xbfNo.,Name\r\n")


def test_json_standings_have_the_keys_programs_rely_on():
    document = json.loads(text(standings_report(), "json"))
    heads = {key: document[key] for key in ("report", "event", "division", "round")}
    assert heads == {"report": "standings", "event": "Autumn Open", "division": "A", "round": 3}
    assert list(document["rows"][0]) == [
        "rank", "number", "name", "rating", "wins", "losses", "ties", "spread",
    ]  # fmt: skip
    for row in document["rows"]:
        assert row["wins"] + row["losses"] == 3


def test_names_are_escaped_on_the_page():
    page = text(plain_report([HOSTILE], division=HOSTILE), "html")
    assert HOSTILE not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 2


def test_site_fragment_contains_neither_document_nor_style():
    html = import_module("tournament.reports.renderers.html")
    fragment = html.report_fragment(standings_report())
    assert fragment.lstrip().startswith('<article class="report">')
    assert "<style" not in fragment


@pytest.mark.parametrize("file_format", ["html", "csv", "json"])
def test_format_handles_five_hundred_rows_and_none(file_format):
    names = [f"Name{n:03}x" for n in range(500)]
    written = text(plain_report(names), file_format)
    assert [written.count(name) for name in names] == [1] * 500
    assert "Name0" not in text(plain_report([]), file_format)


@pytest.mark.parametrize(
    ("language", "first_line"),
    [("de", "Name;Average"), ("en-gb", "Name,Average"), ("fr", "Name;Average")],
)
def test_csv_separator_follows_the_spreadsheet_of_the_language(language, first_line):
    columns = (Column("name", "Name"), Column("average", "Average", Kind.AVERAGE))
    table = Table("averages", columns, (Group((("Ann; Berg", 412.5),)),))
    report = replace(plain_report(["Ann"]), sections=(table,))
    decimals = "412,5" if ";" in first_line else "412.5"
    with translation.override(language):
        lines = render_report(report, "csv").content.decode("utf-8-sig").splitlines()
        json_file = render_report(report, "json").content
    assert lines[0] == first_line
    assert list(csv.reader(lines, delimiter=first_line[4]))[1] == ["Ann; Berg", decimals]
    assert json_file == render_report(report, "json").content
    spoken_by_event = replace(report, language=language)
    assert render_report(spoken_by_event, "csv").content.decode("utf-8-sig").splitlines() == lines


def test_rows_of_several_divisions_name_their_division():
    report = standings_report(divisions=("A", "B"))
    rows = csv.DictReader(io.StringIO(text(report, "csv")))
    assert [row["Division"] for row in rows] == ["A"] * 24 + ["B"] * 24
    document = json.loads(text(report, "json"))
    assert document["division"] is None
    assert [row["division"] for row in document["rows"]] == ["A"] * 24 + ["B"] * 24


def test_page_of_a_score_sheet_is_alone_without_style_and_describes_its_board():
    page = text(sheet_report(), "html")
    assert re.findall(r"(?:src|href)\s*=|\sstyle\s*=|\son\w+\s*=|url\(|@import", page) == []
    assert "row 8: .......LOFTY..." in page
    rows = json.loads(text(sheet_report(), "json"))["diagram"]
    assert "".join(tile or "." for tile in rows[7]) == ".......LOFTY..."
