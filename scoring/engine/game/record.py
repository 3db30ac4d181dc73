"""A recorded game as written on paper or in a file: the players and the turns, without computed figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from scoring.engine.audit.findings import Finding
from scoring.engine.board.tiles import TileSet, UnknownTile
from scoring.engine.game.turns import Turn, TurnKind


class Seat(NamedTuple):
    """A player as named in the record."""

    nick: str
    name: str


class Pragma(NamedTuple):
    """A line about the whole game that is neither a player nor a note.

    `name` is in lower case, without ``#``. `value` is as written, with continuation lines joined.
    """

    name: str
    value: str
    line: int = 0


class Record(NamedTuple):
    """One game. `notes` maps the index of a turn (-1: before the first) to the remarks after it.

    It is a named tuple, like `Turn`, because one is made for every file of an archive. `problems`
    are the findings of the reader; the turns concerned are read as far as possible.
    """

    seats: tuple[Seat, ...]
    turns: tuple[Turn, ...]
    notes: Mapping[int, tuple[str, ...]] = MappingProxyType({})
    pragmas: tuple[Pragma, ...] = ()
    problems: tuple[Finding, ...] = ()
    bracketed: bool = False
    """Whether any tile is written in brackets, as tiles of several characters are."""
    as_written: Mapping[int, str] = MappingProxyType({})
    """The text after the nick of every malformed turn line, by index of the turn."""
    stray_lines: Mapping[int, tuple[str, ...]] = MappingProxyType({})
    """Lines that describe neither a turn, a player nor a pragma, by index of the turn before them (-1: none)."""

    def pragma(self, name: str) -> str | None:
        """Return the value of the first pragma with that name, or None if there is none."""
        for pragma in self.pragmas:
            if pragma.name == name:
                return pragma.value
        return None

    def split_into_tiles(self, tile_set: TileSet) -> Record:
        """Return the same game with every rack and word split into tiles of `tile_set`.

        If all tiles of the set are single characters and none is in brackets, the record is
        returned unchanged. A string that cannot be split into tiles is split into characters, and
        the replay reports which of them is not a tile.
        """
        if tile_set.single and not self.bracketed:
            return self
        return self._replace(turns=tuple(_split_turn(turn, tile_set) for turn in self.turns))


def _split_turn(turn: Turn, tile_set: TileSet) -> Turn:
    rack = None if turn.rack is None else _tiles(turn.rack, tile_set)
    if turn.kind is not TurnKind.PLAY:
        return turn._replace(rack=rack, tiles=_tiles(turn.tiles, tile_set))
    tiles: list[str] = []
    for index, stretch in enumerate("".join(turn.tiles).split(".")):
        if index:
            tiles.append(".")
        tiles += _tiles(stretch, tile_set)
    return turn._replace(rack=rack, tiles=tuple(tiles))


def _tiles(text: Sequence[str], tile_set: TileSet) -> Sequence[str]:
    try:
        return tile_set.split_into_tiles("".join(text))
    except UnknownTile:
        return tuple(text)
