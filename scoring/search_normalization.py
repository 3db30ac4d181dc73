"""Text as it is searched: without case, accents and punctuation, by one rule in Python, SQLite and PostgreSQL.

What is left are words with blanks between them. Marks of Latin, Greek and Cyrillic letters go; what no mark makes, such
as ø and ß, is written as it is typed without such a key. In an index of PostgreSQL stands what `FOLDED` gives, so a
change of the rule needs a migration that makes the function and its indexes anew.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

FOLDED = "ninetimer_folded"
"""The function of the database."""
ALIKE = str.maketrans("øłđðħıŋς", "olddhinσ")
LONGER = {"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
PUNCTUATION = "-.,;:!?'’‘ʼ`´\"“”„«»()[]{}/\\&+*_–—@#%<>|=~^$"
_BETWEEN_WORDS = str.maketrans(dict.fromkeys(PUNCTUATION, " "))
_MARKS = re.compile("[\u0300-\u036f]")


@lru_cache(maxsize=100_000)
def folded(text: str) -> str:
    """The words of a text, as they are searched."""
    letters = _MARKS.sub("", unicodedata.normalize("NFKD", text)).lower().translate(ALIKE)
    for letter, written in LONGER.items():
        letters = letters.replace(letter, written)
    return " ".join(letters.translate(_BETWEEN_WORDS).split())


def function_of_postgresql(*, knows_languages: bool) -> str:
    """The statement that makes the same function there; `knows_languages` where the server has ICU."""
    letters = "regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g')"
    if knows_languages:
        letters = f'({letters} COLLATE "und-x-icu")'
    letters = f"lower({letters})"
    one, other = ("".join(chr(code) for code in codes) for codes in (ALIKE.keys(), ALIKE.values()))
    one, other = one + PUNCTUATION, other + " " * len(PUNCTUATION)
    letters = f"translate({letters}, {_quoted(one)}, {_quoted(other)})"
    for letter, written in LONGER.items():
        letters = f"replace({letters}, {_quoted(letter)}, {_quoted(written)})"
    # Not in plain SQL: its text would stand where the function is called, and be taken for cheap.
    return (
        f"CREATE OR REPLACE FUNCTION {FOLDED}(text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT "
        f"COST 1000 AS $folded$ BEGIN RETURN btrim(regexp_replace({letters}, '\\s+', ' ', 'g')); END $folded$"
    )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
