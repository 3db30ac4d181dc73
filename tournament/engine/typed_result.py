"""Parse the line of a typed result (board, score, score), and find unusual figures in it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.message import Message, MessageError, Messages
from tournament.engine.results import GAMES, result_values, winners

PARTED = re.compile(r"[\s/*,;:]+")
DASHES = str.maketrans(
    dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}", "-")
)
BETWEEN = re.compile(r"(?<=\d)-(?=-?\d)")
"""A pattern for a dash between two scores; a dash before the first digit of a score is a minus sign."""
WHICH = re.compile(r"([bp#]?)0*(\d{1,4})", re.IGNORECASE)
FIGURE = re.compile(r"[+-]?\d{1,6}")


class TypedFigures(StrEnum):
    """The kinds of figures that are typed after the board."""

    SCORES = "scores"
    """Two scores."""
    BOTH = "both"
    """Two scores and the spread, which must agree as a check digit."""
    SPREAD = "spread"
    """Only the spread, if slips show no scores."""


FIGURES = {TypedFigures.SCORES: 2, TypedFigures.BOTH: 3, TypedFigures.SPREAD: 1}
"""The number of figures after the board, by mode."""


class TypedOutcome(StrEnum):
    """Words typed in place of scores. They apply to the given player, or to the first player of the board."""

    FORFEITS = "f"
    """Forfeits: a loss, and a win for the opponent."""
    WINS = "w"
    """Wins because the opponent forfeits."""
    BOTH_FORFEIT = "ff"
    """Neither came: a loss for both."""
    VOID = "v"
    """The round counts for neither."""
    BYE = "bye"
    """No opponent this round: a win."""
    HALF_BYE = "half"
    """No opponent this round: half a win."""


OUTCOMES_BY_WORD = {
    "f": TypedOutcome.FORFEITS,
    "forfeit": TypedOutcome.FORFEITS,
    "w": TypedOutcome.WINS,
    "win": TypedOutcome.WINS,
    "ff": TypedOutcome.BOTH_FORFEIT,
    "v": TypedOutcome.VOID,
    "void": TypedOutcome.VOID,
    "bye": TypedOutcome.BYE,
    "half": TypedOutcome.HALF_BYE,
}


@dataclass(frozen=True, slots=True)
class TypedResult:
    """A parsed line. Scores are those of the given player and of the opponent, in points.

    `number` is a board, or a player with `by_player`. If only the spread was typed, `score` is the
    spread and `opponent` is 0. Without figures or an outcome, the line only selects the board.
    """

    number: int
    by_player: bool = False
    score: int | None = None
    opponent: int = 0
    spread_only: bool = False
    outcome: TypedOutcome | None = None

    @property
    def only_selects(self) -> bool:
        """Whether the line is only a number, which selects a board without entering a result."""
        return self.score is None and self.outcome is None

    def __str__(self) -> str:
        which = f"p{self.number}" if self.by_player else f"b{self.number}"
        if self.outcome is not None:
            return f"{which} {self.outcome}"
        if self.score is None:
            return which
        if self.spread_only:
            return f"{which} {self.score:+}"
        return f"{which} {self.score} {self.opponent}"


def parse_typed_result(
    line: str,
    mode: TypedFigures = TypedFigures.SCORES,
    *,
    by_player: bool = False,
    in_english: Callable[[str], str] = str,
) -> TypedResult:
    """Return the result parsed from a typed line. A bare number is a board, or a player with `by_player`.

    `b4` is always board 4, `p17` or `#17` always player 17. `in_english` translates the words typed in
    place of scores into English. Raise `ResultNotUnderstood` for anything else.
    """
    pieces = [p for p in PARTED.split(line.translate(DASHES).strip()) if p]
    if not pieces:
        raise ResultNotUnderstood(Message("nothing_typed"))
    match = WHICH.fullmatch(pieces[0])
    if match is None or not int(match[2]):
        raise ResultNotUnderstood(Message("no_board_or_player", typed=pieces[0]))
    named = by_player if not match[1] else match[1].lower() != "b"
    number, rest = int(match[2]), pieces[1:]
    if not rest:
        return TypedResult(number, named)
    words = " ".join(rest)
    if not words[0].isdecimal() and (ending := OUTCOMES_BY_WORD.get(in_english(words).lower())):
        return TypedResult(number, named, outcome=ending)
    if mode != TypedFigures.SPREAD:
        rest = [part for piece in rest if piece != "-" for part in BETWEEN.split(piece)]
    figures = [_parse_figure(piece) for piece in rest]
    if len(figures) != FIGURES[mode]:
        raise ResultNotUnderstood(_expected_figures_message(mode, len(figures)))
    if mode == TypedFigures.SPREAD:
        return TypedResult(number, named, figures[0], spread_only=True)
    if mode == TypedFigures.BOTH:
        _check_spread(figures[0], figures[1], figures[2], rest[2])
    return TypedResult(number, named, figures[0], figures[1])


def _expected_figures_message(mode: TypedFigures, typed: int) -> Message:
    """Return the message on the figures expected after the number, with the count of those typed."""
    if mode == TypedFigures.SCORES:
        return Message("two_scores_wanted", typed=typed)
    if mode == TypedFigures.BOTH:
        return Message("scores_and_spread_wanted", typed=typed)
    return Message("spread_wanted", typed=typed)


def _parse_figure(piece: str) -> int:
    if not FIGURE.fullmatch(piece):
        raise ResultNotUnderstood(Message("no_score", typed=piece))
    return int(piece)


def _check_spread(score: int, opponent: int, spread: int, typed: str) -> None:
    """Raise `ResultNotUnderstood` unless the spread agrees with the scores.

    A spread without a sign is the margin; with one, it is the first player's spread.
    """
    margin = score - opponent
    if spread != (margin if typed[0] in "+-" else abs(margin)):
        raise ResultNotUnderstood(
            Message(
                "spread_differs", score=score, opponent=opponent, margin=abs(margin), spread=spread
            )
        )


class ResultNotUnderstood(MessageError):
    """The line cannot be parsed; the message names the invalid part."""


LIKELY_SCORES = range(100, 1001)
"""Scores in points that need no confirmation."""
LIKELY_SPREAD = range(1, 401)
"""Margins in points that need no confirmation."""


def unusual_figure_messages(
    outcome: str, first_score: int, second_score: int, spread_only: bool = False
) -> Messages:
    """Return a message for every unusual figure; () if there is none or the board was not played.

    With `spread_only`, the first score is the spread and the second is 0.
    """
    if outcome not in GAMES:
        return ()
    is_tie = len(winners(outcome, first_score, second_score)) > 1
    if spread_only:
        if is_tie:
            return (Message("spread_is_tie"),)
        wide = abs(first_score) not in LIKELY_SPREAD
        return (Message("unusual_spread", spread=first_score),) if wide else ()
    odd = [
        Message("unusual_score", score=score)
        for score in dict.fromkeys((first_score, second_score))
        if score not in LIKELY_SCORES
    ]
    spread = result_values(outcome, first_score, second_score)[0].spread
    if not odd and abs(spread) > LIKELY_SPREAD[-1]:
        odd.append(Message("unusual_spread", spread=spread))
    if is_tie:
        odd.append(Message("scores_are_tie", first=first_score, second=second_score))
    return tuple(odd)
