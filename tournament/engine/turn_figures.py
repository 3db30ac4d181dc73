"""Figures from games recorded turn by turn: plays, bingos, phonies, challenges, exchanges."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class TurnOutcome(StrEnum):
    """The kinds of action in a recorded game."""

    PLAY = "play"
    """A play that stayed on the board."""
    PHONY = "phony"
    """A play that was challenged off."""
    EXCHANGE = "exchange"
    """An exchange of tiles."""
    PASS = "pass"
    """A pass."""
    CHALLENGE_LOST = "challenge_lost"
    """An unsuccessful challenge of the opponent's play."""
    CHALLENGE_WON = "challenge_won"
    """A successful challenge of the opponent's play."""


class RecordedTurn(NamedTuple):
    """One action in a recorded game, by `number` against `opponent`.

    `tiles` is the number of tiles laid or exchanged; `score` is the score that counts. `word_factors`
    are those of the word premiums a play covered. `announced` is the score announced at the table, or
    None if it was not recorded; `correct` is the score by the rules.
    """

    division: str
    round: int
    board: int | None
    number: int
    opponent: int
    outcome: TurnOutcome
    word: str = ""
    coordinate: str = ""
    score: int = 0
    tiles: int = 0
    is_bingo: bool = False
    word_factors: tuple[int, ...] = ()
    announced: int | None = None
    correct: int = 0

    @property
    def is_double_double(self) -> bool:
        """Whether the turn is a play over two double-word squares, worth four times the word."""
        return self.outcome is TurnOutcome.PLAY and self.word_factors == (2, 2)

    @property
    def is_nine_timer(self) -> bool:
        """Whether the turn is a play over two triple-word squares, worth nine times the word."""
        return self.outcome is TurnOutcome.PLAY and self.word_factors == (3, 3)


@dataclass(frozen=True, slots=True)
class RecordedFigures:
    """The counts of one player's actions in recorded games, the points of all plays, and those of the best play."""

    games: int = 0
    plays: int = 0
    points: int = 0
    best: int = 0
    bingos: int = 0
    phonies: int = 0
    challenges_won: int = 0
    challenges_lost: int = 0
    exchanges: int = 0
    passes: int = 0

    @property
    def play_average(self) -> float | None:
        """Points per play; None without a play."""
        return self.points / self.plays if self.plays else None


def recorded_figures(turns: Iterable[RecordedTurn], number: int, division: str) -> RecordedFigures:
    """Return the counts of one entry's actions in these turns."""
    own = [turn for turn in turns if (turn.division, turn.number) == (division, number)]
    plays = [turn for turn in own if turn.outcome is TurnOutcome.PLAY]

    def count(did: TurnOutcome) -> int:
        return sum(1 for turn in own if turn.outcome is did)

    return RecordedFigures(
        games=len({(turn.round, turn.opponent) for turn in own}),
        plays=len(plays),
        points=sum(turn.score for turn in plays),
        best=max((turn.score for turn in plays), default=0),
        bingos=sum(1 for turn in plays if turn.is_bingo),
        phonies=count(TurnOutcome.PHONY),
        challenges_won=count(TurnOutcome.CHALLENGE_WON),
        challenges_lost=count(TurnOutcome.CHALLENGE_LOST),
        exchanges=count(TurnOutcome.EXCHANGE),
        passes=count(TurnOutcome.PASS),
    )


def turns_by_player(turns: Iterable[RecordedTurn]) -> dict[tuple[str, int], list[RecordedTurn]]:
    """Return the turns of each player, by division and number."""
    by_player: dict[tuple[str, int], list[RecordedTurn]] = {}
    for turn in turns:
        by_player.setdefault((turn.division, turn.number), []).append(turn)
    return by_player


@dataclass(frozen=True, slots=True)
class AnnouncedFigures:
    """The accuracy of one player's announced scores, for plays that stand.

    `over` is the sum of the points by which scores were announced too high, `under` by which they were
    announced too low.
    """

    announced: int
    right: int
    over: int
    under: int

    @property
    def accuracy(self) -> float:
        """The share of announced scores that are correct, in percent."""
        return 100 * self.right / self.announced


def announced_figures(turns: Iterable[RecordedTurn]) -> AnnouncedFigures | None:
    """Return the accuracy of the scores announced in these turns, or None if no play that stands was announced."""
    errors = [
        turn.announced - turn.correct
        for turn in turns
        if turn.outcome is TurnOutcome.PLAY and turn.announced is not None
    ]
    if not errors:
        return None
    return AnnouncedFigures(
        len(errors),
        errors.count(0),
        sum(error for error in errors if error > 0),
        -sum(error for error in errors if error < 0),
    )


def largest_deficit(turns: Iterable[RecordedTurn], number: int) -> int:
    """Return the largest deficit of `number` after any turn of one game, in points; 0 if never behind.

    A play that was challenged off does not count.
    """
    lead = deepest = 0
    for turn in turns:
        if turn.outcome is TurnOutcome.PHONY:
            continue
        lead += turn.score if turn.number == number else -turn.score
        deepest = min(deepest, lead)
    return -deepest
