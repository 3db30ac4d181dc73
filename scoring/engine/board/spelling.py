"""Split a typed word, in upper or lower case, into the tiles of a set."""

from __future__ import annotations

import re
import unicodedata

from scoring.engine.board.tiles import BLANK, TileSet, UnknownTile


class Speller:
    """A reader of words typed in upper, lower or mixed case; the longest tile is matched first.

    Blanks are not recognized: ``chico`` and ``CHICO`` are the same five letters, as in a word list.
    """

    def __init__(self, tile_set: TileSet) -> None:
        self.tile_set = tile_set
        tiles = [tile for tile in tile_set.points if tile != BLANK]
        forms = {tile: tile for tile in tiles}
        for tile in tiles:
            forms.setdefault(tile_set.blank_forms[tile], tile)
        for tile in tiles:  # after the set's own lower-case forms, which take precedence
            for form in (tile.lower(), tile.upper(), tile.title()):
                forms.setdefault(form, tile)
        self.forms = forms
        """Every typed form of a tile, mapped to the tile."""
        several = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
        self._scanner = re.compile(rf"\[({several})\]|({several})")
        self._single = tile_set.single
        self._translation = str.maketrans(
            {form: tile for form, tile in forms.items() if len(form) == 1}
        )
        self._letters = frozenset(tiles)

    def spell(self, text: str) -> tuple[str, ...]:
        """Return the tiles of a word, all in upper case.

        Raise `UnknownTile` for a character that is not part of a tile.
        """
        word = unicodedata.normalize("NFKC", text)
        tiles, at = [], 0
        while at < len(word):
            match = self._scanner.match(word, at)
            if match is None:
                raise UnknownTile(text, word[at], self.tile_set)
            tiles.append(self.forms[match.group(1) or match.group(2)])
            at = match.end()
        return tuple(tiles)

    def written_form(self, text: str) -> tuple[str, int]:
        """Return the word as written in lists and files, and its number of tiles.

        Raise `UnknownTile` for a character that is not part of a tile.
        """
        if self._single:
            word = text.translate(self._translation)
            if self._letters.issuperset(word):
                return word, len(word)
        tiles = self.spell(text)
        return self.tile_set.format_tiles(tiles), len(tiles)


def typed_words(text: str, tile_set: TileSet) -> tuple[str, ...]:
    """Split a line at spaces, commas and the like, and return its words as written in word lists.

    Raise `UnknownTile` for the first word that is not made of tiles of the set.
    """
    speller = Speller(tile_set)
    return tuple(speller.written_form(word)[0] for word in re.split(r"[\s,;/+]+", text) if word)
