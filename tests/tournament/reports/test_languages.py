"""Reports in another language: the text for people is translated, the data for programs is not."""

import re
from contextlib import nullcontext, suppress
from functools import cache, partial

import pytest
from django.utils import translation

from tests.pseudo_language import OPEN, pseudo_language
from tests.tournament.reports.samples import STAMP
from tournament.engine.pairing.method import all_methods
from tournament.engine.ratings.system import all_systems
from tournament.models import Entry
from tournament.reports.definition import all_papers, find_definition
from tournament.reports.delivery import build_report, render_report
from tournament.reports.renderer import all_renderers
from tournament.reports.report import Cards, Table, Text
from tournament.reports.report_options import CannotReport

pytestmark = [pytest.mark.django_db, pytest.mark.full]


@pytest.fixture(params=list(all_papers()), scope="module")
def one_report(request, evening, django_db_blocker):
    """Return a function that renders the first report of a kind by format and language.

    Each report is built once, because it is never changed.
    """
    chosen = find_definition(request.param)

    def built(options, file_format="html", language=nullcontext):
        with django_db_blocker.unblock(), language():
            return build_report(chosen, evening, options, STAMP, file_format)

    with django_db_blocker.unblock():
        wanted = chosen.folder_options(evening)[:2] or [chosen.Options()]
    for options in wanted:
        with suppress(CannotReport):
            report = cache(partial(built, options))
            report("html")
            return report
    pytest.fail("the event has all a report may be about: say so in folder()")


def test_titles_heads_and_notes_are_translated(one_report):
    names = {entry.player.name for entry in Entry.objects.select_related("player")}
    names |= {plugin.label for plugin in (*all_methods().values(), *all_systems().values())}
    english = set(_words_of(one_report("html")))
    report = one_report("html", pseudo_language)
    with pseudo_language():
        shown = list(_words_of(report))
    left = [
        text
        for text in shown
        if text in english and not set(text.split(" – ")) <= names and _has_a_word(text)
    ]
    assert left == []
    assert any(OPEN in text for text in shown)


def _words_of(report):
    """Yield titles, headings, labels and sentences, without the cells of tables."""
    for leaf in report.leaves:
        yield from (leaf.title, leaf.subtitle, *leaf.notes)
        yield from (label for label, _value in leaf.facts)
        for section in leaf.flattened_sections:
            if isinstance(section, Table):
                yield from (section.empty, section.part or section.title)
                for column in section.columns:
                    yield from (column.heading, column.full_name)
            elif isinstance(section, Cards):
                yield section.empty
                lines = (line for card in section.cards for line in card.lines)
                yield from (field.label for line in lines for field in line.fields)
            elif isinstance(section, Text):
                yield from (section.title, *section.paragraphs)


def _has_a_word(text):
    """Return whether the text contains more than figures, signs and letters of a board."""
    return any(len(word) > 1 and word.isalpha() for word in text.replace(".", " ").split())


DRAWN = re.compile(r'\s(?:[xy][12]?|c[xy]|r|width|height|d|points|transform|viewBox)="([^"]*)"')
"""Positions and sizes in a drawing, which do not depend on the language."""


def test_drawing_has_the_same_figures_in_every_language(evening):
    drawn = 0
    for chosen in all_papers().values():
        for options in chosen.folder_options(evening)[:1]:
            with suppress(CannotReport):
                english = _drawn(chosen, evening, options, "en-gb")
                for language in ("de", "fr", "es") if english else ():
                    assert _drawn(chosen, evening, options, language) == english, chosen.key
                drawn += bool(english)
    assert drawn


def _drawn(chosen, event, options, language):
    """Return the positions and sizes in the drawings of a report's page in a language."""
    with translation.override(language):
        report = build_report(chosen, event, options, STAMP)
        return DRAWN.findall(render_report(report, "html").content.decode())


def test_data_files_and_their_names_are_the_same_in_every_language(one_report):
    shown = one_report("html", pseudo_language)
    for key, renderer in all_renderers().items():
        if not renderer.for_programs:
            continue
        before, report = render_report(one_report(key), key), one_report(key, pseudo_language)
        with pseudo_language():
            after = render_report(report, key)
        assert after == before
        assert OPEN not in after.content.decode()
    with translation.override("en"):
        assert any(OPEN in text for text in _words_of(shown)), "it stays as it was built"
