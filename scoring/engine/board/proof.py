"""The proof of a score: every word of a play with its tiles, premiums and sum.

The figures equal those of `Board.lay` but are computed step by step. A test compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.engine.board.board import Board
from scoring.engine.board.layouts import Premium
from scoring.engine.board.squares import Square


class TileProof(NamedTuple):
    """One tile of a word: its face, its square, its points, whether it is new, and the premium on its square.

    `premium` is None if the square has none. A premium counts only under a new tile.
    """

    face: str
    square: Square
    value: int
    new: bool
    premium: Premium | None

    @property
    def letter_factor(self) -> int:
        """The factor that the value of this tile is multiplied by."""
        return (
            self.premium.factor
            if self.new and self.premium and self.premium.applies_to == "letter"
            else 1
        )

    @property
    def word_factor(self) -> int:
        """The factor that this tile multiplies the whole word by."""
        return (
            self.premium.factor
            if self.new and self.premium and self.premium.applies_to == "word"
            else 1
        )

    def __str__(self) -> str:
        times = f" ×{self.letter_factor} ({self.square})" if self.letter_factor > 1 else ""
        return f"{self.face} {self.value}{times}"


class WordProof(NamedTuple):
    """One word made by a play. `sum` is the value before and `score` the value after multiplying."""

    text: str
    tiles: tuple[TileProof, ...]
    sum: int
    multiplier: int
    score: int

    def __str__(self) -> str:
        adding = " + ".join(map(str, self.tiles))
        line = f"{self.text}: {adding} = {self.sum}"
        squares = [tile for tile in self.tiles if tile.word_factor > 1]
        if not squares:
            return line
        times = ", ".join(f"×{tile.word_factor} ({tile.square})" for tile in squares)
        return f"{line}, {times} = {self.score}"


@dataclass(frozen=True, slots=True)
class Proof:
    """The score of one play: the main word first, then the cross-words, then the bingo bonus."""

    words: tuple[WordProof, ...]
    bingo: int
    total: int

    @property
    def marks(self) -> tuple[str, ...]:
        """Codes for what is remarkable about the play: ``bingo``, ``double_double``, ``nine_timer``.

        The last two require that the new tiles of the main word cover exactly two double or exactly two
        triple word squares, and no other word premium.
        """
        remarkable = ["bingo"] if self.bingo else []
        main = [tile.word_factor for tile in self.words[0].tiles if tile.word_factor > 1]
        if main == [2, 2]:
            remarkable.append("double_double")
        elif main == [3, 3]:
            remarkable.append("nine_timer")
        return tuple(remarkable)


def prove(board: Board, coordinate: str, tiles: Sequence[str]) -> Proof:
    """Return the proof of laying `tiles` at `coordinate`. The board is left unchanged.

    A single tile that makes words in both directions scores both; the first one runs in the given
    direction. Raise `DoesNotFit` in the same cases as `Board.lay`.
    """
    layout, grid = board.layout, board.grid
    total = board.lay(coordinate, tiles)
    laid = set(board.laid)
    try:
        first, step, _ = layout.spellings[coordinate]
        side = layout.down + 1 - step
        words = [_word(board, first, step, laid)]
        words += [
            _word(board, cell, side, laid)
            for cell in board.laid
            if grid[cell - side] or grid[cell + side]
        ]
        if len(words) > 1 and len(words[0].tiles) == 1:
            del words[0]
    finally:
        board.lift(laid)
    bingo = board.bingo_bonus if len(laid) == board.rack_size else 0
    return Proof(tuple(words), bingo, total)


def words_laid(board: Board, coordinate: str) -> list[tuple[str, int, int]]:
    """Return the text, score and multiplier of every word formed by the last `Board.lay`, which was at `coordinate`.

    These are the figures of `prove` without the tiles, fast enough for whole archives.
    """
    grid, layout = board.grid, board.layout
    first, step, _ = layout.spellings[coordinate]
    side = layout.down + 1 - step
    runs = [(cell, side) for cell in board.laid if grid[cell - side] or grid[cell + side]]
    if not runs or grid[first - step] or grid[first + step]:
        runs.insert(0, (first, step))
    values, laid, write = board.tile_set.values, set(board.laid), board.tile_set.format_tiles
    words = []
    for cell, stride in runs:
        while grid[cell - stride]:
            cell -= stride
        faces, total, factor = [], 0, 1
        while face := grid[cell]:
            faces.append(face)
            if cell in laid:
                total += values[face] * layout.letter_factors[cell]
                factor *= layout.word_factors[cell]
            else:
                total += values[face]
            cell += stride
        words.append((write(faces), total * factor, factor))
    return words


def _word(board: Board, cell: int, step: int, laid: set[int]) -> WordProof:
    """Return the word through `cell` in the direction of `step`. The tiles of the play must be on the board."""
    grid, layout, values = board.grid, board.layout, board.tile_set.values
    while grid[cell - step]:
        cell -= step
    tiles, total, factor = [], 0, 1
    while face := grid[cell]:
        square = layout.square(cell)
        tile = TileProof(face, square, values[face], cell in laid, layout.premiums.get(square))
        tiles.append(tile)
        if tile.new:
            total += tile.value * layout.letter_factors[cell]
            factor *= layout.word_factors[cell]
        else:
            total += tile.value
        cell += step
    text = board.tile_set.format_tiles(tile.face for tile in tiles)
    return WordProof(text, tuple(tiles), total, factor, total * factor)
