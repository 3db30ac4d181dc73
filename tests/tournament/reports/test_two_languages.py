"""Papers in two languages: translated texts twice, names and figures once, files for programs unchanged."""

import io
import re
from dataclasses import replace

import pytest
from django.utils import translation
from pypdf import PdfReader

from tests.tournament.reports.evening import whole_evening
from tests.tournament.reports.samples import STAMP
from tournament.reports.definition import all_papers, find_definition
from tournament.reports.delivery import build_report, render_report
from tournament.reports.report import Cell, Table
from tournament.reports.report_options import CannotReport

pytestmark = [pytest.mark.django_db, pytest.mark.full]


@pytest.fixture
def evening():
    event = whole_evening()
    event.language, event.second_language = "de", "fr"
    return event


def standings_of(event, file_format="html"):
    chosen = find_definition("standings")
    return build_report(chosen, event, chosen.folder_options(event)[0], STAMP, file_format)


def test_standings_have_titles_and_heads_in_both_languages(evening):
    report = standings_of(evening)
    assert report.title == "Tabelle / Classement"
    table = next(iter(report.tables))
    heads = [column.heading for column in table.columns]
    assert heads[:3] == ["Platz / Rang", "Nr. / N°", "Name / Nom"]
    names = [row[[column.key for column in table.columns].index("name")] for row in table.rows]
    assert names
    assert not [name for name in names if " / " in str(name)]


def test_data_files_and_workbooks_have_a_single_language(evening):
    evening_alone = standings_of(evening, "json")
    evening.second_language = ""
    assert standings_of(evening, "json") == evening_alone
    one = standings_of(evening, "xlsx")
    evening.second_language = "fr"
    assert standings_of(evening, "xlsx") == one


def test_every_report_is_built_and_printed_in_two_languages(evening):
    built = 0
    for key, chosen in all_papers().items():
        if key == "board_diagram":  # a board between two names, without words
            continue
        for options in chosen.folder_options(evening)[:1]:
            try:
                report = build_report(chosen, evening, options, STAMP, "pdf")
            except CannotReport:
                continue
            assert " / " in report.title or " / " in " ".join(_heads(report)), key
            built += 1
    assert built > 20
    assert render_report(standings_of(evening, "pdf"), "pdf").content.startswith(b"%PDF")


def test_page_foot_is_in_both_languages(evening):
    content = render_report(standings_of(evening, "pdf"), "pdf").content
    text = PdfReader(io.BytesIO(content)).pages[0].extract_text()
    assert "Seite 1 von 1 / Page 1 sur 1" in text
    assert re.search(r"Stand .* / .*(État|Situation|Imprimé)|Gedruckt .* / Imprimé", text)


def test_page_number_does_not_overlap_a_long_foot(evening):
    heights = {}

    def looked_at(text, _matrix, placed, _font, _size):
        for sign in ("Stand", "Seite"):
            if sign in text:
                heights[sign] = placed[5]

    report = replace(standings_of(evening, "pdf"), chain_head="111 f136 92d0 15e9 9524")
    content = render_report(report, "pdf").content
    PdfReader(io.BytesIO(content)).pages[0].extract_text(visitor_text=looked_at)
    assert heights["Stand"] - heights["Seite"] == pytest.approx(9.1)


def test_second_language_equal_to_the_first_changes_nothing(evening):
    evening.second_language = "de"
    report = standings_of(evening)
    assert report.title == "Tabelle"


def test_second_language_alone_stands_beside_that_of_the_user(evening):
    evening.language = ""
    with translation.override("es"):
        assert standings_of(evening).title == "Clasificación / Classement"


def _heads(report):
    for leaf in report.leaves:
        yield leaf.title
        for section in leaf.flattened_sections:
            if isinstance(section, Table):
                yield from (column.heading for column in section.columns)
                yield from (
                    str(cell.value if isinstance(cell, Cell) else cell)
                    for row in section.rows
                    for cell in row
                )
            else:
                yield repr(section)
