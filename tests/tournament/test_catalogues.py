"""Catalogues of complete languages: every message translated, with its placeholders and plural forms."""

import gettext
import io
import re
import tomllib

import pytest
from django.conf import settings
from polib import pofile

from tournament.languages import LOCALE_FOLDERS, catalogues, compile_catalogues
from tournament.management.commands.makemessages import formatted_catalogue

HELD = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%[sd%]|</?\w[^>]*>")
"""Placeholders and tags, which stay unchanged."""
COMPLETE = tomllib.loads((LOCALE_FOLDERS[1] / "complete.toml").read_text(encoding="utf-8"))
LANGUAGES = [code for code, _name in settings.LANGUAGES if not code.startswith("en")]
HELD_COMPLETE = [code for code in LANGUAGES if code in COMPLETE or code in COMPLETE["audience_of"]]
"""Languages with complete catalogues, without those just begun."""
PLURALS = re.compile(r"nplurals=(\d)")


def sentences(language):
    return [row for path in catalogues(language) for row in pofile(str(path))]


def forms_of(row):
    """Return the translations, one for each plural form."""
    return [*row.msgstr_plural.values()] if row.msgid_plural else [row.msgstr]


def test_languages_called_complete_exist():
    assert {*COMPLETE["audience_of"], *COMPLETE} - {"audience", "audience_of"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", HELD_COMPLETE)
def test_every_message_in_a_complete_area_is_translated(language):
    for_audience = COMPLETE["audience"] if language in COMPLETE["audience_of"] else ()
    complete = tuple(COMPLETE.get(language, for_audience))
    within = [
        row
        for row in sentences(language)
        if any(place.startswith(complete) for place, _line in row.occurrences)
    ]
    assert [row.msgid for row in within if not row.translated()] == []
    assert len(within) > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_fuzzy_or_obsolete(language):
    assert [row.msgid for row in sentences(language) if row.fuzzy or row.obsolete] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_placeholder_and_tag_matches_the_source(language):
    wrong = []
    for row in sentences(language):
        if not row.translated():
            continue
        known = [set(HELD.findall(text)) for text in (row.msgid, row.msgid_plural or row.msgid)]
        for number, form in enumerate(forms_of(row)):
            held = set(HELD.findall(form))
            fits = held == known[0] or held == known[1] if number == 0 else held == known[1]
            if not fits:
                wrong.append((row.msgid, form))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_messages_have_as_many_forms_as_the_language(language):
    for path in catalogues(language):
        rows = pofile(str(path))
        plurals = int(PLURALS.search(rows.metadata["Plural-Forms"])[1])
        counted = [row for row in rows if row.msgid_plural and row.translated()]
        assert {len(forms_of(row)) for row in counted} <= {plurals}, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogues_are_read_by_gettext(language):
    compile_catalogues()
    for path in catalogues(language):
        made = gettext.GNUTranslations(io.BytesIO(path.with_suffix(".mo").read_bytes()))
        for row in pofile(str(path)).translated_entries():
            forms = forms_of(row)
            if row.msgid_plural and row.msgctxt:
                read = {made.npgettext(row.msgctxt, row.msgid, row.msgid_plural, n) for n in (1, 5)}
                assert read <= set(forms)
            elif row.msgid_plural:
                assert made.ngettext(row.msgid, row.msgid_plural, 5) in forms
            elif row.msgctxt:
                assert made.pgettext(row.msgctxt, row.msgid) == forms[0]
            else:
                assert made.gettext(row.msgid) == forms[0]


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_is_laid_out_as_makemessages_leaves_it(language):
    for path in catalogues(language):
        assert path.read_text(encoding="utf-8") == formatted_catalogue(path), path


SPACED = re.compile(r"(?<=[^\s\u202f])[ \xa0]?[;?!»](?=[ \n]|$)|[ \xa0]:(?=\s|$)|«(?!\u202f)")
"""Incorrect French typography: no narrow no-break space before a sign or after «."""


def test_french_has_narrow_no_break_spaces_before_high_punctuation():
    wrong = [form for row in sentences("fr") for form in forms_of(row) if SPACED.search(form)]
    assert wrong == []


def test_no_catalogue_is_compiled_twice():
    compile_catalogues()
    assert compile_catalogues() == []
    assert all(path.with_suffix(".mo").exists() for path in catalogues())
