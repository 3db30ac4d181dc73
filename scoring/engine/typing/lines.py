"""The text line of a turn: normalizing a typed line, and writing the line for a recorded turn."""

from __future__ import annotations

import re
from dataclasses import replace
from unicodedata import normalize

from scoring.engine.board.squares import Coordinate, NotASquare
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.typing.typed_word import bracketed_word

KIND_SIGNS = {"-": "exchange", "+": "challenge", "!": "time", "=": "rack", "*": "adjust"}
"""The signs that begin a line other than a play, each with the word for its kind of turn."""
KIND_WORDS = {
    "x": "exchange", "exchange": "exchange", "swap": "exchange", "change": "exchange",
    "pass": "pass", "ch": "challenge", "challenge": "challenge", "time": "time",
    "overtime": "time", "rack": "rack", "adjust": "adjust", "adjustment": "adjust",
}  # fmt: skip
"""The words that may be typed instead of the signs, each with the word for its kind of turn."""

_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}", "----")
_SEAT = re.compile(r"(\d+\s*:\s*)?(.*)")
_WORD = re.compile(r"[^\W\d_][^\d,;=@+*!]*")
_SCORED = re.compile(r"([^\d=:]+)[=:](\d+)")
_ENDS_IN_SCORE = re.compile(r"([^\W\d_][^\d=,;:]+)(\d+)")
"""Pattern of a word directly followed by its score: ``FROZEN38``."""
_JOINING = frozenset({"=", ":"})
_HEAD_PART_COUNT = 4
"""Number of parts at the start of a line that are normalized as those of a play. The rest are left as typed."""


def normalize_line(line: str) -> str:
    """Return the line with single spaces and plain minus signs, and a play as square, word and figures.

    The square may be typed in two parts or after the word, and the score attached to the word. A letter
    and a separate accent are combined.
    """
    line = " ".join(normalize("NFC", line).translate(_MINUS).split())
    match = _SEAT.fullmatch(line)
    seat, rest = (match.group(1) or "", match.group(2)) if match else ("", line)
    parts = rest.split(" ")
    head = [part.rstrip(",;:") for part in parts[:_HEAD_PART_COUNT]]
    head = [part for at, part in enumerate(head) if part and not (at and part in _JOINING)]
    if (
        head
        and (apart := head[0].split("-"))
        and len(apart) == 2
        and all(apart)
        and _may_form_square(*apart)
    ):
        head[0] = "".join(apart)
    if len(head) > 2 and _is_square(head[0] + head[1]) and _may_form_square(head[0], head[1]):
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
    return seat + " ".join([*head, *parts[_HEAD_PART_COUNT:]])


def line_in_other_direction(line: str) -> str:
    """Return the line of a play in the other direction, ``H8`` for ``8H``, or "" if it does not begin with a square."""
    match = _SEAT.fullmatch(normalize_line(line))
    seat, rest = (match.group(1) or "", match.group(2)) if match else ("", "")
    head, _, others = rest.partition(" ")
    if not _is_square(head):
        return ""
    at = Coordinate.parse(head)
    return f"{seat}{replace(at, direction=at.direction.perpendicular)} {others}"


def _may_form_square(one: str, other: str) -> bool:
    """Return whether two parts may be a square typed in two parts.

    One of them must be a number and the other not, and at least one must have a single character.
    """
    return one.isdecimal() != other.isdecimal() and 1 in (len(one), len(other))


def _is_square(text: str) -> bool:
    try:
        Coordinate.parse(text)
    except NotASquare:
        return False
    return True


def typed_line(turn: Turn, position: Replay) -> str:
    """Return the line that `typed_turn.parse_turn` reads as `turn` in `position`, the state before it.

    Tiles played through are in brackets. The seat is omitted, because the caller knows the player.
    """
    write = position.tile_set.format_tiles
    tiles = write(turn.tiles)
    rack = f" @{write(turn.rack)}" if turn.rack else ""
    # A total alone would be read as the score.
    total = "" if turn.total is None or turn.announced is None else f" {turn.total}"
    figures = "" if turn.announced is None else f" {turn.announced}{total}"
    of_nothing = figures if turn.announced or total else ""
    match turn.kind:
        case TurnKind.PLAY:
            return f"{turn.coordinate} {bracketed_word(position.board, turn)}{figures}{rack}"
        case TurnKind.EXCHANGE:
            return f"-{tiles or turn.exchanged or 1}{of_nothing}{rack}"
        case TurnKind.PASS:
            return "ch" if turn.remark else f"pass{of_nothing}{rack}"
        case TurnKind.WITHDRAWN:
            return f"--{figures}"
        case TurnKind.CHALLENGE_BONUS:
            return f"ch{figures}"
        case TurnKind.OVERTIME:
            return f"time{figures}"
        case TurnKind.END_RACK:
            return f"rack {tiles}{figures}"
        case TurnKind.ADJUSTMENT:
            return f"adjust {turn.announced or 0} {turn.remark}".rstrip()
