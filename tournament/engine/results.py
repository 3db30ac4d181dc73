"""What came of each pairing, and what it brings: the one place where results become wins, ties and spread.

A result is typed, or an outcome handed over by a recorded game (`game_outcome`). What it is worth to
either side is asked here (`shares`, `winners`, `half_points`), and nowhere else worked out.

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
    HALF_BYE = "half_bye"
    """No opponent: half a win, without spread."""
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

BYES = frozenset({Outcome.BYE, Outcome.HALF_BYE})
"""The outcomes of a player who was there and had no opponent."""

ALONE = (Outcome.BYE, Outcome.HALF_BYE, Outcome.FIRST_FORFEITS, Outcome.VOID)
"""What a round without an opponent can count as, in the order of lists."""

WITHOUT_SPREAD = frozenset({Outcome.HALF_BYE, Outcome.VOID})
"""The outcomes that never bring spread."""


def is_bye(outcome: str | None) -> bool:
    """Return whether this is a bye, of a whole win or of half."""
    return outcome in BYES


_NAMED: dict[str, int] = {Outcome.FIRST_WINS: 2, Outcome.SECOND_WINS: 0}
"""The half points of the first-named entry where the outcome names the winner."""

_FORFEITED: dict[str, tuple[bool, bool]] = {
    Outcome.FIRST_FORFEITS: (True, False),
    Outcome.SECOND_FORFEITS: (False, True),
    Outcome.BOTH_FORFEIT: (True, True),
}
"""Whether the first and the second did not play."""


class Share(NamedTuple):
    """What a result brings one of its two sides."""

    spread: int
    """In points, before any cap."""
    half_points: int | None
    """2 for a win, 1 for a tie, 0 for a loss; None for a void round, which counts for nothing."""


def of_game(outcome: str, first_score: int, second_score: int) -> tuple[int, int]:
    """What a game brings the first-named entry: its spread, and 2 half points, 1 for a tie, 0 for a loss.

    The second has the contrary. The spread decides unless the outcome names the winner (RULES
    sections 2 and 4: time beyond the cap, a challenge under ``triple``, the tie-break of box rules).
    Equal scores are a tie of a tournament, half a win each.
    """
    margin = first_score - second_score
    if outcome in _NAMED:
        return margin, _NAMED[outcome]
    return margin, 2 if margin > 0 else 0 if margin else 1


def half_points(outcome: str, margin: int) -> int:
    """The half points a game brings the first-named entry, whose spread is `margin`, as `of_game` has them."""
    return of_game(outcome, margin, 0)[1]


def shares(outcome: str, first_score: int, second_score: int) -> tuple[Share, Share]:
    """What a result brings the first-named entry and the second.

    Scores are points of a game (with only the spread known, the spread and 0), and for anything
    else the spread awarded to each.
    """
    if outcome in GAMES:
        margin, won = of_game(outcome, first_score, second_score)
        return Share(margin, won), Share(-margin, 2 - won)
    if outcome == Outcome.VOID:
        return Share(0, None), Share(0, None)
    if outcome == Outcome.HALF_BYE:
        return Share(0, 1), Share(0, None)
    gone = who_forfeited(outcome)
    return Share(first_score, 0 if gone[0] else 2), Share(second_score, 0 if gone[1] else 2)


def who_forfeited(outcome: str) -> tuple[bool, bool]:
    """Whether the first-named entry and the second did not play, which is a loss."""
    return _FORFEITED.get(outcome, (False, False))


def awarded(outcome: str, bye_spread: int, forfeit_spread: int) -> tuple[int, int]:
    """The spread each side is awarded for what was not played, in points; a forfeit wins what a bye does."""
    if outcome in WITHOUT_SPREAD:
        return 0, 0
    if outcome == Outcome.BYE:
        return bye_spread, 0
    first, second = (forfeit_spread if gone else bye_spread for gone in who_forfeited(outcome))
    return first, second


def winners(outcome: str, first_score: int, second_score: int) -> tuple[int, ...]:
    """Who wins a game: (0,) is the first-named entry, (1,) the second, (0, 1) a tie; () is no game."""
    if outcome not in GAMES:
        return ()
    _, won = of_game(outcome, first_score, second_score)
    return ((1,), (0, 1), (0,))[won]


def game_outcome(winners: Collection[int], first_score: int, second_score: int) -> Outcome:
    """The outcome of a game of two by the seats that win (0 is the first): named where scores mislead.

    This is how a game that was recorded turn by turn is handed over.
    """
    _, by_scores = of_game(Outcome.PLAYED, first_score, second_score)
    if set(winners) == {0} and by_scores < 2:
        return Outcome.FIRST_WINS
    if set(winners) == {1} and by_scores > 0:
        return Outcome.SECOND_WINS
    return Outcome.PLAYED


def rated_spread(outcome: str, first_score: int, second_score: int) -> int:
    """The spread a game is rated by: a win that the scores do not tell is one by a single point."""
    margin, won = of_game(outcome, first_score, second_score)
    return margin if won == half_points(Outcome.PLAYED, margin) else won - 1


def scores_of_spread(spread: int) -> tuple[int, int]:
    """Two scores that have this spread for the first and are not below 0, where no scores are known."""
    return max(spread, 0), max(-spread, 0)


def capped_at(spread: int, limit: int | None) -> int:
    """The spread that counts where a game may count for `limit` points at most; None is no limit."""
    return spread if limit is None else max(-limit, min(limit, spread))


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
class SpreadPenalty:
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
