"""Every legal play of a rack on a board, or those of the lines a person happens to look at.

For each slot the words that the letters lying there and some tiles of the rack make up are looked
up whole (see `scoring.simulation.anagrams`), then held against the squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import mul
from typing import NamedTuple

from scoring.engine.board import Board
from scoring.engine.tiles import BLANK
from scoring.simulation.anagrams import Vocabulary
from scoring.simulation.slots import Line, lines


class Play(NamedTuple):
    """A word and where it goes."""

    score: int
    first: int
    """Flat cell of the first square."""
    step: int
    word: str
    """The word made, all in capitals."""
    empty: tuple[int, ...]
    """Offsets, from the first square, of the squares tiles are laid on."""
    faces: Sequence[str]
    """The tile laid on each of them, small for a blank."""

    @property
    def tiles(self) -> str:
        """The word as the sheet writes it: ``"."`` for what lies there, small letters for blanks."""
        tiles = ["."] * len(self.word)
        for offset, face in zip(self.empty, self.faces, strict=True):
            tiles[offset] = face
        return "".join(tiles)

    @property
    def laid(self) -> str:
        """The tiles taken from the rack, ``"?"`` for each blank."""
        return "".join(BLANK if face.islower() else face for face in self.faces)


def plays(board: Board, words: Vocabulary, rack: Sequence[str]) -> list[Play]:
    """Every legal play, line by line; a blank goes on the square where it costs the least."""
    return list(plays_of(board, words, rack, lines(board, words), tuple(words.units)))


def plays_of(
    board: Board,
    words: Vocabulary,
    rack: Sequence[str],
    looked_at: Iterable[Line],
    blank_as: Sequence[str],
) -> Iterator[Play]:
    """The legal plays of some lines, blanks standing for some letters only."""
    holdings = words.holdings(rack, blank_as)
    anagrams = words.anagrams
    value = board.tile_set.values.__getitem__
    blanks = BLANK in rack
    found: dict[tuple[int, int], list[str]] = {}
    opening = board.empty
    for line in looked_at:
        if line.quiet and not opening:
            continue
        for slot in line.slots(len(rack), opening=opening):
            first, step, length, empty, there, wanted = slot
            number = len(empty)
            made = found.get((there, number))
            if made is None:
                made = found[there, number] = []
                for held in holdings[number]:
                    if words_of_these := anagrams.get(there + held):
                        made += words_of_these
            fitting = _fitting(made, wanted) if wanted else made
            if not fitting:
                continue
            sure, factors = line.worth(slot)
            for word in fitting:
                faces: Sequence[str] = word
                if number < length:
                    faces = [word[offset] for offset in empty]
                if blanks:
                    faces = _with_blanks(faces, rack, factors)
                score = sure + sum(map(mul, map(value, faces), factors))
                yield Play(score, first, step, word, empty, faces)


def _fitting(made: list[str], wanted: tuple[tuple[int, str], ...]) -> list[str]:
    fitting = []
    for word in made:
        for offset, letters in wanted:
            if word[offset] not in letters:
                break
        else:
            fitting.append(word)
    return fitting


def _with_blanks(
    letters: Sequence[str], rack: Sequence[str], factors: tuple[int, ...]
) -> Sequence[str]:
    """The letters to lay with small ones where the rack runs short, on the cheapest squares."""
    faces = list(letters)
    for letter in dict.fromkeys(letters):
        short = letters.count(letter) - rack.count(letter)
        if short > 0:
            places = [at for at, other in enumerate(letters) if other == letter]
            for at in sorted(places, key=factors.__getitem__)[:short]:
                faces[at] = letter.lower()
    return faces
