"""Statistics of recorded turns: averages, bingos, premiums, challenges, errors, first and last turns, boards.

Every game has one side for each of its players. Statistics are made from the sides of a player, a
club or a season.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

STEP = 10
"""The width of each range in the distribution of scores, in points."""
MAX_TURN = 24
"""The last turn number with a separate average; few games are longer."""
LAST = 3
"""The number of turns that count as the end of a game."""
MAX_EXTREMES = 5
"""The number of best and worst boards listed."""


@dataclass(frozen=True, slots=True)
class GameSide:
    """One player's side of a finished game. Points are those that count."""

    game: int
    """The key of the game."""
    when: str
    """The date, such as 2026-02-14."""
    name: str
    opponent: str
    score: int
    opponent_score: int
    margin: int
    """The lead over the best opponent in points; negative if behind."""
    half_points: int
    """2 for a win, 1 for a tie, 0 for a loss."""
    began: bool
    went_out: bool
    scores: Sequence[int | None]
    """Points by turn for plays that stood; None for exchanges, passes and phonies challenged off."""
    bingos: Sequence[Sequence[str | int]]
    """Word and score of every bingo, with blanks as the letters they represent."""
    exchanges: int
    phonies: int
    """The number of phonies challenged off."""
    double_words: int
    triple_words: int
    """The number of triple-word squares covered by the tiles laid."""
    double_doubles: int
    nine_timers: int
    slips: Sequence[int]
    """Announced minus correct score of each play announced incorrectly."""
    opponent_slips: Sequence[int]
    challenges_lost: int
    challenges_won: int
    best: Sequence[str | int] | None = None
    """Word and score of the best play; None without a play."""


@dataclass(frozen=True, slots=True)
class _Extreme:
    """One kind of best or worst board: the sort key of its sides, and which sides qualify."""

    order: Callable[[GameSide], int]
    fits: Callable[[GameSide], bool] = lambda _side: True


EXTREMES: Mapping[str, _Extreme] = {
    "highest": _Extreme(lambda side: -side.score),
    "lowest": _Extreme(lambda side: side.score),
    "largest_win": _Extreme(lambda side: -side.margin, lambda side: side.half_points == 2),
    "largest_loss": _Extreme(lambda side: side.margin, lambda side: side.half_points == 0),
}
"""The kinds of best and worst boards, by code."""


class TurnStatistics:
    """The statistics of some sides. Each side is added up as it is read, so there can be any number of them."""

    SUMMED = (
        "exchanges", "phonies", "double_words", "triple_words", "double_doubles", "nine_timers",
        "challenges_lost", "challenges_won", "began", "went_out", "score", "opponent_score",
    )  # fmt: skip
    """The figures of a side that are added up, with True as 1."""

    def __init__(self, sides: Iterable[GameSide]) -> None:
        self.sides = 0
        self.half_points = 0
        self.totals = dict.fromkeys(self.SUMMED, 0)
        self.first_turns: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
        """The counts of first-turn scores, by whether the player began."""
        self.last_turns: Counter[int] = Counter()
        self.plays: Counter[int] = Counter()
        """The counts of play scores."""
        self.extremes: dict[str, list[GameSide]] = {code: [] for code in EXTREMES}
        self._games: set[int] = set()
        self._turn_points = [0] * MAX_TURN
        self._turn_games = [0] * MAX_TURN
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
        for at, score in enumerate(scores[:MAX_TURN]):
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
                del best[MAX_EXTREMES:]

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self._games)

    @property
    def turns(self) -> int:
        """The number of turns: plays, phonies, exchanges and passes."""
        return self._turns

    @property
    def wins(self) -> float:
        """Games won, with a tie as half."""
        return self.half_points / 2

    @property
    def turn_average(self) -> float | None:
        """Points per turn, with 0 for exchanges, passes and phonies; None without a turn."""
        return self.play_points / self.turns if self.turns else None

    @property
    def play_points(self) -> int:
        """The points of all plays that stood."""
        return sum(points * number for points, number in self.plays.items())

    @property
    def number_of_bingos(self) -> int:
        """The number of bingos."""
        return self._bingos.total()

    @property
    def bingos(self) -> list[tuple[str, int, int]]:
        """Every bingo word with its count and best score; the most frequent first, then the best."""
        return sorted(
            ((word, number, self._best_of[word]) for word, number in self._bingos.items()),
            key=lambda row: (-row[1], -row[2], row[0]),
        )

    @property
    def distribution(self) -> list[tuple[int, int]]:
        """Each multiple of `STEP` up to the best play, with the number of plays scoring from it up to the next."""
        steps: Counter[int] = Counter()
        for points, number in self.plays.items():
            steps[max(0, points) // STEP] += number
        return [(at * STEP, steps[at]) for at in range(max(steps, default=-1) + 1)]

    @property
    def by_turn(self) -> list[tuple[int, float, int]]:
        """Each turn number up to `MAX_TURN`, with its average points and the number of sides that reached it."""
        pairs = zip(self._turn_points, self._turn_games, strict=True)
        return [
            (number, points / games, games)
            for number, (points, games) in enumerate(pairs, 1)
            if games
        ]

    def slips(self, *, own: bool, in_favour: bool) -> int:
        """Return the points announced incorrectly, in or against the player's favour.

        With `own`, those announced by the player; without, those announced by the opponents.
        """
        return self._slips[own, in_favour]


def mean(values: Counter[int]) -> float | None:
    """Return the average of the counted points, or None if there are none."""
    number = values.total()
    return sum(points * often for points, often in values.items()) / number if number else None
