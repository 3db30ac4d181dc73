"""Lines that promise prizes: `prize rank 1 a $200`, `prize highwin 1 a 'a book'`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournament.engine.interchange import PromisedPrize

KINDS = {"highwin": "high_win", "rank": "place"}
"""The kinds that are taken over, and what they are called here."""
MOST_PLACES = 50
MOST_PRIZES = 100
LONGEST = 80
_LINE = re.compile(
    rf"prize\s+(?P<kind>{'|'.join(KINDS)})\s+(?P<place>[1-9]\d?)\s+(?P<division>\S+)\s+(?P<value>\S.*)",
    re.IGNORECASE | re.ASCII,
)
_OPTION = re.compile(r"\b[a-z]\w*\s*=", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize with the line that promises it; `division` in small letters."""

    line: int
    text: str
    division: str
    prize: PromisedPrize


def read_prize(number: int, line: str) -> PrizeLine | None:
    """The prize on that line; None for other kinds, and for what has conditions."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    value, place = found["value"].strip(), int(found["place"])
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1].strip()
    elif _OPTION.search(value):
        return None
    if not value or len(value) > LONGEST or place > MOST_PLACES:
        return None
    prize = PromisedPrize(KINDS[found["kind"].casefold()], place, value)
    return PrizeLine(number, line, found["division"].casefold(), prize)
