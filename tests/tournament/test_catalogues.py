"""Catalogues of complete languages: every message translated, with its placeholders and plural forms."""

import gettext
import io
import re
import tomllib
from functools import cache

import pytest
from django.conf import settings
from polib import pofile

from tournament.languages import LOCALE_FOLDERS, catalogues, compile_catalogues
from tournament.management.commands.makemessages import formatted_catalogue

pytestmark = pytest.mark.full
HELD = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%[sd%]|</?\w[^>]*>")
"""Placeholders and tags, which stay unchanged."""
COMPLETE = tomllib.loads((LOCALE_FOLDERS[1] / "complete.toml").read_text(encoding="utf-8"))
LANGUAGES = [code for code, _name in settings.LANGUAGES if not code.startswith("en")]
HELD_COMPLETE = [code for code in LANGUAGES if code in COMPLETE or code in COMPLETE["audience_of"]]
"""Languages with complete catalogues, without those just begun."""


@cache
def rows_of(path):
    """Return the catalogue; nothing changes it."""
    return pofile(str(path))


def sentences(language):
    return [row for path in catalogues(language) for row in rows_of(path)]


def forms_of(row):
    """Return the translations, one for each plural form."""
    return [*row.msgstr_plural.values()] if row.msgid_plural else [row.msgstr]


def test_languages_called_complete_exist():
    assert {*COMPLETE["audience_of"], *COMPLETE} - {"audience", "audience_of"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", HELD_COMPLETE)
def test_every_message_in_a_complete_area_is_translated(language):
    for_audience = COMPLETE["audience"] if language in COMPLETE["audience_of"] else ()
    complete = tuple(COMPLETE.get(language, for_audience))
    rows = sentences(language)
    within = [row for row in rows if any(at.startswith(complete) for at, _ in row.occurrences)]
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
        rows = rows_of(path)
        plurals = int(re.search(r"nplurals=(\d)", rows.metadata["Plural-Forms"])[1])
        counted = {len(forms_of(row)) for row in rows if row.msgid_plural and row.translated()}
        assert counted <= {plurals}, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogues_are_read_by_gettext(language):
    compile_catalogues()
    for path in catalogues(language):
        made = gettext.GNUTranslations(io.BytesIO(path.with_suffix(".mo").read_bytes()))
        for row in rows_of(path).translated_entries():
            texts = [row.msgctxt] * bool(row.msgctxt) + [row.msgid]
            if row.msgid_plural:
                read = made.npgettext if row.msgctxt else made.ngettext
                assert {read(*texts, row.msgid_plural, n) for n in (1, 5)} <= set(forms_of(row))
            else:
                read = made.pgettext if row.msgctxt else made.gettext
                assert read(*texts) == row.msgstr
    assert compile_catalogues() == [], "none is compiled twice"


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_is_laid_out_as_makemessages_leaves_it(language):
    for path in catalogues(language):
        assert path.read_text(encoding="utf-8") == formatted_catalogue(path), path


SPACED = re.compile(r"(?<=[^\s\u202f])[ \xa0]?[;?!»](?=[ \n]|$)|[ \xa0]:(?=\s|$)|«(?!\u202f)")
"""Incorrect French typography: no narrow no-break space before a sign or after «."""


def test_french_has_narrow_no_break_spaces_before_high_punctuation():
    wrong = [form for row in sentences("fr") for form in forms_of(row) if SPACED.search(form)]
    assert wrong == []
