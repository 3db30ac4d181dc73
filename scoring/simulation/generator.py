"""Generate every legal play from a rack on a board, using the slots for words and the words that fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import mul
from typing import NamedTuple

from scoring.engine.board.board import Board
from scoring.engine.board.tiles import BLANK
from scoring.simulation.anagrams import MAX_WORD_LENGTH, Vocabulary

CrossConstraint = tuple[str, int]
"""The constraint of a cross-word on an empty square.

It consists of the letters allowed there, and the points of the tiles already in the cross-word.
"""


class Slot(NamedTuple):
    """A run of squares that a word can fill. Offsets count from its first square, 0-based."""

    first: int
    """Flat cell of the first square."""
    step: int
    length: int
    empty: tuple[int, ...]
    """Offsets of the empty squares."""
    board_letters: int
    """Packed count of the letters in the slot that are already on the board."""
    allowed_letters: tuple[tuple[int, str], ...]
    """Offset and allowed letters of every square that has a letter or is restricted by a cross-word."""


class BoardLine:
    """One row or column and the constraints on its squares."""

    __slots__ = ("_board", "_crosses", "_words", "cells", "faces", "quiet", "side", "step")

    def __init__(self, board: Board, words: Vocabulary, first: int, step: int, length: int) -> None:
        grid, side = board.grid, board.layout.down + 1 - step
        last = first + step * (length - 1)
        self._board = board
        self._words = words
        self._crosses: dict[int, CrossConstraint] | None = None
        self.step = step
        self.side = side
        self.cells = range(first, last + 1, step)
        self.faces = grid[first : last + 1 : step]
        self.quiet = not (
            any(self.faces)
            or any(grid[first - side : last - side + 1 : step])
            or any(grid[first + side : last + side + 1 : step])
        )
        """Whether the line and its neighbours have no tiles."""

    @property
    def crosses(self) -> dict[int, CrossConstraint]:
        """The constraints of cross-words, by position of the empty square in the line, from 0."""
        if self._crosses is None:
            grid, side = self._board.grid, self.side
            self._crosses = {
                at: self._cross_constraint(cell)
                for at, cell in enumerate(self.cells)
                if not grid[cell] and (grid[cell - side] or grid[cell + side])
            }
        return self._crosses

    def slots(self, most: int, *, opening: bool = False) -> Iterator[Slot]:
        """Yield every slot of the line that a play of at most `most` tiles can fill.

        A slot has at least two squares and touches a tile on the board; with `opening`, it covers the
        starting square.
        """
        faces, cells, crosses = self.faces, self.cells, self.crosses
        units = self._words.units
        count = len(faces)
        centre = self._board.layout.centre
        for start in range(count):
            if start and faces[start - 1]:
                continue
            there = 0
            touching = False
            empty: tuple[int, ...] = ()
            wanted: tuple[tuple[int, str], ...] = ()
            for end in range(start, min(count, start + MAX_WORD_LENGTH)):
                face = faces[end]
                if face:
                    letter = face.upper()
                    there += units[letter]
                    wanted = ((end - start, letter), *wanted)
                    touching = True
                else:
                    if len(empty) == most:
                        break
                    cross = crosses.get(end)
                    if cross is not None:
                        if not cross[0]:
                            break
                        wanted = (*wanted, (end - start, cross[0]))
                        touching = True
                    elif opening and cells[end] == centre:
                        touching = True
                    empty = (*empty, end - start)
                if touching and empty and end > start and (end + 1 == count or not faces[end + 1]):
                    yield Slot(cells[start], self.step, end - start + 1, empty, there, wanted)

    def slot_points(self, slot: Slot) -> tuple[int, tuple[int, ...]]:
        """Return the fixed points of a slot and the factor of each tile laid, in order."""
        board = self._board
        layout, values = board.layout, board.tile_set.values
        start = self.cells.index(slot.first)
        factor = 1
        for offset in slot.empty:
            factor *= layout.word_factors[self.cells[start + offset]]
        sure = factor * sum(
            values[face] for face in self.faces[start : start + slot.length] if face
        )
        factors = []
        for offset in slot.empty:
            cell = self.cells[start + offset]
            times = factor
            cross = self.crosses.get(start + offset)
            if cross is not None:
                times += layout.word_factors[cell]
                sure += layout.word_factors[cell] * cross[1]
            factors.append(times * layout.letter_factors[cell])
        if len(slot.empty) == board.rack_size:
            sure += board.bingo_bonus
        return sure, tuple(factors)

    def _cross_constraint(self, cell: int) -> CrossConstraint:
        grid, values, side = self._board.grid, self._board.tile_set.values, self.side
        before = after = ""
        points = 0
        at = cell - side
        while face := grid[at]:
            before = face.upper() + before
            points += values[face]
            at -= side
        at = cell + side
        while face := grid[at]:
            after += face.upper()
            points += values[face]
            at += side
        return self._words.completing_letters(before, after), points


def board_lines(board: Board, words: Vocabulary) -> Iterator[BoardLine]:
    """Yield every row, then every column of the board."""
    layout = board.layout
    for row in range(1, layout.rows + 1):
        yield BoardLine(board, words, row * layout.down + 1, 1, layout.columns)
    for column in range(1, layout.columns + 1):
        yield BoardLine(board, words, layout.down + column, layout.down, layout.rows)


class LegalPlay(NamedTuple):
    """A legal play: a word, its placement and its score."""

    score: int
    first: int
    """Flat cell of the first square."""
    step: int
    word: str
    """The word in upper case."""
    empty: tuple[int, ...]
    """Offsets, from the first square, of the squares that tiles are laid on."""
    faces: Sequence[str]
    """The tile laid on each of these squares, in lower case for a blank."""

    @property
    def tiles(self) -> str:
        """The word in sheet notation: ``"."`` for tiles on the board, lower case for blanks."""
        tiles = ["."] * len(self.word)
        for offset, face in zip(self.empty, self.faces, strict=True):
            tiles[offset] = face
        return "".join(tiles)

    @property
    def tiles_laid(self) -> str:
        """The tiles taken from the rack, ``"?"`` for each blank."""
        return "".join(BLANK if face.islower() else face for face in self.faces)


def legal_plays(board: Board, words: Vocabulary, rack: Sequence[str]) -> list[LegalPlay]:
    """Return every legal play, line by line. Blanks are used where they cost the fewest points."""
    return list(legal_plays_in(board, words, rack, board_lines(board, words), tuple(words.units)))


def legal_plays_in(
    board: Board,
    words: Vocabulary,
    rack: Sequence[str],
    lines: Iterable[BoardLine],
    blank_as: Sequence[str],
) -> Iterator[LegalPlay]:
    """Yield the legal plays in the lines `lines`, with blanks standing only for `blank_as`."""
    holdings = words.rack_subsets(rack, blank_as)
    anagrams = words.anagrams
    value = board.tile_set.values.__getitem__
    blanks = BLANK in rack
    made_of: dict[tuple[int, int], list[str]] = {}
    opening = board.is_empty
    for line in lines:
        if line.quiet and not opening:
            continue
        for slot in line.slots(len(rack), opening=opening):
            first, step, length, empty, there, wanted = slot
            number = len(empty)
            made = made_of.get((there, number))
            if made is None:
                made = made_of[there, number] = []
                for held in holdings[number]:
                    if words_of_these := anagrams.get(there + held):
                        made += words_of_these
            fitting = _fitting_words(made, wanted) if wanted else made
            if not fitting:
                continue
            sure, factors = line.slot_points(slot)
            for word in fitting:
                faces: Sequence[str] = word
                if number < length:
                    faces = [word[offset] for offset in empty]
                if blanks:
                    faces = _letters_with_blanks(faces, rack, factors)
                score = sure + sum(map(mul, map(value, faces), factors))
                yield LegalPlay(score, first, step, word, empty, faces)


def _fitting_words(made: list[str], wanted: tuple[tuple[int, str], ...]) -> list[str]:
    fitting = []
    for word in made:
        for offset, letters in wanted:
            if word[offset] not in letters:
                break
        else:
            fitting.append(word)
    return fitting


def _letters_with_blanks(
    letters: Sequence[str], rack: Sequence[str], factors: tuple[int, ...]
) -> Sequence[str]:
    """Return the letters to lay, with blanks for missing letters on the squares with the lowest factors."""
    faces = list(letters)
    for letter in dict.fromkeys(letters):
        short = letters.count(letter) - rack.count(letter)
        if short > 0:
            places = [at for at, other in enumerate(letters) if other == letter]
            for at in sorted(places, key=factors.__getitem__)[:short]:
                faces[at] = letter.lower()
    return faces
