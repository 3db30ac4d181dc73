"""Words indexed by their letters: the vocabulary of simulated players.

The letters of a word are counted in one packed integer, four bits for each letter, so that
combining tiles from the rack with letters on the board is one addition and one lookup.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from django.utils.translation import gettext as _

from scoring.engine.board.tiles import BLANK, TileSet
from scoring.lexicon import Lexicon
from scoring.wording.names import name_of

_BITS = 4
MAX_WORD_LENGTH = (1 << _BITS) - 1
"""Maximum number of letters of a word, so that the count of one letter fits into four bits."""


class WordsDoNotFitTiles(ValueError):
    """The words cannot be spelled with the tiles of the set. The message says why."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """All playable words, indexed by their packed letters; `words` is for membership tests."""

    units: dict[str, int]
    """The packed count of a single letter, by letter."""
    words: frozenset[str]
    anagrams: dict[int, tuple[str, ...]] = field(repr=False)
    """Packed letters, mapped to the words made of exactly these letters, in alphabetical order."""
    _fitting: dict[tuple[str, str], str] = field(repr=False, default_factory=dict)

    @classmethod
    def from_words(cls, words: Iterable[str], letters: Iterable[str]) -> Vocabulary:
        """Index words in upper case, leaving out those longer than `MAX_WORD_LENGTH`.

        Raise `WordsDoNotFitTiles` if a word has a letter that is not in `letters`.
        """
        units = {letter: 1 << (_BITS * place) for place, letter in enumerate(letters)}
        anagrams: dict[int, tuple[str, ...]] = {}
        playable = sorted(word for word in set(words) if len(word) <= MAX_WORD_LENGTH)
        unit = units.__getitem__
        try:
            for word in playable:
                packed = sum(map(unit, word))
                anagrams[packed] = (*anagrams.get(packed, ()), word)
        except KeyError as error:
            raise WordsDoNotFitTiles(
                _("“{word}” needs the letter {letter}, for which this set has no tile.").format(
                    word=word, letter=error
                )
            ) from error
        return cls(units, frozenset(playable), anagrams)

    def completing_letters(self, before: str, after: str) -> str:
        """Return the letters that complete a word between `before` and `after`, in tile order."""
        key = before, after
        known = self._fitting.get(key)
        if known is None:
            words = self.words
            known = "".join(x for x in self.units if before + x + after in words)
            self._fitting[key] = known
        return known

    def rack_subsets(self, rack: Sequence[str], blank_as: Sequence[str]) -> list[list[int]]:
        """Return, for each number of tiles, the packed letters of each distinct subset of a rack.

        A blank (``"?"``) stands for each of the letters `blank_as` in turn.
        """
        units = self.units
        choices = [
            [units[letter] for letter in blank_as] if tile == BLANK else [units[tile]]
            for tile in sorted(rack, reverse=True)
        ]
        by_size: list[dict[int, None]] = [{0: None}, *({} for _ in choices)]
        for place, units_of_tile in enumerate(choices):
            for size in range(place, -1, -1):
                larger = by_size[size + 1]
                for packed in by_size[size]:
                    for one in units_of_tile:
                        larger[packed + one] = None
        return [list(sums) for sums in by_size]


@cache
def vocabulary(lexicon: Lexicon, tile_set: TileSet) -> Vocabulary:
    """Return the vocabulary of a word list for a tile set, cached per process (takes about a second).

    Raise `WordsDoNotFitTiles` if the list needs other letters or the set has tiles of several letters.
    """
    letters = [tile for tile in tile_set.counts if tile != BLANK]
    capitals = all(small.upper() == tile for tile, small in tile_set.blank_forms.items())
    if not (tile_set.single and capitals):
        raise WordsDoNotFitTiles(
            _(
                "Simulated games need tiles of one letter each; the {tiles} set also has other "
                "tiles."
            ).format(tiles=name_of(tile_set))
        )
    try:
        return Vocabulary.from_words(lexicon, letters)
    except WordsDoNotFitTiles as error:
        raise WordsDoNotFitTiles(
            _("The word list {words} does not fit the {tiles} tiles: {problem}").format(
                words=name_of(lexicon), tiles=name_of(tile_set), problem=error
            )
        ) from error
