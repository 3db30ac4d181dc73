"""The input and output of a rating system: players before the event, games, players after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from tournament.engine.results import Outcome, half_points

MAX_CAREER_GAMES = 99_999
"""The maximum number of career games that can be entered, far more than anyone has played."""


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player before the event, with the entry number.

    `rating` is None for an unrated player. `games` is the number of career games, or None if unknown; a
    rated player then counts as experienced. `deviation` is the uncertainty of the rating in points
    (WESPA's sigma, Glicko's RD) and `volatility` is Glicko's; None means the system's default. `idle`
    is the number of days since the last rated game. `form` has the results of the latest games, newest
    last, if the system stores them.
    """

    number: int
    rating: float | None = None
    games: int | None = None
    deviation: float | None = None
    volatility: float | None = None
    idle: float = 0
    form: tuple[float, ...] = ()


class RatedGame(NamedTuple):
    """A rated game: its round (1-based), two entry numbers, and the first entry's spread in points.

    `scoreless` means that a player has 0 points, which sometimes marks an unfinished game. Byes and
    forfeits are not games. A tie has spread 0.
    """

    round: int
    one: int
    other: int
    spread: int
    scoreless: bool = False


@dataclass(frozen=True, slots=True)
class NewRating:
    """A player's rating and the other figures after the games.

    `rating` is an integer for systems that publish integers; None for an unrated player without games.
    `games` counts the games rated in this event. `deviation`, `volatility` and `form` are the system's
    other figures. `is_first` marks a first rating.
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
    """The players and games of an event, with the games of each player.

    `planned` is the number of rounds planned, which may exceed the number played.
    """

    players: tuple[RatedPlayer, ...]
    games: tuple[RatedGame, ...]
    planned: int = 0

    @cached_property
    def round_count(self) -> int:
        """The number of rounds in the event."""
        return max([self.planned, *(game.round for game in self.games)])

    @cached_property
    def by_number(self) -> Mapping[int, RatedPlayer]:
        """Each player by entry number."""
        return {player.number: player for player in self.players}

    @cached_property
    def games_by_player(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """The games of each player in order, as (opponent, spread)."""
        mine: dict[int, list[tuple[int, int]]] = {player.number: [] for player in self.players}
        for game in sorted(self.games, key=lambda game: game.round):
            mine[game.one].append((game.other, game.spread))
            mine[game.other].append((game.one, -game.spread))
        return mine

    def is_rated(self, number: int) -> bool:
        """Return whether the player was rated before the event."""
        return self.by_number[number].rating is not None


@lru_cache(2_048)
def win_share(spread: int) -> float:
    """Return the share of a win for a spread: 1, 0, or one half for a tie."""
    return half_points(Outcome.PLAYED, spread) / 2


def wins_of(games: Sequence[tuple[int, int]]) -> float:
    """Return the wins in some games, with ties as halves."""
    return sum(win_share(spread) for _, spread in games)
