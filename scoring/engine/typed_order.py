"""How a typed line begins, and a play put into the one order that is read: square, word, figures.

``FROZEN 8H 38``, ``8H, FROZEN, 38``, ``8 H FROZEN 38``, ``8-H FROZEN 38``, ``8H FROZEN = 38`` and
``8H FROZEN38`` are what somebody types who has not read the help. A line that is no play stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import replace

from scoring.engine.squares import Coordinate, NotASquare

SIGNS = {"-": "exchange", "+": "challenge", "!": "time", "=": "rack", "*": "adjust"}
"""What a line that is no play begins with, and the kind of turn it is."""
WORDS = {
    "x": "exchange", "exchange": "exchange", "swap": "exchange", "change": "exchange",
    "pass": "pass", "ch": "challenge", "challenge": "challenge", "time": "time",
    "overtime": "time", "rack": "rack", "adjust": "adjust", "adjustment": "adjust",
}  # fmt: skip
"""The same as words."""

_SEAT = re.compile(r"(\d+\s*:\s*)?(.*)")
_WORD = re.compile(r"[^\W\d_][^\d,;=@+*!]*")
_SCORED = re.compile(r"([^\d=:]+)[=:](\d+)")
_ENDS_IN_SCORE = re.compile(r"([^\W\d_][^\d=,;:]+)(\d+)")
"""Word and score without a blank between, where nothing follows: ``FROZEN38``."""
_JOINING = frozenset({"=", ":"})
_HEAD = 4
"""A play has no more parts before what somebody may add in words."""


def tidied(line: str) -> str:
    """The line with single blanks and plain minus signs, a play in its usual order."""
    line = " ".join(line.replace("−", "-").replace("–", "-").split())
    match = _SEAT.fullmatch(line)
    seat, rest = (match.group(1) or "", match.group(2)) if match else ("", line)
    parts = rest.split(" ")
    head = [part.rstrip(",;:") for part in parts[:_HEAD]]
    head = [part for at, part in enumerate(head) if part and not (at and part in _JOINING)]
    if (
        head
        and (apart := head[0].split("-"))
        and len(apart) == 2
        and all(apart)
        and _is_half(*apart)
    ):
        head[0] = "".join(apart)
    if len(head) > 2 and _is_square(head[0] + head[1]) and _is_half(head[0], head[1]):
        head[:2] = [head[0] + head[1]]
    if (
        len(head) > 1
        and _WORD.fullmatch(head[0])
        and not _is_square(head[0])
        and _is_square(head[1])
    ):
        head[:2] = [head[1], head[0]]
    if not head or not _is_square(head[0]):
        return line
    scored = _SCORED.fullmatch(head[1]) if len(head) > 1 else None
    if len(head) == 2 and scored is None:
        scored = _ENDS_IN_SCORE.fullmatch(head[1])
    if scored is not None:
        head[1:2] = scored.groups()
    return seat + " ".join([*head, *parts[_HEAD:]])


def turned(line: str) -> str:
    """The line of a play with its square the other way round, ``H8`` for ``8H``; "" if it is no play."""
    match = _SEAT.fullmatch(tidied(line))
    seat, rest = (match.group(1) or "", match.group(2)) if match else ("", "")
    head, _, others = rest.partition(" ")
    if not _is_square(head):
        return ""
    at = Coordinate.parse(head)
    return f"{seat}{replace(at, direction=at.direction.turned)} {others}"


def _is_half(one: str, other: str) -> bool:
    """A number and a letter apart, in either order."""
    return one.isdecimal() != other.isdecimal() and 1 in (len(one), len(other))


def _is_square(text: str) -> bool:
    try:
        Coordinate.parse(text)
    except NotASquare:
        return False
    return True
