"""A recorded game as it stands on paper or in a file: who played, what was written, nothing computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from scoring.engine.audit.findings import Finding
from scoring.engine.board.tiles import TileSet, UnknownTile
from scoring.engine.game.turns import Kind, Turn


class Seat(NamedTuple):
    """A player as the record names him."""

    nick: str
    name: str


class Pragma(NamedTuple):
    """A line about the game as a whole that is neither player nor note, kept as written."""

    name: str
    value: str
    line: int = 0


class Record(NamedTuple):
    """One game. `notes` maps the index of a turn (-1: before the first) to the remarks after it.

    A named tuple, as `Turn` is, because one is made for every file of an archive.

    `problems` is what the reader had to say; the turns it concerns are read as far as they can be.
    """

    seats: tuple[Seat, ...]
    turns: tuple[Turn, ...]
    notes: Mapping[int, tuple[str, ...]] = MappingProxyType({})
    pragmas: tuple[Pragma, ...] = ()
    problems: tuple[Finding, ...] = ()
    bracketed: bool = False
    """True when some tile is written in brackets, as those of several characters are."""
    as_written: Mapping[int, str] = MappingProxyType({})
    """What stood after the nick, by the index of the turn, where the line of the turn is malformed."""
    stray_lines: Mapping[int, tuple[str, ...]] = MappingProxyType({})
    """Lines that tell of no turn, player or pragma, by the index of the turn before them (-1: none)."""

    def pragma(self, name: str) -> str | None:
        """The value of the first pragma of that name, None if there is none."""
        for pragma in self.pragmas:
            if pragma.name == name:
                return pragma.value
        return None

    def in_tiles(self, tile_set: TileSet) -> Record:
        """The same game with every rack and word split into tiles of `tile_set`.

        Where all tiles are single characters, texts are words as they stand. A text that holds
        something else is split into characters; the replay then says which is no tile.
        """
        if tile_set.single and not self.bracketed:
            return self
        return self._replace(turns=tuple(_split(turn, tile_set) for turn in self.turns))


def _split(turn: Turn, tile_set: TileSet) -> Turn:
    rack = None if turn.rack is None else _tiles(turn.rack, tile_set)
    if turn.kind is not Kind.PLAY:
        return turn._replace(rack=rack, tiles=_tiles(turn.tiles, tile_set))
    tiles: list[str] = []
    for index, stretch in enumerate("".join(turn.tiles).split(".")):
        if index:
            tiles.append(".")
        tiles += _tiles(stretch, tile_set)
    return turn._replace(rack=rack, tiles=tuple(tiles))


def _tiles(text: Sequence[str], tile_set: TileSet) -> Sequence[str]:
    try:
        return tile_set.tiles("".join(text))
    except UnknownTile:
        return tuple(text)
