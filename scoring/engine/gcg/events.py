"""Parse one GCG turn line after its nick: play, exchange, pass, withdrawal, points in brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scoring.engine.audit.findings import Code, Finding
from scoring.engine.game.turns import (
    CHALLENGE_BONUS,
    END_RACK,
    EXCHANGE,
    OVERTIME,
    PASS,
    PLAY,
    WITHDRAWN,
    Turn,
    TurnKind,
)
from scoring.engine.message import Message

COORDINATES = frozenset(
    spelling
    for row in range(1, 100)
    for column in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    for spelling in (f"{row}{column}", f"{column}{row}")
)
"""Every possible spelling of a square, on a board of any size."""

FIGURES = {f"{sign}{n}": -n if sign == "-" else n for n in range(2000) for sign in ("", "+", "-")}
"""The usual figures of a turn, keyed by their text: a lookup is faster than parsing."""

MAX_FIGURE = 999_999
"""The largest absolute value that is accepted as a figure."""

_CHARGES = {"challenge": CHALLENGE_BONUS, "time": OVERTIME}
_DASHES = "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}"
_SIGNS = str.maketrans(_DASHES, "-" * len(_DASHES))
_COUNT = re.compile(r"\d{1,2}")
_NUMBER = re.compile(r"[+-]?[+-]?\d{1,6}")


def read_event(
    parts: Sequence[str], player: int, line: int
) -> tuple[Turn | None, tuple[Finding, ...]]:
    """Return the turn described by the tokens after the nick, and findings about them.

    The turn is None if the tokens do not describe one. The rack may be missing; figures may be
    missing or carry two signs. Text after the figures becomes the remark of the turn.
    """
    if usual := _parse_usual_play(parts, player, line):
        return usual, ()
    if parts and is_action_token(parts[0]):
        rack, move, after = None, parts[0], parts[1:]
    elif len(parts) > 1 and is_action_token(parts[1]):
        rack, move, after = parts[0], parts[1], parts[2:]
    else:
        shown = shorten(" ".join(parts))
        message = Message("not_a_turn", text=shown)
        return None, (Finding(Code.NOT_A_TURN, message, line),)
    if move in COORDINATES:
        return _parse_play(player, rack, move, after, line)
    score, total, rest = _parse_figures(after)
    remark = " ".join(rest)
    if move[0] == "(":
        kind, tiles = _parse_bracketed(move.strip("()"))
        return Turn(kind, player, rack, "", tiles, score, total, line, None, remark), ()
    odd: tuple[Finding, ...] = ()
    if rest:
        message = Message("extra_text", text=shorten(remark))
        odd = (Finding(Code.EXTRA_TEXT, message, line),)
    if move == "--":
        return Turn(WITHDRAWN, player, rack, "", "", score, total, line, None, remark), odd
    kind = PASS if move == "-" else EXCHANGE
    tiles, number = _parse_exchange(move[1:], rack or "")
    return Turn(kind, player, rack, "", tiles, score or 0, total, line, number, remark), odd


def normalize_dashes(parts: Sequence[str]) -> list[str]:
    """Return the tokens of a turn, with ``-`` for every dash in those that begin with a dash or ``+``."""
    return [
        part.translate(_SIGNS) if part[0] in _DASHES or part[0] == "+" else part for part in parts
    ]


def uppercase_turn(turn: Turn) -> Turn:
    """Return the turn with its rack and tiles in upper case. Letters without an upper-case form are unchanged."""
    rack = None if turn.rack is None else _uppercase(turn.rack)
    return turn._replace(rack=rack, tiles=_uppercase(turn.tiles))


def _uppercase(text: Sequence[str]) -> str:
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in text)


def is_action_token(part: str) -> bool:
    """Return whether a token names an action: a square, or the sign of anything other than a play."""
    return part[:1] in ("-", "(") or part in COORDINATES


def is_malformed(turn: Turn) -> bool:
    """Return whether a turn read without findings could not be restored from its normalized form."""
    if turn.kind is PLAY:
        return not turn.tiles  # only brackets, no word
    if turn.kind is EXCHANGE and not turn.tiles and not turn.exchanged:
        return True  # -0, which would become a pass
    return bool(turn.remark)  # only a play can have a remark


def shorten(text: str) -> str:
    """Return at most 40 characters of a string from a file, for a message."""
    return text if len(text) <= 40 else f"{text[:39]}…"


def _parse_usual_play(parts: Sequence[str], player: int, line: int) -> Turn | None:
    """Return the play if the line has the usual five parts, or None. The rack is not checked."""
    if len(parts) != 5:
        return None
    rack, coordinate, tiles, score, total = parts
    if coordinate not in COORDINATES or "(" in tiles:
        return None
    if score not in FIGURES or total not in FIGURES:
        return None
    return Turn(PLAY, player, rack, coordinate, tiles, FIGURES[score], FIGURES[total], line)


def _parse_play(
    player: int, rack: str | None, coordinate: str, after: Sequence[str], line: int
) -> tuple[Turn, tuple[Finding, ...]]:
    word = after[0] if after and not _NUMBER.fullmatch(after[0]) else ""
    score, total, rest = _parse_figures(after[1:] if word else after)
    remark = " ".join(rest)
    odd: tuple[Finding, ...] = ()
    if not word:
        message = Message("word_missing", coordinate=coordinate)
        odd = (Finding(Code.WORD_MISSING, message, line),)
    elif rest and (score is None or rest[0].lstrip("+-").isdecimal()):
        code = "extra_after_word" if score is None else "extra_after_score"
        message = Message(code, text=shorten(remark))
        odd = (Finding(Code.EXTRA_TEXT, message, line),)
    tiles = word.replace("(", "").replace(")", "")
    turn = Turn(PLAY, player, rack, coordinate, tiles, score, total, line, None, remark)
    return turn, odd


def _parse_bracketed(inside: str) -> tuple[TurnKind, str]:
    """Return the kind of a line in brackets, and its tiles if it settles a rack, otherwise ""."""
    kind = _CHARGES.get(inside.lower())
    return (END_RACK, inside) if kind is None else (kind, "")


def _parse_exchange(what: str, rack: str) -> tuple[str, int | None]:
    """Return the exchanged tiles and None, or "" and their number.

    ``-3`` is a number. So is a letter repeated more often than it is in the rack: ``-xxx`` is three.
    """
    if _COUNT.fullmatch(what):
        return "", int(what)
    if rack and len(set(what)) == 1 and what.count(what[0]) > rack.count(what[0]):
        return "", len(what)
    return what, None


def _parse_figures(parts: Sequence[str]) -> tuple[int | None, int | None, Sequence[str]]:
    """Return the score and total at the start of `parts`, None for a missing one, and the remaining parts."""
    if len(parts) == 2:
        score, total = FIGURES.get(parts[0]), FIGURES.get(parts[1])
        if score is not None and total is not None:
            return score, total, ()
    numbers: list[int | None] = []
    for part in parts[:2]:
        if not _NUMBER.fullmatch(part):
            break
        two_signs = part[1:2] in ("+", "-")
        figure = int(part[2:] if two_signs else part)
        numbers.append(-figure if two_signs and "-" in part[:2] else figure)
    score, total = [*numbers, None, None][:2]
    return score, total, parts[len(numbers) :]
