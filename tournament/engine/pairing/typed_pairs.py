"""Read the director's list of pairs, one per line, by number or by name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tournament.engine.message import Message, Messages
from tournament.engine.roster import name_key, normalize_text

SEPARATORS = (
    re.compile(r"\s+(?:-|–|v|vs|against)\.?\s+", re.IGNORECASE),
    re.compile(r"[:;,/\t]"),
    re.compile(r"(?<=\d)\s*[-–]\s*(?=\d)"),
)
"""The separators between two players, the most reliable first; a hyphen may be part of a name."""
BYE_WORDS = frozenset({"bye", "free", "0"})


@dataclass(frozen=True, slots=True)
class TypedPairs:
    """A parsed list: pairs and byes by entry number, and a message for each invalid line."""

    pairs: tuple[tuple[int, int], ...] = ()
    byes: tuple[int, ...] = ()
    problems: Messages = ()


def parse_pairs(text: str, names: Mapping[int, str]) -> TypedPairs:
    """Return the pairs in `text`: `3 5`, `3-5`, `Ana Lopez - Ben Okafor`; `7` or `7 bye` is a bye.

    A name may also be written `Lopez, Ana`, as in the list of players. A line that names no player, such
    as `bye`, is skipped. `names` are the entries' names by number. Line numbers in `problems` are 1-based
    and omitted for a single line.
    """
    numbers = {name_key(name): number for number, name in names.items()}
    pairs: list[tuple[int, int]] = []
    byes: list[int] = []
    problems: list[Message] = []
    lines = text.splitlines()
    for line, raw in enumerate(lines, start=1):
        cleaned = normalize_text(raw)
        if not cleaned:
            continue
        parts = _split_players(cleaned, numbers)
        numbers_named = [_number(part, numbers) for part in parts]
        unknown = [
            part for part, number in zip(parts, numbers_named, strict=True) if number is None
        ]
        if unknown:
            problem = Message("nobody_called", text=unknown[0])
        elif len(parts) > 2:
            problem = Message("not_a_pair", text=cleaned, players=len(parts))
        else:
            known = [number for number in numbers_named if number]
            if len(known) == 2:
                pairs.append((known[0], known[1]))
            elif known:
                byes.append(known[0])
            continue
        many = len(lines) > 1
        problems.append(Message("in_line", line=line, problem=problem) if many else problem)
    return TypedPairs(tuple(pairs), tuple(byes), tuple(problems))


def _split_players(text: str, numbers: Mapping[str, int]) -> list[str]:
    """Return the players' parts of a line, split at a separator, or at spaces if it contains only numbers."""
    if _number(text, numbers):
        return [text]  # "Last, First" alone is one player, not two
    if re.fullmatch(r"\d+(\s+(\d+|bye|free))*", text, re.IGNORECASE):
        return text.split()
    for sign in SEPARATORS:
        if sign.search(text):
            return [part.strip() for part in sign.split(text) if part.strip()]
    return [text]


def _number(part: str, numbers: Mapping[str, int]) -> int | None:
    """Return the entry number, 0 for a word that means the bye, or None for an unknown player."""
    if part.casefold() in BYE_WORDS:
        return 0
    if part.isdecimal():
        return int(part) if int(part) in numbers.values() else None
    last, comma, first = part.partition(",")
    return numbers.get(name_key(f"{first} {last}" if comma else part))
