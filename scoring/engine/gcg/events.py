"""One turn line of GCG after its nick, in every form met: play, exchange, pass, withdrawal, brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scoring.engine.findings import Code, Finding
from scoring.engine.turns import Kind, Turn

COORDINATES = frozenset(
    spelling
    for row in range(1, 100)
    for column in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    for spelling in (f"{row}{column}", f"{column}{row}")
)
"""Every spelling of a square that could be meant, on a board of any size."""

_COUNT = re.compile(r"\d{1,2}")
_NUMBER = re.compile(r"[+-]?[+-]?\d{1,6}")


def read_event(
    parts: Sequence[str], player: int, line: int
) -> tuple[Turn | None, tuple[Finding, ...]]:
    """The turn that the tokens after the nick tell of, and what is odd about them.

    None where they tell of no turn. The rack may be missing; figures may be missing or carry two
    signs; what follows the figures is kept as the turn's remark.
    """
    if parts and _is_move(parts[0]):
        at = 0
    elif len(parts) > 1 and _is_move(parts[1]):
        at = 1
    else:
        shown = shortened(" ".join(parts))
        message = f"“{shown}” has no square, exchange, pass or bracket to tell what was done."
        return None, (Finding(Code.NOT_A_TURN, message, line),)
    move, after = parts[at], parts[at + 1 :]
    rack = parts[0] if at else None
    if move in COORDINATES:
        return _play(Turn(Kind.PASS, player, rack, line=line), move, after)
    score, total, rest = _figures(after)
    blank = Turn(Kind.PASS, player, rack, "", "", score, total, line, None, " ".join(rest))
    if move[0] == "(":
        return _bracketed(blank, move.strip("()")), ()
    found: tuple[Finding, ...] = ()
    if rest:
        message = f"“{shortened(blank.remark)}” after the turn is not understood; it is kept."
        found = (Finding(Code.EXTRA_TEXT, message, line),)
    if move == "--":
        return blank._replace(kind=Kind.WITHDRAWN), found
    if score is None:
        blank = blank._replace(announced=0)
    return (blank if move == "-" else _exchange(blank, move[1:])), found


def shortened(text: str) -> str:
    """At most 40 characters of something a file holds, for a message."""
    return text if len(text) <= 40 else f"{text[:37]}…"


def _is_move(part: str) -> bool:
    return part[0] in "-(" or part in COORDINATES


def _play(
    blank: Turn, coordinate: str, after: Sequence[str]
) -> tuple[Turn | None, tuple[Finding, ...]]:
    word = after[0] if after and not _NUMBER.fullmatch(after[0]) else ""
    score, total, rest = _figures(after[1:] if word else after)
    found: tuple[Finding, ...] = ()
    if not word:
        message = f"A play at {coordinate} without a word; the turn lays nothing."
        found = (Finding(Code.WORD_MISSING, message, blank.line),)
    elif rest and (score is None or rest[0].lstrip("+-").isdecimal()):
        after_what = "word is no score" if score is None else "score is no total of a game"
        message = f"“{shortened(' '.join(rest))}” after the {after_what}; it is kept."
        found = (Finding(Code.EXTRA_TEXT, message, blank.line),)
    turn = blank._replace(
        kind=Kind.PLAY,
        coordinate=coordinate,
        tiles=word.replace("(", "").replace(")", ""),
        announced=score,
        total=total,
        remark=" ".join(rest),
    )
    return turn, found


def _bracketed(blank: Turn, inside: str) -> Turn:
    """Points on a line of their own: for a challenge in vain, for time, for a rack."""
    kind = {"challenge": Kind.CHALLENGE_BONUS, "time": Kind.OVERTIME}.get(inside.lower())
    if kind is not None:
        return blank._replace(kind=kind)
    return blank._replace(kind=Kind.END_RACK, tiles=inside)


def _exchange(blank: Turn, what: str) -> Turn:
    """An exchange of so many or of named tiles; one letter repeated that the rack lacks is a number."""
    if _COUNT.fullmatch(what):
        return blank._replace(kind=Kind.EXCHANGE, exchanged=int(what))
    rack = blank.rack or ""
    if rack and len(set(what)) == 1 and what.count(what[0]) > rack.count(what[0]):
        return blank._replace(kind=Kind.EXCHANGE, exchanged=len(what))
    return blank._replace(kind=Kind.EXCHANGE, tiles=what)


def _figures(parts: Sequence[str]) -> tuple[int | None, int | None, Sequence[str]]:
    """Score and total at the head of `parts`, and what follows them."""
    numbers: list[int | None] = []
    for part in parts[:2]:
        if not _NUMBER.fullmatch(part):
            break
        two_signs = part[1:2] in ("+", "-")
        figure = int(part[2:] if two_signs else part)
        numbers.append(-figure if two_signs and "-" in part[:2] else figure)
    score, total = [*numbers, None, None][:2]
    return score, total, parts[len(numbers) :]
