"""What the turns of recorded games tell: averages, bingos, premiums, challenges, slips, first and last turns, boards.

A game has a side for each player. The figures of several sides are those of a player, a club or a season.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

STEP = 10
"""Points from one step of the distribution of scores to the next."""
LONGEST = 24
"""The last turn whose average is shown by itself; few games are longer."""


@dataclass(frozen=True, slots=True)
class CountedTurn:
    """One turn of a player: a play that stood, a phony, an exchange or a pass. Points as they count."""

    score: int = 0
    word: str = ""
    """The main word of a play, blanks as the letters they stand for."""
    is_phony: bool = False
    """Challenged off."""
    is_exchange: bool = False
    is_bingo: bool = False
    is_double_double: bool = False
    is_nine_timer: bool = False
    double_words: int = 0
    triple_words: int = 0
    """Premium squares of the word under its new tiles."""
    slip: int = 0
    """Announced less correct; 0 where nobody announced or both agree."""

    @property
    def is_play(self) -> bool:
        """Whether tiles were laid that stayed."""
        return bool(self.word) and not self.is_phony


@dataclass(frozen=True, slots=True)
class GameSide:
    """One player's side of one finished game."""

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
    turns: tuple[CountedTurn, ...]
    challenges_lost: int = 0
    challenges_won: int = 0
    opponent_slips: tuple[int, ...] = ()
    """Announced less correct of what the opponents announced wrongly."""


@dataclass(frozen=True, slots=True)
class TurnStatistics:
    """What the turns of these sides tell."""

    sides: tuple[GameSide, ...]
    turns: tuple[CountedTurn, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "turns", tuple(turn for side in self.sides for turn in side.turns))

    @property
    def plays(self) -> tuple[CountedTurn, ...]:
        """The plays that stood."""
        return tuple(turn for turn in self.turns if turn.is_play)

    @property
    def wins(self) -> float:
        """Games won, a tie as a half."""
        return sum(side.half_points for side in self.sides) / 2

    @property
    def turn_average(self) -> float | None:
        """Points a turn, exchanges, passes and phonies as turns of 0; None without a turn."""
        return mean(turn.score for turn in self.turns)

    def count(self, counts: Callable[[CountedTurn], int]) -> int:
        """The sum of what `counts` gives for every turn."""
        return sum(counts(turn) for turn in self.turns)

    @property
    def bingos(self) -> list[tuple[str, int, int]]:
        """Every word of a bingo, how often, and its best score; the most frequent first, then the best."""
        words = [turn for turn in self.plays if turn.is_bingo]
        often = Counter(turn.word for turn in words)
        best = {turn.word: max(o.score for o in words if o.word == turn.word) for turn in words}
        return sorted(
            ((word, number, best[word]) for word, number in often.items()),
            key=lambda row: (-row[1], -row[2], row[0]),
        )

    @property
    def distribution(self) -> list[tuple[int, int]]:
        """How many plays scored from each multiple of `STEP` on, up to the highest; gaps are 0."""
        steps = Counter(max(0, turn.score) // STEP for turn in self.plays)
        return [(at * STEP, steps[at]) for at in range(max(steps, default=-1) + 1)]

    @property
    def by_turn(self) -> list[tuple[int, float, int]]:
        """Every turn of a game by its number, the average of its points, and in how many games it was."""
        rows = []
        for number in range(1, LONGEST + 1):
            scores = [
                side.turns[number - 1].score for side in self.sides if len(side.turns) >= number
            ]
            if scores:
                rows.append((number, sum(scores) / len(scores), len(scores)))
        return rows

    def slips(self, *, own: bool, in_favour: bool) -> int:
        """Points announced wrongly by the player (`own`) or the opponents, for the player or against, as an amount."""
        errors = (
            [turn.slip for turn in self.turns]
            if own
            else [-slip for side in self.sides for slip in side.opponent_slips]
        )
        return sum(abs(error) for error in errors if (error > 0) == in_favour and error)


def mean(values: Iterable[float]) -> float | None:
    """The average; None of nothing."""
    known = list(values)
    return sum(known) / len(known) if known else None


def best_and_worst(sides: Sequence[GameSide], most: int = 5) -> list[tuple[str, GameSide]]:
    """The highest and lowest scores and the largest wins and losses, each with its code, `most` of a kind."""
    kinds: tuple[tuple[str, Callable[[GameSide], int], Callable[[GameSide], bool]], ...] = (
        ("highest", lambda side: -side.score, lambda _side: True),
        ("lowest", lambda side: side.score, lambda _side: True),
        (
            "largest_win",
            lambda side: -side.margin,
            lambda s: s.half_points == 2,
        ),
        (
            "largest_loss",
            lambda side: side.margin,
            lambda s: s.half_points == 0,
        ),
    )
    return [
        (code, side)
        for code, order, fits in kinds
        for side in sorted(filter(fits, sides), key=order)[:most]
    ]
