"""The starting draw: the letter nearest to A begins, a blank beats A, and players with equal letters draw again.

The alphabet is the order of letters in the tile set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.board.tiles import BLANK, TileSet, UnknownTile


@dataclass(frozen=True, slots=True)
class Draw:
    """The result of a draw. `nearest` lists the seats (from 0) with the letter nearest to A."""

    letters: tuple[str, ...]
    nearest: tuple[int, ...]

    @property
    def starting_seat(self) -> int | None:
        """The seat that begins, or None if several seats are equally near and draw again."""
        return self.nearest[0] if len(self.nearest) == 1 else None


def starting_draw(letters: Sequence[str], tile_set: TileSet) -> Draw:
    """Return the result of drawing these letters, one for each player; a blank is ``"?"``.

    Raise `UnknownTile` for a letter that is not in the set, and `ValueError` for fewer than two
    letters.
    """
    if len(letters) < 2:
        raise ValueError("A draw needs a letter for every player.")
    order = {tile: place for place, tile in enumerate(alphabet(tile_set))}
    for letter in letters:
        if letter not in order:
            raise UnknownTile(letter, letter, tile_set)
    places = [order[letter] for letter in letters]
    nearest = tuple(seat for seat, place in enumerate(places) if place == min(places))
    return Draw(tuple(letters), nearest)


def alphabet(tile_set: TileSet) -> tuple[str, ...]:
    """Return the blank, then the letters in the order of the set."""
    return (BLANK, *(tile for tile in tile_set.counts if tile != BLANK))
