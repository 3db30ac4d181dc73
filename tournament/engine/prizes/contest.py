"""The data behind prizes: every place, game and play of the divisions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tournament.engine.results import Outcome, game_value, half_points
from tournament.engine.standings import RankedLine
from tournament.engine.turn_figures import RecordedTurn, largest_deficit


class PlayerRef(NamedTuple):
    """A reference to an entry in any division: the division's name, and the entry's number in it."""

    division: str
    number: int


@dataclass(frozen=True, slots=True)
class Contestant:
    """An entry with the data that prizes need."""

    number: int
    name: str
    seed: int
    rating: int | None = None
    rating_class: str = ""
    team: str = ""


class ContestGame(NamedTuple):
    """A played game. With `spread_only`, the first score is the spread and the second is 0.

    `outcome` is one of `GAMES`.
    """

    round: int
    first: int
    second: int
    first_score: int
    second_score: int
    board: int | None = None
    spread_only: bool = False
    outcome: str = Outcome.PLAYED


class ContestPlay(NamedTuple):
    """A play that stands, from a recorded game; `score` is the score that counts."""

    round: int
    number: int
    word: str
    coordinate: str
    score: int
    board: int | None = None


class ContestSide(NamedTuple):
    """A game seen by one of its players; scores are None if only the spread is known.

    `half_points` is 2 for a win, 1 for a tie, 0 for a loss.
    """

    division: str
    round: int
    number: int
    opponent: int
    margin: int
    half_points: int
    score: int | None = None
    opponent_score: int | None = None
    board: int | None = None

    @property
    def won(self) -> bool:
        """Whether the player won."""
        return self.half_points == 2

    @property
    def lost(self) -> bool:
        """Whether the player lost."""
        return self.half_points == 0

    @property
    def winning_margin(self) -> int | None:
        """The winner's margin; None for other results, and for a win awarded whatever the scores."""
        by_scores = half_points(Outcome.PLAYED, self.margin) == 2
        return self.margin if self.won and by_scores else None

    @property
    def combined_score(self) -> int:
        """The sum of both scores; 0 if unknown."""
        return (self.score or 0) + (self.opponent_score or 0)


@dataclass(frozen=True)
class ContestDivision:
    """A division after round `after`; `lines` are in the order of the standings by `precedence`."""

    division: str
    after: int
    precedence: tuple[str, ...]
    lines: tuple[RankedLine, ...]
    people: Mapping[int, Contestant]
    games: tuple[ContestGame, ...] = ()
    plays: tuple[ContestPlay, ...] = ()
    recorded: int = 0
    """The number of games recorded turn by turn."""
    seeds: Mapping[int, int] = field(default_factory=dict)
    """Each player's seed, by number; players with equal ratings share the better seed."""
    turns: tuple[RecordedTurn, ...] = ()
    """Every turn of the recorded games up to round `after`, in order of play."""
    ties_apart: bool = False
    """Whether records show ties separately: 1-0-4 instead of 3-2."""

    def name(self, number: int) -> str:
        """Return the name of an entry."""
        return self.people[number].name

    @property
    def prize_lines(self) -> Iterator[RankedLine]:
        """The lines of the entries that can win a prize for a place.

        They are active and have had a game, a bye or a forfeit.
        """
        return (line for line in self.lines if not line.withdrawn and _has_played(line))

    @property
    def comebacks(self) -> Iterator[tuple[ContestSide, int]]:
        """Every recorded game won from behind, with the winner's largest deficit in points."""
        by_game: dict[tuple[int, frozenset[int]], list[RecordedTurn]] = {}
        for turn in self.turns:
            players = frozenset((turn.number, turn.opponent))
            by_game.setdefault((turn.round, players), []).append(turn)
        for side in self.sides:
            turns = by_game.get((side.round, frozenset((side.number, side.opponent))), [])
            deficit = largest_deficit(turns, side.number)
            if side.won and deficit:
                yield side, deficit

    @cached_property
    def sides(self) -> tuple[ContestSide, ...]:
        """Every game twice, once for each player."""
        return tuple(self._sides())

    def _sides(self) -> Iterator[ContestSide]:
        for game in self.games:
            margin, won = game_value(game.outcome, game.first_score, game.second_score)
            known = not game.spread_only
            one = game.first_score if known else None
            other = game.second_score if known else None
            where, board = (self.division, game.round), game.board
            yield ContestSide(*where, game.first, game.second, margin, won, one, other, board)
            yield ContestSide(*where, game.second, game.first, -margin, 2 - won, other, one, board)


def shared_seeds(people: Sequence[Contestant]) -> dict[int, int]:
    """Return each player's seed, by number; players with equal ratings share the better seed."""
    best: dict[int | None, int] = {}
    for person in sorted(people, key=lambda contestant: contestant.seed):
        best.setdefault(person.rating, person.seed)
    return {person.number: best[person.rating] for person in people}


def _has_played(line: RankedLine) -> bool:
    return bool(line.games or line.half_wins or line.half_losses)
