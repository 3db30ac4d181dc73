"""The results of pairings, and their values: all wins, ties and spreads are derived here.

A result is entered, or is the outcome of a recorded game (`game_outcome`). Its value to either side
is calculated only here (`result_values`, `winners`, `half_points`).

A `Result` is a named tuple and not a dataclass because standings read thousands of them directly
from the database: `Result._make` on a row takes a third of the time of building an object.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

NOBODY = 0
"""The number used in a result without an opponent. Entries are numbered from 1."""


class Outcome(StrEnum):
    """The ways a pairing can end. Only games (`GAMES`) have scores; all other outcomes have awarded spreads, if any."""

    PLAYED = "played"
    """A game played to the end; the scores decide."""
    FIRST_WINS = "first_wins"
    """A game won by the first-named entry whatever the scores: by time, a challenge, or a tie-break."""
    SECOND_WINS = "second_wins"
    """A game won by the second-named entry whatever the scores."""
    BYE = "bye"
    """No opponent: a win with the awarded spread."""
    HALF_BYE = "half_bye"
    """No opponent: half a win, without spread."""
    FIRST_FORFEITS = "first_forfeits"
    """The first-named entry did not play: a loss, and a win for the opponent if there is one."""
    SECOND_FORFEITS = "second_forfeits"
    """The second-named entry did not play: a loss, and a win for the opponent."""
    BOTH_FORFEIT = "both_forfeit"
    """Neither played: a loss for both."""
    VOID = "void"
    """The round does not count."""


GAMES = frozenset({Outcome.PLAYED, Outcome.FIRST_WINS, Outcome.SECOND_WINS})
"""The outcomes with scores, of games that were played to the end."""

BYES = frozenset({Outcome.BYE, Outcome.HALF_BYE})
"""The outcomes of a player who was present and had no opponent."""

ALONE = (Outcome.BYE, Outcome.HALF_BYE, Outcome.FIRST_FORFEITS, Outcome.VOID)
"""The possible outcomes of a round without an opponent, in display order."""

WITHOUT_SPREAD = frozenset({Outcome.HALF_BYE, Outcome.VOID})
"""The outcomes for which spread is never awarded."""


def is_bye(outcome: str | None) -> bool:
    """Return whether the outcome is a bye, for a whole or half a win."""
    return outcome in BYES


_NAMED: dict[str, int] = {Outcome.FIRST_WINS: 2, Outcome.SECOND_WINS: 0}
"""The half points of the first-named entry, by outcome, for outcomes that name the winner."""

_FORFEITED: dict[str, tuple[bool, bool]] = {
    Outcome.FIRST_FORFEITS: (True, False),
    Outcome.SECOND_FORFEITS: (False, True),
    Outcome.BOTH_FORFEIT: (True, True),
}
"""Whether the first and the second entry forfeited, by outcome."""


class ResultValue(NamedTuple):
    """The value of a result to one of its two entries."""

    spread: int
    """The spread in points, before any cap."""
    half_points: int | None
    """2 for a win, 1 for a tie, 0 for a loss; None for a void round."""


def game_value(outcome: str, first_score: int, second_score: int) -> tuple[int, int]:
    """Return a game's spread and half points for the first-named entry: 2 for a win, 1 for a tie, 0 for a loss.

    The second entry has the opposite spread and the remaining half points. The spread decides unless
    the outcome names the winner (for overtime beyond the cap, a challenge that costs the game, or the
    tie-break of box rules). Equal scores are a tie in a tournament, with half a win each.
    """
    margin = first_score - second_score
    if outcome in _NAMED:
        return margin, _NAMED[outcome]
    return margin, 2 if margin > 0 else 0 if margin else 1


def half_points(outcome: str, margin: int) -> int:
    """Return the half points of the first-named entry, whose spread is `margin`, as in `game_value`."""
    return game_value(outcome, margin, 0)[1]


def result_values(
    outcome: str, first_score: int, second_score: int
) -> tuple[ResultValue, ResultValue]:
    """Return the value of a result to the first-named entry and to the second.

    For a game, the scores are points (with only the spread known, the spread and 0); otherwise they are
    the spread awarded to each. Without an opponent, the second value means nothing.
    """
    if outcome in GAMES:
        margin, won = game_value(outcome, first_score, second_score)
        return ResultValue(margin, won), ResultValue(-margin, 2 - won)
    if outcome == Outcome.VOID:
        return ResultValue(0, None), ResultValue(0, None)
    if outcome == Outcome.HALF_BYE:
        return ResultValue(0, 1), ResultValue(0, None)
    gone = forfeits_of(outcome)
    return ResultValue(first_score, 0 if gone[0] else 2), ResultValue(
        second_score, 0 if gone[1] else 2
    )


def forfeits_of(outcome: str) -> tuple[bool, bool]:
    """Return whether the first-named entry forfeited and whether the second did; a forfeit is a loss."""
    return _FORFEITED.get(outcome, (False, False))


def awarded_spread(outcome: str, bye_spread: int, forfeit_spread: int) -> tuple[int, int]:
    """Return the spread awarded to each entry of a pairing that was not played.

    A forfeit win earns the same as a bye; half byes and void rounds earn none.
    """
    if outcome in WITHOUT_SPREAD:
        return 0, 0
    if outcome == Outcome.BYE:
        return bye_spread, 0
    first, second = (forfeit_spread if gone else bye_spread for gone in forfeits_of(outcome))
    return first, second


def winners(outcome: str, first_score: int, second_score: int) -> tuple[int, ...]:
    """Return the winners of a game: (0,) for the first-named entry, (1,) for the second, (0, 1) for a tie.

    The result is () if no game was played.
    """
    if outcome not in GAMES:
        return ()
    _, won = game_value(outcome, first_score, second_score)
    return ((1,), (0, 1), (0,))[won]


def game_outcome(winners: Collection[int], first_score: int, second_score: int) -> Outcome:
    """Return the outcome of a two-player game, given its winning seats (0 is the first).

    The outcome names the winner if the scores do not show it. The results of recorded games are obtained
    in this way.
    """
    _, by_scores = game_value(Outcome.PLAYED, first_score, second_score)
    if set(winners) == {0} and by_scores < 2:
        return Outcome.FIRST_WINS
    if set(winners) == {1} and by_scores > 0:
        return Outcome.SECOND_WINS
    return Outcome.PLAYED


def rated_spread(outcome: str, first_score: int, second_score: int) -> int:
    """Return the spread at which a game is rated; a win not shown by the scores counts as one point."""
    margin, won = game_value(outcome, first_score, second_score)
    return (
        margin if outcome not in _NAMED or won == half_points(Outcome.PLAYED, margin) else won - 1
    )


def scores_of_spread(spread: int) -> tuple[int, int]:
    """Return two scores with this spread for the first, neither below 0, for games without known scores."""
    return max(spread, 0), max(-spread, 0)


def cap_spread(spread: int, limit: int | None) -> int:
    """Return the spread that counts if a game counts for at most `limit` points; None is no limit."""
    return spread if limit is None else max(-limit, min(limit, spread))


class Result(NamedTuple):
    """The outcome of one pairing. Entries are given by their numbers in the division.

    For a game `first_score` and `second_score` are points. Otherwise they are the spread awarded to
    each, so that later changes of the event's rules do not change earlier results.
    """

    round: int
    first: int
    second: int
    first_score: int
    second_score: int
    outcome: str = Outcome.PLAYED


@dataclass(frozen=True, slots=True)
class SpreadPenalty:
    """Spread added to an entry in one round by the director's decision; negative for a deduction."""

    round: int
    entry: int
    spread: int


@dataclass(frozen=True, slots=True)
class SpreadCap:
    """The most spread a single game can count for, in points; None is no cap.

    `by_round` overrides `default` for the rounds it contains (1-based), with None for no cap. A game is
    subject to the cap of its own round, whenever it is played.
    """

    default: int | None = None
    by_round: Mapping[int, int | None] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.default is not None or bool(self.by_round)

    def for_round(self, round_number: int) -> int | None:
        """Return the cap of one round in points, or None if it has no cap."""
        return self.by_round.get(round_number, self.default)

    def __str__(self) -> str:
        if not self:
            return "no cap"
        parts = [] if self.default is None else [str(self.default)]
        parts += [
            f"round {number}: {'none' if cap is None else cap}"
            for number, cap in sorted(self.by_round.items())
        ]
        return ", ".join(parts)


NO_CAP = SpreadCap()
"""No cap: every game counts with its whole spread."""


def results_up_to(results: Iterable[Result], round_number: int) -> list[Result]:
    """Return the results of rounds 1 to `round_number`, in the given order."""
    return [result for result in results if result[0] <= round_number]
