"""Right-to-left languages: pages are mirrored, boards and notation are not."""

import re

import pytest

from tests.architecture.test_style_sheets import OURS, without_comments
from tests.pseudo_language import CODE, pseudo_language
from tests.sources import templates
from tests.tournament.reports.samples import STAMP
from tournament.reports.definition import find_definition
from tournament.reports.delivery import build_report, render_report

PHYSICAL = re.compile(
    r"(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)[\w-]*|left|right)\s*:"
    r"|text-align:\s*(?:left|right)|float:\s*(?:left|right)"
    r"|(?:margin|padding):(?:\s+[^\s;()]+(?:\([^()]*\))?){4}\s*;"
)
"""Physical sides in CSS, where logical ones are needed."""


@pytest.fixture
def from_right_to_left(settings):
    """Use the pseudo-language, written from right to left."""
    settings.LANGUAGES_BIDI = [CODE]
    with pseudo_language():
        yield


def sides_named(sheet):
    one_side = re.sub(r"(?:margin|padding):\s+(\S+) (\S+) (\S+) \2;", "", sheet)
    return [match[0] for match in PHYSICAL.finditer(one_side)]


def test_physical_sides_in_a_style_sheet_are_detected():
    assert sides_named("a { margin-left: 1em; text-align: right; padding: 0 1em 0 2em; }") == [
        "margin-left:",
        "text-align: right",
        "padding: 0 1em 0 2em;",
    ]
    assert sides_named("a { margin: 0 auto 1em auto; margin-inline-start: 1em; }") == []


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_style_sheets_name_no_physical_side(path):
    assert sides_named(without_comments(path)) == []


@pytest.mark.django_db
def test_every_kind_of_page_declares_its_direction(
    director_client, event, division, from_right_to_left
):
    standings = find_definition("standings")
    paper = build_report(standings, event, standings.folder_options(event)[0], STAMP)
    pages = [director_client.get("/help/"), director_client.get(event.get_absolute_url())]
    texts = [answer.text for answer in pages]
    for text in (*texts, render_report(paper, "html").content.decode()):
        assert f'<html lang="{CODE}" dir="rtl"' in text


def test_every_document_template_declares_its_direction():
    documents = [text for path in templates() if "<html" in (text := path.read_text())]
    assert len(documents) > 5
    assert [
        text for text in documents if '{% if mirrored %} dir="rtl"{% endif %}' not in text
    ] == []


def test_boards_figures_and_input_are_not_mirrored():
    rule = re.search(
        r'\[dir="rtl"\] :is\(([^{}]*)\) \{ direction: ltr; unicode-bidi: isolate; \}',
        next(path for path in OURS if path.name == "ninetimer.css").read_text(encoding="utf-8"),
    )
    assert {"svg", "td.num", "code", "kbd"} <= set(rule[1].split(", "))
    assert '[translate="no"]:not(select, label)' in rule[1]
