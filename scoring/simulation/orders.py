"""Many games at once: what was ordered, played in one process or several, as GCG texts."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from scoring import catalogue
from scoring.engine import gcg
from scoring.simulation.games import SimulatedGame, simulate_game
from scoring.simulation.people import Habits

_AT_A_TIME = 16


@dataclass(frozen=True)
class Order:
    """What games to play, by the keys of the catalogue; None takes what the rules say."""

    seed: str
    rules: str = "naspa_nwl"
    tile_set: str | None = None
    layout: str | None = None
    players: int | None = None
    habits: Habits = field(default_factory=Habits)

    def game(self, number: int) -> SimulatedGame:
        """Game `number` of this order, from 1: the same however many are played.

        Raises NotInCatalogue, CannotSimulate or WordsDoNotFitTiles.
        """
        return simulate_game(
            f"{self.seed}/{number}",
            catalogue.rule_set(self.rules),
            habits=self.habits,
            players=self.players,
            tile_set=None if self.tile_set is None else catalogue.tile_set(self.tile_set),
            layout=None if self.layout is None else catalogue.layout(self.layout),
        )

    def played(self, count: int, jobs: int = 1) -> Iterator[PlayedGame]:
        """Games 1 to `count` in order, from `jobs` processes."""
        if jobs == 1:
            yield from map(partial(_played, self), range(1, count + 1))
            return
        with ProcessPoolExecutor(jobs) as pool:
            yield from pool.map(partial(_played, self), range(1, count + 1), chunksize=_AT_A_TIME)


@dataclass(frozen=True)
class PlayedGame:
    """One game of an order: its GCG text and the mistakes in it (see `SimulatedGame.truth`)."""

    number: int
    text: str
    mistakes: tuple[dict[str, int | str], ...]

    @property
    def file(self) -> str:
        """The name of the game's file."""
        return f"game_{self.number:05d}.gcg"


def as_gcg(game: SimulatedGame) -> str:
    """The game as a GCG text."""
    return gcg.write(game.record, game.tile_set)


def _played(order: Order, number: int) -> PlayedGame:
    game = order.game(number)
    return PlayedGame(number, as_gcg(game), tuple(game.truth()))
