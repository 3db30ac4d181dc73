"""English words left on a page that is in another language.

A word is English here where a sentence of the source has it and no translation does, and nobody typed it.
"""

import re
from functools import cache

from polib import pofile

from tests.pseudo_language import HELD, Reader
from tournament.languages import catalogues

WORD = re.compile(r"[^\W\d_]{3,}")


def words_of(text: str) -> set[str]:
    """The words of a text, in small letters, without placeholders and tags."""
    return {word.casefold() for word in WORD.findall(HELD.sub(" ", text))}


@cache
def english_words(language: str) -> frozenset[str]:
    """The words of the source that no translation into this language has."""
    source: set[str] = set()
    translated: set[str] = set()
    for path in catalogues(language):
        for row in pofile(str(path)):
            source |= words_of(f"{row.msgid} {row.msgid_plural or ''}")
            translated |= words_of(" ".join((row.msgstr, *row.msgstr_plural.values())))
    return frozenset(source - translated)


def english_in(text: str, language: str, typed: str = "") -> list[str]:
    """The English words in a text that is read in this language; those `typed` by people do not count."""
    return sorted((words_of(text) & english_words(language)) - words_of(typed))


def english_on(page: str, language: str, typed: str = "") -> list[str]:
    """The English words of a page that a person reads or hears."""
    reader = Reader()
    reader.feed(page)
    return english_in(" ".join(reader.pieces), language, typed)
