"""A word as a person types it, in either case, as the tiles of a set."""

from __future__ import annotations

import re
import unicodedata

from scoring.engine.board.tiles import BLANK, TileSet, UnknownTile


class Speller:
    """Reads words typed in capitals, small letters or both; the longest tile is taken first.

    Nothing is a blank here: ``chico`` and ``CHICO`` are the same five letters, as words in a list are.
    """

    def __init__(self, tile_set: TileSet) -> None:
        self.tile_set = tile_set
        tiles = [tile for tile in tile_set.points if tile != BLANK]
        forms = {tile: tile for tile in tiles}
        for tile in tiles:
            forms.setdefault(tile_set.blank_forms[tile], tile)
        for tile in tiles:  # only now: a set's own small letters go before the usual ones
            for form in (tile.lower(), tile.upper(), tile.title()):
                forms.setdefault(form, tile)
        self.forms = forms
        """Every way a tile may be typed, and the tile."""
        several = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
        self._scanner = re.compile(rf"\[({several})\]|({several})")
        self._single = tile_set.single
        self._translation = str.maketrans(
            {form: tile for form, tile in forms.items() if len(form) == 1}
        )
        self._letters = frozenset(tiles)

    def spell(self, text: str) -> tuple[str, ...]:
        """The tiles of a word, all capitals. Raises `UnknownTile`."""
        word = unicodedata.normalize("NFKC", text)
        tiles, at = [], 0
        while at < len(word):
            match = self._scanner.match(word, at)
            if match is None:
                raise UnknownTile(text, word[at], self.tile_set)
            tiles.append(self.forms[match.group(1) or match.group(2)])
            at = match.end()
        return tuple(tiles)

    def spelled(self, text: str) -> tuple[str, int]:
        """The word as lists and files write it, and its number of tiles. Raises `UnknownTile`."""
        if self._single:
            word = text.translate(self._translation)
            if self._letters.issuperset(word):
                return word, len(word)
        tiles = self.spell(text)
        return self.tile_set.write(tiles), len(tiles)


def typed_words(text: str, tile_set: TileSet) -> tuple[str, ...]:
    """The words of a line typed with blanks or commas between them, as lists write them.

    Raises `UnknownTile` for the first word that is not made of tiles of the set.
    """
    speller = Speller(tile_set)
    return tuple(speller.spelled(word)[0] for word in re.split(r"[\s,;/+]+", text) if word)
