"""Normalize text for searches by the same rule in Python, SQLite and PostgreSQL.

The result is words separated by spaces, without case, accents or punctuation. Accents of Latin,
Greek and Cyrillic letters are removed; other letters, such as ø and ß, are replaced by their usual
substitutes. PostgreSQL indexes contain the results of `NORMALIZING_FUNCTION`, so a change of the rule needs a
migration that recreates the function and its indexes.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

NORMALIZING_FUNCTION = "ninetimer_folded"
"""The name of the database function that normalizes text."""
SINGLE_LETTER_SUBSTITUTES = str.maketrans("øłđðħıŋς", "olddhinσ")
TWO_LETTER_SUBSTITUTES = {"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
PUNCTUATION = "-.,;:!?'’‘ʼ`´\"“”„«»()[]{}/\\&+*_–—@#%<>|=~^$"
_BETWEEN_WORDS = str.maketrans(dict.fromkeys(PUNCTUATION, " "))
_DIACRITICS = re.compile("[\u0300-\u036f]")


@lru_cache(maxsize=100_000)
def normalized_text(text: str) -> str:
    """Return the words of a text in their normalized form."""
    letters = (
        _DIACRITICS.sub("", unicodedata.normalize("NFKD", text))
        .lower()
        .translate(SINGLE_LETTER_SUBSTITUTES)
    )
    for letter, written in TWO_LETTER_SUBSTITUTES.items():
        letters = letters.replace(letter, written)
    return " ".join(letters.translate(_BETWEEN_WORDS).split())


def create_function_sql(*, has_icu: bool) -> str:
    """Return the SQL statement that creates the function `NORMALIZING_FUNCTION` in PostgreSQL.

    `has_icu` is whether PostgreSQL was built with ICU.
    """
    letters = "regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g')"
    if has_icu:
        letters = f'({letters} COLLATE "und-x-icu")'
    letters = f"lower({letters})"
    one, other = (
        "".join(chr(code) for code in codes)
        for codes in (SINGLE_LETTER_SUBSTITUTES.keys(), SINGLE_LETTER_SUBSTITUTES.values())
    )
    one, other = one + PUNCTUATION, other + " " * len(PUNCTUATION)
    letters = f"translate({letters}, {_quoted_literal(one)}, {_quoted_literal(other)})"
    for letter, written in TWO_LETTER_SUBSTITUTES.items():
        letters = f"replace({letters}, {_quoted_literal(letter)}, {_quoted_literal(written)})"
    # Not in SQL: the planner would inline the function and underestimate its cost.
    return (
        f"CREATE OR REPLACE FUNCTION {NORMALIZING_FUNCTION}(text) RETURNS text "
        "LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 1000 AS $folded$ BEGIN "
        f"RETURN btrim(regexp_replace({letters}, '\\s+', ' ', 'g')); END $folded$"
    )


def _quoted_literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
