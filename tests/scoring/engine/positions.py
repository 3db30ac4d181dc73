"""Compact notation of positions and turns for tests, and the tables of cases."""

import csv
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scoring import catalogue
from scoring.engine.board.board import Board
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import TileSet
from scoring.engine.game.replay import Replay, replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.rules.rulesets import RuleSet

CASES = Path(__file__).parent / "cases"
ENGLISH = catalogue.tile_set("english")
STANDARD = catalogue.layout("standard")
NWL = catalogue.rule_set("naspa_nwl")


def table(name: str) -> dict[str, Any]:
    """Return a TOML file of cases."""
    return tomllib.loads((CASES / name).read_text(encoding="utf-8"))


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file of cases; lines that begin with # name the sources."""
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def word(text: str, tile_set: TileSet = ENGLISH) -> Sequence[str]:
    """Return a word as tiles, with dots for tiles played through."""
    tiles: list[str] = []
    for index, stretch in enumerate(text.split(".")):
        tiles += ["."] if index else []
        tiles += tile_set.split_into_tiles(stretch)
    return tiles


def board(
    *plays: str, layout: Layout = STANDARD, tile_set: TileSet = ENGLISH, **options: int
) -> Board:
    """Return a board after these plays, each as ``8H WORD``."""
    position = Board(layout, tile_set, **options)
    for one in plays:
        lay(position, one)
    return position


def lay(position: Board, text: str) -> int:
    """Lay one play, ``8H WORD``, and return its score."""
    square, _, letters = text.partition(" ")
    return position.lay(square, word(letters, position.tile_set))


def plays(seat: int, text: str, announced: int | None = None, rack: str | None = None) -> Turn:
    """Return a play, such as ``8H WORD``, by a seat."""
    square, _, letters = text.partition(" ")
    held = rack and ENGLISH.split_into_tiles(rack)
    return Turn(TurnKind.PLAY, seat, held, square, word(letters), announced=announced)


def passes(seat: int, rack: str | None = None) -> Turn:
    """Return a pass."""
    return Turn(TurnKind.PASS, seat, rack, announced=0)


def exchanges(
    seat: int, tiles: str = "", number: int | None = None, rack: str | None = None
) -> Turn:
    """Return an exchange of named tiles or of a number of tiles."""
    return Turn(TurnKind.EXCHANGE, seat, rack, tiles=tiles, announced=0, exchanged=number)


def withdraws(seat: int, rack: str | None = None) -> Turn:
    """Return the withdrawal of the seat's last play."""
    return Turn(TurnKind.WITHDRAWN, seat, rack)


def bonus(seat: int, points: int) -> Turn:
    """Return the bonus for a lost challenge."""
    return Turn(TurnKind.CHALLENGE_BONUS, seat, announced=points)


def adjusts(seat: int, points: int) -> Turn:
    """Return an adjustment by the director."""
    return Turn(TurnKind.ADJUSTMENT, seat, announced=points, remark="ruling")


def overtime(seat: int, points: int) -> Turn:
    """Return an overtime penalty."""
    return Turn(TurnKind.OVERTIME, seat, announced=-points)


def receives(seat: int, tiles: str) -> Turn:
    """Return the credit for the others' remaining tiles after going out."""
    return Turn(TurnKind.END_RACK, seat, None, tiles=tiles)


def holds(seat: int, tiles: str) -> Turn:
    """Return the deduction of a player's own rack."""
    return Turn(TurnKind.END_RACK, seat, tiles, tiles=tiles)


def game(
    turns: Iterable[Turn],
    rules: RuleSet | str = NWL,
    tile_set: TileSet = ENGLISH,
    players: int = 2,
    layout: Layout = STANDARD,
) -> Replay:
    """Return the replay of these turns."""
    chosen = catalogue.rule_set(rules) if isinstance(rules, str) else rules
    return replay(turns, chosen, tile_set, layout, players)


def codes(faults: Iterable[Any]) -> list[str]:
    """Return the codes of the faults in order."""
    return [fault.reason.code for fault in faults]
