"""Page, CSV and JSON: the formats for browsers and other programs."""

import csv
import json
from dataclasses import replace

import pytest
from django.utils import translation

from tests.tournament.reports.samples import import_module, plain_report, standings_report
from tournament.reports.delivery import render_report
from tournament.reports.report import Column, Group, Kind, Table


def text(report, file_format):
    return render_report(report, file_format).content.decode("utf-8-sig")


def test_json_standings_have_the_keys_programs_rely_on():
    document = json.loads(text(standings_report(), "json"))
    heads = {key: document[key] for key in ("report", "event", "division", "round")}
    assert heads == {"report": "standings", "event": "Autumn Open", "division": "A", "round": 3}
    assert list(document["rows"][0]) == [
        "rank", "number", "name", "rating", "wins", "losses", "ties", "spread",
    ]  # fmt: skip
    for row in document["rows"]:
        assert row["wins"] + row["losses"] == 3


def test_site_fragment_contains_neither_document_nor_style():
    html = import_module("tournament.reports.renderers.html")
    fragment = html.report_fragment(standings_report())
    assert fragment.lstrip().startswith('<article class="report">')
    assert "<style" not in fragment


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
