"""What ratings are made from and what comes out: players before, games, players after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament.engine.results import Outcome, half_points

MOST_CAREER_GAMES = 99_999
"""Rated games in a life that can be typed; nobody has a tenth of it."""


@dataclass(frozen=True, slots=True)
class Before:
    """A player as he comes to the event, by entry number.

    `rating` None is unrated. `games` is how many rated games he had played in his life, None where
    nobody knows: somebody with a rating then counts as experienced. `deviation` is the uncertainty
    of the rating in points (wespa's sigma, glicko's RD) and `volatility` glicko's; None is what the
    system takes for a player about whom nothing is known. `idle` is the days since the last rated
    game. `form` is what his last games brought, the latest last, where the system keeps that.
    """

    number: int
    rating: float | None = None
    games: int | None = None
    deviation: float | None = None
    volatility: float | None = None
    idle: float = 0
    form: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A rated game: its round (from 1), two entry numbers, the first's spread in points.

    `scoreless` says that somebody has 0 points, which is how a game that was not played out is
    sometimes written. Byes and forfeits are no games. A tie has spread 0.
    """

    round: int
    one: int
    other: int
    spread: int
    scoreless: bool = False


@dataclass(frozen=True, slots=True)
class After:
    """A player after the games.

    `rating` is a whole number for systems that publish whole numbers; None for somebody who was
    unrated and has played nobody. `games` counts the games rated now. `deviation`, `volatility`
    and `form` are what the system keeps besides. `is_first` marks a first rating.
    """

    number: int
    rating: float | None
    games: int
    deviation: float | None = None
    volatility: float | None = None
    form: tuple[float, ...] = ()
    is_first: bool = False


@dataclass(frozen=True)
class RatedField:
    """Who plays, and every game, with the games of each player at hand.

    `planned` is how many rounds the event is to have, which may be more than have been played.
    """

    players: tuple[Before, ...]
    games: tuple[RatedGame, ...]
    planned: int = 0

    @cached_property
    def rounds(self) -> int:
        """How many rounds the event has in all."""
        return max([self.planned, *(game.round for game in self.games)])

    @cached_property
    def by_number(self) -> Mapping[int, Before]:
        """Each player by entry number."""
        return {player.number: player for player in self.players}

    @cached_property
    def of(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """The games of each player in order, as (opponent, spread)."""
        mine: dict[int, list[tuple[int, int]]] = {player.number: [] for player in self.players}
        for game in sorted(self.games, key=lambda game: game.round):
            mine[game.one].append((game.other, game.spread))
            mine[game.other].append((game.one, -game.spread))
        return mine

    def rated(self, number: int) -> bool:
        """Whether the player came with a rating."""
        return self.by_number[number].rating is not None


def won(spread: int) -> float:
    """The share of the win that a spread means: 1, 0, or a half for a tie."""
    return half_points(Outcome.PLAYED, spread) / 2


def wins_of(games: Sequence[tuple[int, int]]) -> float:
    """The wins in some games, ties as halves."""
    return sum(won(spread) for _, spread in games)
