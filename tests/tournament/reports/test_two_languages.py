"""Papers in two languages: translated texts twice, names and figures once, files for programs unchanged."""

import io
import re
from contextlib import suppress
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

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    event = whole_evening()
    event.language, event.second_language = "de", "fr"
    return event


def standings_of(event, file_format="html"):
    chosen = find_definition("standings")
    return build_report(chosen, event, chosen.folder_options(event)[0], STAMP, file_format)


def test_standings_have_titles_and_heads_in_both_languages_except_in_data_files(evening):
    report = standings_of(evening)
    assert report.title == "Tabelle / Classement"
    table = next(iter(report.tables))
    heads = [column.heading for column in table.columns]
    assert heads[:3] == ["Platz / Rang", "Nr. / N°", "Name / Nom"]
    assert not [row for row in table.rows if " / " in str(row[2])]
    data = [standings_of(evening, file_format) for file_format in ("json", "xlsx")]
    evening.second_language = ""
    assert [standings_of(evening, file_format) for file_format in ("json", "xlsx")] == data


@pytest.mark.full
def test_every_report_is_built_in_two_languages(evening):
    built = 0
    for key, chosen in all_papers().items():
        for options in chosen.folder_options(evening)[:1]:
            with suppress(CannotReport):
                report = build_report(chosen, evening, options, STAMP, "pdf")
                # a board between two names has no words
                assert key == "board_diagram" or " / " in " ".join(_heads(report)), key
                built += 1
    assert built > 20


def test_page_foot_is_in_both_languages_above_the_page_number(evening):
    placed = {}
    report = replace(standings_of(evening, "pdf"), chain_head="111 f136 92d0 15e9 9524")
    (page,) = PdfReader(io.BytesIO(render_report(report, "pdf").content)).pages
    text = page.extract_text(
        visitor_text=lambda text, _matrix, at, _font, _size: placed.setdefault(text[:5], at[5])
    )
    assert "Seite 1 von 1 / Page 1 sur 1" in text
    assert re.search(r"Stand .* / .*(État|Situation|Imprimé)|Gedruckt .* / Imprimé", text)
    assert placed["Stand"] - placed["Seite"] == pytest.approx(9.1)


def test_second_language_may_equal_the_first_or_stand_beside_that_of_the_user(evening):
    evening.second_language = "de"
    assert standings_of(evening).title == "Tabelle"
    evening.language, evening.second_language = "", "fr"
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
