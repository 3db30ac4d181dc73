"""Who begins: the starting draw. Nearest A begins, a blank beats A, equal letters draw again.

Source: the facts on who begins (rule book). The order of a tile set's letters is its alphabet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.board.tiles import BLANK, TileSet, UnknownTile


@dataclass(frozen=True, slots=True)
class Draw:
    """What a draw came to: `nearest` are the seats (from 0) that hold the nearest letter."""

    letters: tuple[str, ...]
    nearest: tuple[int, ...]

    @property
    def begins(self) -> int | None:
        """The seat that begins; None when the nearest are equal and draw again."""
        return self.nearest[0] if len(self.nearest) == 1 else None


def starting_draw(letters: Sequence[str], tile_set: TileSet) -> Draw:
    """Compare the letters drawn, one a player; a blank is ``"?"``.

    Raises `UnknownTile` for a letter the set does not have, and ValueError for fewer than two.
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
    """The blank first, then the letters in the order of the set."""
    return (BLANK, *(tile for tile in tile_set.counts if tile != BLANK))
