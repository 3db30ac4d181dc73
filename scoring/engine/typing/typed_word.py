"""Place a typed word on the board, taking account of case, brackets and omitted tiles.

People write FROZEN, FRO.EN, FRO(Z)EN or only the letters they lay, FROEN, in upper case or entirely
in lower case. All of these are the same play.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from scoring.engine.board.board import Board
from scoring.engine.board.tiles import BLANK, TileSet
from scoring.engine.game.turns import Turn
from scoring.engine.message import Message, Refusal

_PIECES = re.compile(r"\(([^()]+)\)|([^()]+)")
_PAIRED = re.compile(r"(?:\([^()]+\)|[^()]+)+")
THROUGH = "."
"""The character for a tile that is already on the board."""


class UnmatchedBrackets(Refusal):
    """The round brackets of a word do not match."""


class TypedTile(NamedTuple):
    """One tile of a word as typed. `on_board` is set for a tile in round brackets."""

    tile: str
    on_board: bool


class PlacedWord(NamedTuple):
    """The placement of a typed word.

    `coordinate` is the start of the whole word, and `tiles` has ``"."`` for every tile already on
    the board. `literal` is the word square by square as typed. `skips_tiles` is set if the typed letters
    had to skip tiles that were omitted.
    """

    coordinate: str
    tiles: tuple[str, ...]
    literal: tuple[str, ...]
    skips_tiles: bool


def typed_tiles(text: str, tile_set: TileSet, *, cased: bool = False) -> tuple[TypedTile, ...]:
    """Return the tiles of a typed word, with lower-case forms for blanks.

    A word entirely in lower case is read as ordinary tiles unless `cased`. In a word with more lower-case
    letters than the set has blanks, the upper-case letters are the blanks. Unless `cased`, this applies
    only to a single upper-case letter that does not begin the word, as in ``frOzen``; all tiles of
    ``Frozen`` are ordinary. Raise `UnknownTile` for a character that is not a tile, and
    `UnmatchedBrackets` if the brackets do not match.
    """
    if not _PAIRED.fullmatch(text):
        raise UnmatchedBrackets(Message("bracket_left_open", text=text))
    typed = [
        TypedTile(tile, bool(held))
        for held, free in _PIECES.findall(text)
        for index, stretch in enumerate((held or free).split(THROUGH))
        for tile in ((THROUGH,) if index else ()) + tuple(tile_set.split_into_tiles(stretch))
    ]
    small = set(tile_set.blank_forms.values())
    letters = [item for item in typed if item.tile != THROUGH]
    blanks = sum(1 for item in letters if item.tile in small and not item.on_board)
    capitals = [
        index for index, item in enumerate(letters) if item.tile not in small and not item.on_board
    ]
    is_one_amid_small = len(capitals) == 1 and capitals != [0]
    all_small = all(item.tile in small for item in letters)
    if not cased and all_small:
        typed = [TypedTile(tile_set.letter_of(tile), held) for tile, held in typed]
    elif blanks > tile_set.counts[BLANK] and (cased or is_one_amid_small):
        forms = tile_set.blank_forms
        typed = [
            TypedTile(tile_set.letter_of(tile) if tile in small else forms.get(tile, tile), held)
            for tile, held in typed
        ]
    elif not cased and blanks > tile_set.counts[BLANK]:
        typed = [TypedTile(tile_set.letter_of(tile), held) for tile, held in typed]
    return tuple(typed)


def place_word(board: Board, coordinate: str, typed: Sequence[TypedTile]) -> PlacedWord:
    """Return the placement of a typed word: literal if possible, otherwise skipping omitted tiles.

    If neither is possible, return the literal reading, so that `legality.faults` can give the
    reasons. Adjacent tiles before and after, which belong to the word too, are included.
    """
    literal = tuple(_literal_tiles(board, coordinate, typed))
    if coordinate not in board.layout.spellings:
        return PlacedWord(coordinate, literal, literal, skips_tiles=False)
    grid = board.grid
    first, step, room = board.layout.spellings[coordinate]

    @cache
    def rest_of_word(offset: int, index: int) -> tuple[str, ...] | None:
        """Return the word from this offset and typed tile to its end, or None if that cannot be laid."""
        if index == len(typed):
            return ()
        if offset >= room:
            return None
        face, (tile, on_board) = grid[first + offset * step], typed[index]
        if not face:
            rest = None if on_board or tile == THROUGH else rest_of_word(offset + 1, index + 1)
            return None if rest is None else (tile, *rest)
        rest = None
        if tile in (THROUGH, face) or board.is_blank_pair(tile, face):
            rest = rest_of_word(offset + 1, index + 1)
        if rest is None and not on_board and tile != THROUGH:
            rest = rest_of_word(offset + 1, index)
        return None if rest is None else (THROUGH, *rest)

    lying = rest_of_word(0, 0)
    if lying is None or all(tile == THROUGH for tile in lying):
        return PlacedWord(coordinate, literal, literal, skips_tiles=False)
    moved_on = len(lying) > len(typed)
    cell = first
    while grid[cell - step]:
        cell -= step
        lying = (THROUGH, *lying)
    while grid[cell + step * len(lying)]:
        lying = (*lying, THROUGH)
    return PlacedWord(str(board.layout.coordinate(cell, step)), lying, literal, moved_on)


def _literal_tiles(board: Board, coordinate: str, typed: Sequence[TypedTile]) -> list[str]:
    """Return the typed tiles, one for each square, with ``"."`` for a tile played through.

    A tile in brackets is played through unless the board has a different letter there.
    """
    first, step, room = board.layout.spellings.get(coordinate, (0, 1, 0))
    tiles = []
    for offset, (tile, on_board) in enumerate(typed):
        face = board.grid[first + offset * step] if offset < room else ""
        through = on_board and (not face or face == tile or board.is_blank_pair(tile, face))
        tiles.append(THROUGH if through else tile)
    return tiles


def bracketed_word(board: Board, turn: Turn) -> str:
    """Return the word of a play not yet laid, with the tiles already on the board in round brackets."""
    write = board.tile_set.format_tiles
    first, step, room = board.layout.spellings.get(turn.coordinate, (0, 1, 0))
    pieces = []
    for offset, tile in enumerate(turn.tiles):
        face = board.grid[first + offset * step] if offset < room else ""
        plain = tile if tile == THROUGH else write([tile])
        pieces.append(f"({write([face])})" if face else plain)
    return "".join(pieces).replace(")(", "")
