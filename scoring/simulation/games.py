"""Simulated games as records, reproducible by seed, one at a time or many in several processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from random import Random

from django.utils.translation import gettext as _

from scoring import catalogue
from scoring.engine import gcg
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import TileSet
from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.rules.rulesets import RuleSet
from scoring.lexicon import Lexicon, lexicon
from scoring.simulation.anagrams import vocabulary
from scoring.simulation.people import Habits, SimulatedPlayer
from scoring.simulation.slips import Mistake
from scoring.simulation.table import SimulatedTable
from scoring.wording.names import name_of
from scoring.wording.phrases import comma_list

OPEN_ENGLISH = "open_english"


class CannotSimulate(ValueError):
    """The requested game cannot be played. The message says what to change."""


@dataclass(frozen=True)
class SimulatedGame:
    """A finished game as recorded by its players, and the mistakes in the record."""

    record: Record
    mistakes: tuple[Mistake, ...]
    rules: RuleSet
    tile_set: TileSet
    layout: Layout

    def mistakes_as_json(self) -> list[dict[str, int | str]]:
        """Return the mistakes as plain values for a file, in order; turns count from 1."""
        return [
            {
                "turn": mistake.turn + 1,
                "player": self.record.seats[mistake.player].nick,
                "slip": mistake.kind.value,
                "announced": mistake.announced,
                "correct": mistake.correct,
            }
            for mistake in self.mistakes
        ]


def simulate_game(
    seed: int | str | Random,
    rules: RuleSet | None = None,
    *,
    habits: Habits | None = None,
    players: int | Sequence[str] | None = None,
    tile_set: TileSet | None = None,
    layout: Layout | None = None,
    words: Lexicon | None = None,
) -> SimulatedGame:
    """Play one game between simulated players and return it as they recorded it.

    `rules` defaults to NASPA's (NWL), tile set and layout to those of the rules. `players` is their
    number, or their names (the first name becomes the nick); the default is the smallest number the
    rules allow. `words` is the word list, by default the shipped one.

    Raise `CannotSimulate` for a number of players that the rules or the tiles do not allow and for
    names that are invalid in a record, and `WordsDoNotFitTiles` if the words cannot be laid with the
    tiles.
    """
    rules = rules or catalogue.rule_set("naspa_nwl")
    tile_set = tile_set or catalogue.tile_set(rules.tile_set)
    layout = layout or catalogue.layout(rules.layout)
    words = words or lexicon(OPEN_ENGLISH)
    rng = seed if isinstance(seed, Random) else Random(seed)  # nosec B311
    people = _choose_players(players, rules, rng)
    if rules.rack_size * len(people) > tile_set.size:
        raise CannotSimulate(
            _("{tiles} has too few tiles for {count} players.").format(
                tiles=name_of(tile_set), count=len(people)
            )
        )
    known = vocabulary(words, tile_set)
    table = SimulatedTable(people, rules, tile_set, layout, known, habits or Habits(), rng)
    table.play()
    record = Record(
        seats=tuple(Seat(person.nick, person.name) for person in people),
        turns=tuple(table.turns),
        pragmas=_pragmas(words, tile_set, layout),
    )
    return SimulatedGame(record, tuple(table.mistakes), rules, tile_set, layout)


def _pragmas(words: Lexicon, tile_set: TileSet, layout: Layout) -> tuple[Pragma, ...]:
    """Return pragmas for the word list, for tiles other than those of the list, and for an unusual board."""
    stated = [Pragma("lexicon", words.name)]
    if tile_set.key != words.tileset:
        stated.append(Pragma("tile-set", tile_set.key))
    if layout.key != "standard":
        stated.append(Pragma("board-layout", layout.key))
    return tuple(stated)


def _choose_players(
    players: int | Sequence[str] | None, rules: RuleSet, rng: Random
) -> tuple[SimulatedPlayer, ...]:
    if players is None:
        players = rules.players_min
    number = players if isinstance(players, int) else len(players)
    if not rules.players_min <= number <= rules.players_max:
        problem = (
            _("{rules} is for {fewest} to {most} players, not {count}.")
            if rules.players_max > rules.players_min
            else _("{rules} is for {fewest} players, not {count}.")
        )
        raise CannotSimulate(
            problem.format(
                rules=name_of(rules), fewest=rules.players_min, most=rules.players_max, count=number
            )
        )
    people = SimulatedPlayer.random_players(number, rng)
    if isinstance(players, int):
        return people
    named = tuple(person.with_name(name) for person, name in zip(people, players, strict=True))
    nicks = [person.nick for person in named]
    if len(set(nicks)) < number or any(not nick or ":" in nick for nick in nicks):
        raise CannotSimulate(
            _("First names must differ and must not contain a colon: {names}.").format(
                names=comma_list(players)
            )
        )
    return named


_CHUNK_SIZE = 16


@dataclass(frozen=True)
class SimulationRequest:
    """The games to simulate, specified by keys of the catalogue. None means the default of the rules."""

    seed: str
    rules: str = "naspa_nwl"
    tile_set: str | None = None
    layout: str | None = None
    players: int | None = None
    habits: Habits = field(default_factory=Habits)

    def simulate(self, number: int) -> SimulatedGame:
        """Return game `number`, from 1. It is the same however many games are played.

        Raise `NotInCatalogue` for an unknown key, and the exceptions of `simulate_game`.
        """
        return simulate_game(
            f"{self.seed}/{number}",
            catalogue.rule_set(self.rules),
            habits=self.habits,
            players=self.players,
            tile_set=None if self.tile_set is None else catalogue.tile_set(self.tile_set),
            layout=None if self.layout is None else catalogue.layout(self.layout),
        )

    def play_games(self, count: int, jobs: int = 1) -> Iterator[SimulatedGameFile]:
        """Yield games 1 to `count` in order, played in `jobs` processes."""
        if jobs == 1:
            yield from map(partial(_play_game, self), range(1, count + 1))
            return
        with ProcessPoolExecutor(jobs) as pool:
            yield from pool.map(
                partial(_play_game, self), range(1, count + 1), chunksize=_CHUNK_SIZE
            )


@dataclass(frozen=True)
class SimulatedGameFile:
    """One game of a series: its GCG text and its mistakes (see `SimulatedGame.mistakes_as_json`)."""

    number: int
    text: str
    mistakes: tuple[dict[str, int | str], ...]

    @property
    def file_name(self) -> str:
        """The file name of the game."""
        return f"game_{self.number:05d}.gcg"


def gcg_of_simulated_game(game: SimulatedGame) -> str:
    """Return the game as GCG text."""
    return gcg.write(game.record, game.tile_set)


def _play_game(order: SimulationRequest, number: int) -> SimulatedGameFile:
    game = order.simulate(number)
    return SimulatedGameFile(number, gcg_of_simulated_game(game), tuple(game.mistakes_as_json()))
