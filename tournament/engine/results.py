"""What came of each pairing, as the values standings and pairings are computed from.

A `Result` is a named tuple and not a dataclass because standings read thousands of them straight
from the database: `Result._make` on a row costs a third of building an object.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

NOBODY = 0
"""The number that stands in a result where there is no opponent. Entries count from 1."""


class Outcome(StrEnum):
    """How a pairing ended. Only a game (`GAMES`) has scores; the rest carry awarded spreads."""

    PLAYED = "played"
    """Both sat down and finished; the scores decide."""
    FIRST_WINS = "first_wins"
    """A game won by the first-named entry whatever the scores: by time, a challenge, a tie broken."""
    SECOND_WINS = "second_wins"
    """A game won by the second-named entry whatever the scores."""
    BYE = "bye"
    """No opponent: a win with the spread awarded."""
    FIRST_FORFEITS = "first_forfeits"
    """The first-named entry did not play: a loss, and a win for the opponent if there is one."""
    SECOND_FORFEITS = "second_forfeits"
    """The second-named entry did not play: a loss, and a win for the opponent."""
    BOTH_FORFEIT = "both_forfeit"
    """Neither played: a loss for both."""
    VOID = "void"
    """The round counts for nothing."""


GAMES = frozenset({Outcome.PLAYED, Outcome.FIRST_WINS, Outcome.SECOND_WINS})
"""The outcomes that have scores: two sat down and finished."""


def half_points(outcome: str, margin: int) -> int:
    """What a game brings the first-named entry: 2 for a win, 1 for a tie, 0 for a loss.

    `margin` is the first's spread in points. It decides unless the outcome names the winner (RULES
    sections 2 and 4: time beyond the cap, a challenge under ``triple``, the tie-break of box rules).
    """
    if outcome == Outcome.FIRST_WINS:
        return 2
    if outcome == Outcome.SECOND_WINS:
        return 0
    return 1 + (margin > 0) - (margin < 0)


def game_outcome(winners: Collection[int], margin: int) -> Outcome:
    """The outcome of a game of two by the seats that win (0 is the first): named where scores mislead."""
    by_scores = half_points(Outcome.PLAYED, margin)
    if set(winners) == {0} and by_scores < 2:
        return Outcome.FIRST_WINS
    if set(winners) == {1} and by_scores > 0:
        return Outcome.SECOND_WINS
    return Outcome.PLAYED


class Result(NamedTuple):
    """One pairing's outcome. Entries are given by their numbers in the division.

    For a game `first_score` and `second_score` are points. For anything else they are the
    spread awarded to each, so that a later change of the event's rules leaves history alone.
    """

    round: int
    first: int
    second: int
    first_score: int
    second_score: int
    outcome: str = Outcome.PLAYED


@dataclass(frozen=True, slots=True)
class Penalty:
    """Spread taken from (negative) or given to an entry in one round, by a director's decision."""

    round: int
    entry: int
    spread: int


@dataclass(frozen=True, slots=True)
class SpreadCap:
    """The most spread a single game can count for, in points; None is no cap.

    `by_round` overrides `default` for the rounds it names (1-based), None for a round without a
    cap. The cap is that of the round the game belongs to, whenever it is played.
    """

    default: int | None = None
    by_round: Mapping[int, int | None] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.default is not None or bool(self.by_round)

    def of(self, round_number: int) -> int | None:
        """The cap of one round in points, or None."""
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
"""Every game counts with its whole spread."""


def up_to(results: Iterable[Result], round_number: int) -> list[Result]:
    """The results of rounds 1 to `round_number`, in the order given."""
    return [result for result in results if result[0] <= round_number]
