"""What the turns of recorded games tell: averages, bingos, premiums, challenges, slips, first and last turns, boards.

A game has a side for each player. The figures of several sides are those of a player, a club or a season.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

STEP = 10
"""Points from one step of the distribution of scores to the next."""
LONGEST = 24
"""The last turn whose average is shown by itself; few games are longer."""
LAST = 3
"""So many turns are the end of a game."""
MOST_EXTREME = 5
"""So many of the best and worst boards are listed."""


@dataclass(frozen=True, slots=True)
class GameSide:
    """One player's side of one finished game. Points as they count."""

    game: int
    """The key of the game."""
    when: str
    """The day, as 2026-02-14."""
    name: str
    opponent: str
    score: int
    opponent_score: int
    margin: int
    """By how many points the player is ahead of the best opponent; negative for behind."""
    half_points: int
    """2 for a win, 1 for a tie, 0."""
    began: bool
    went_out: bool
    scores: Sequence[int | None]
    """Turn by turn the points of a play that stood; None for an exchange, a pass and a phony challenged off."""
    bingos: Sequence[Sequence[str | int]]
    """Word and score of every bingo, blanks as the letters they stand for."""
    exchanges: int
    phonies: int
    """Challenged off."""
    double_words: int
    triple_words: int
    """Premium squares of the main words under their new tiles."""
    double_doubles: int
    nine_timers: int
    slips: Sequence[int]
    """Announced less correct of the plays announced wrongly."""
    opponent_slips: Sequence[int]
    challenges_lost: int
    challenges_won: int
    best: Sequence[str | int] | None = None
    """Word and score of the play that counts most; None without a play."""


@dataclass(frozen=True, slots=True)
class _Extreme:
    """One kind of remarkable board: the order of its sides, and which of them count."""

    order: Callable[[GameSide], int]
    fits: Callable[[GameSide], bool] = lambda _side: True


EXTREMES: Mapping[str, _Extreme] = {
    "highest": _Extreme(lambda side: -side.score),
    "lowest": _Extreme(lambda side: side.score),
    "largest_win": _Extreme(lambda side: -side.margin, lambda side: side.half_points == 2),
    "largest_loss": _Extreme(lambda side: side.margin, lambda side: side.half_points == 0),
}
"""The kinds of best and worst boards by their codes."""


class TurnStatistics:
    """What the turns of some sides tell. Each side is added up and let go, however many there are."""

    SUMMED = (
        "exchanges", "phonies", "double_words", "triple_words", "double_doubles", "nine_timers",
        "challenges_lost", "challenges_won", "began", "went_out", "score", "opponent_score",
    )  # fmt: skip
    """The figures of a side that are summed, a truth as 1."""

    def __init__(self, sides: Iterable[GameSide]) -> None:
        self.sides = 0
        self.half_points = 0
        self.totals = dict.fromkeys(self.SUMMED, 0)
        self.first_turns: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
        """How often a first turn had so many points, of who began and of who did not."""
        self.last_turns: Counter[int] = Counter()
        self.plays: Counter[int] = Counter()
        """How many plays had so many points."""
        self.extremes: dict[str, list[GameSide]] = {code: [] for code in EXTREMES}
        self._games: set[int] = set()
        self._turn_points = [0] * LONGEST
        self._turn_games = [0] * LONGEST
        self._turns = 0
        self._bingos: Counter[str] = Counter()
        self._best_of: dict[str, int] = {}
        self._slips: Counter[tuple[bool, bool]] = Counter()
        for side in sides:
            self._add(side)

    def _add(self, side: GameSide) -> None:
        self.sides += 1
        self._games.add(side.game)
        self.half_points += side.half_points
        for name in self.SUMMED:
            self.totals[name] += getattr(side, name)
        scores = [score or 0 for score in side.scores]
        self._turns += len(scores)
        for at, score in enumerate(scores[:LONGEST]):
            self._turn_points[at] += score
            self._turn_games[at] += 1
        self.first_turns[side.began].update(scores[:1])
        self.last_turns.update(scores[-LAST:])
        self.plays.update(score for score in side.scores if score is not None)
        for word, points in side.bingos:
            self._bingos[str(word)] += 1
            self._best_of[str(word)] = max(int(points), self._best_of.get(str(word), int(points)))
        for slip in side.slips:
            self._slips[True, slip > 0] += abs(slip)
        for slip in side.opponent_slips:
            self._slips[False, slip < 0] += abs(slip)
        for code, kind in EXTREMES.items():
            if kind.fits(side):
                best = self.extremes[code]
                insort(best, side, key=kind.order)
                del best[MOST_EXTREME:]

    @property
    def games(self) -> int:
        """How many games these sides are of."""
        return len(self._games)

    @property
    def turns(self) -> int:
        """How many turns there are: plays, phonies, exchanges and passes."""
        return self._turns

    @property
    def wins(self) -> float:
        """Games won, a tie as a half."""
        return self.half_points / 2

    @property
    def turn_average(self) -> float | None:
        """Points a turn, exchanges, passes and phonies as turns of 0; None without a turn."""
        return self.plays_total / self.turns if self.turns else None

    @property
    def plays_total(self) -> int:
        """The points of all plays that stood."""
        return sum(points * number for points, number in self.plays.items())

    @property
    def number_of_bingos(self) -> int:
        """How many bingos there are."""
        return self._bingos.total()

    @property
    def bingos(self) -> list[tuple[str, int, int]]:
        """Every word of a bingo, how often, and its best score; the most frequent first, then the best."""
        return sorted(
            ((word, number, self._best_of[word]) for word, number in self._bingos.items()),
            key=lambda row: (-row[1], -row[2], row[0]),
        )

    @property
    def distribution(self) -> list[tuple[int, int]]:
        """How many plays scored from each multiple of `STEP` on, up to the highest; gaps are 0."""
        steps: Counter[int] = Counter()
        for points, number in self.plays.items():
            steps[max(0, points) // STEP] += number
        return [(at * STEP, steps[at]) for at in range(max(steps, default=-1) + 1)]

    @property
    def by_turn(self) -> list[tuple[int, float, int]]:
        """Every turn of a game by its number, the average of its points, and in how many games it was."""
        pairs = zip(self._turn_points, self._turn_games, strict=True)
        return [
            (number, points / games, games)
            for number, (points, games) in enumerate(pairs, 1)
            if games
        ]

    def slips(self, *, own: bool, in_favour: bool) -> int:
        """Points announced wrongly by the player (`own`) or the opponents, for the player or against, as an amount."""
        return self._slips[own, in_favour]


def mean(values: Counter[int]) -> float | None:
    """The average of points that were had so often; None of nothing."""
    number = values.total()
    return sum(points * often for points, often in values.items()) / number if number else None
