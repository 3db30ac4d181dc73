"""Sort names in the alphabetical order of the active language: Özil among the O, and in Spanish Ñ after N."""

import unicodedata
from functools import lru_cache

from django.utils.translation import get_language

DISTINCT_LETTERS = {
    "da": "zæøå",
    "es": "nñ",
    "fi": "zåäö",
    "nb": "zæøå",
    "pl": "aą cć eę lł nń oó sś zźż",
    "sv": "zåäö",
}
"""Groups of letters by language; within a group, the other letters are sorted after the first.

In other languages they are sorted as their base letters.
"""
BASE_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""The base letters of letters that Unicode does not decompose."""
COLLATION = "alphabet"
"""The name of the collation in a SQLite database; no index or table uses it."""


def alphabetical_key(name: str) -> tuple[tuple[str, ...], str]:
    """Return the sort key of a name: its letters without accents, then the name in lower case.

    The letters in `DISTINCT_LETTERS` of the active language keep their accents.

    >>> sorted(["Zoll, A", "Özil, M", "Ostrow, K"], key=alphabetical_key)
    ['Ostrow, K', 'Özil, M', 'Zoll, A']
    """
    return _sort_key(name, DISTINCT_LETTERS.get((get_language() or "").partition("-")[0], ""))


def compare_names(one: str, other: str) -> int:
    """Compare two names as a SQLite collation: return -1, 0 or 1."""
    first, second = alphabetical_key(one), alphabetical_key(other)
    return (first > second) - (first < second)


@lru_cache(maxsize=8192)
def _sort_key(name: str, own: str) -> tuple[tuple[str, ...], str]:
    lower = unicodedata.normalize("NFC", name).casefold()
    return tuple(_letter_rank(letter, own) for letter in lower), lower


def _letter_rank(letter: str, own: str) -> str:
    for run in own.split():
        first, behind = run[0], run[1:]
        if letter in behind:
            return f"{first}\uffff{behind.index(letter)}"  # after all words with the first letter
    apart = unicodedata.normalize("NFD", letter.translate(BASE_LETTERS))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
