"""What each language says is whole: every sentence of what it calls complete, with its placeholders and plurals."""

import gettext
import io
import re
import tomllib

import pytest
from django.conf import settings

from tournament.languages import (
    CATALOGUES,
    catalogues,
    compiled_catalogue,
    make_ready,
    read_catalogue,
)

HELD = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%[sd%]|</?\w[^>]*>")
"""What stays as it is: placeholders and tags."""
COMPLETE = tomllib.loads((CATALOGUES[1] / "complete.toml").read_text(encoding="utf-8"))
LANGUAGES = [code for code, _name in settings.LANGUAGES if not code.startswith("en")]
PLURALS = re.compile(r"nplurals=(\d)")


def sentences(language):
    return [row for path in catalogues(language) for row in read_catalogue(path) if row.source]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_what_is_called_complete_is_translated(language):
    complete = tuple(COMPLETE.get(language, ()))
    within = [row for row in sentences(language) if any(p.startswith(complete) for p in row.places)]
    assert [row.source for row in within if not row.is_translated] == []
    assert not complete or len(within) > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_a_guess_of_gettext_or_of_a_sentence_nobody_says(language):
    assert [row.source for row in sentences(language) if row.is_fuzzy] == []
    for path in catalogues(language):
        assert "\n#~" not in path.read_text(encoding="utf-8"), f"{path} has sentences of no source"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_placeholder_and_tag_is_where_the_source_has_it(language):
    wrong = []
    for row in sentences(language):
        if not row.is_translated:
            continue
        known = [set(HELD.findall(text)) for text in (row.source, row.plural or row.source)]
        for number, form in enumerate(row.forms):
            held = set(HELD.findall(form))
            fits = held == known[0] or held == known[1] if number == 0 else held == known[1]
            if not fits:
                wrong.append((row.source, form))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_as_many_forms_as_the_language_has_plurals(language):
    for path in catalogues(language):
        header, *rows = read_catalogue(path)
        plurals = int(PLURALS.search(header.forms[0])[1])
        assert {len(row.forms) for row in rows if row.plural} <= {plurals}, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_gettext_reads_what_was_made_ready(language):
    for path in catalogues(language):
        rows = read_catalogue(path)
        made = gettext.GNUTranslations(io.BytesIO(compiled_catalogue(rows)))
        for row in rows[1:]:
            if not row.is_translated:
                continue
            if row.plural and row.context:
                forms = [made.npgettext(row.context, row.source, row.plural, n) for n in (1, 5)]
                assert set(forms) <= set(row.forms)
            elif row.plural:
                assert made.ngettext(row.source, row.plural, 5) in row.forms
            elif row.context:
                assert made.pgettext(row.context, row.source) == row.forms[0]
            else:
                assert made.gettext(row.source) == row.forms[0]


def test_nothing_is_made_ready_twice():
    make_ready()
    assert make_ready() == []
    assert all(path.with_suffix(".mo").exists() for path in catalogues())
