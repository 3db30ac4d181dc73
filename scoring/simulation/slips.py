"""Common mistakes in announcing a score, with the resulting figures.

They are computed from the tiles and premiums of the play, independently of the audit, so that tests
can check that the audit finds exactly these mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from math import prod
from random import Random
from typing import NamedTuple

from scoring.engine.board.board import Board
from scoring.simulation.generator import LegalPlay


class MistakeKind(Enum):
    """A kind of mistake. The value is used in the file of inserted mistakes."""

    LETTER_PREMIUM_MISSED = "letter premium missed"
    """A DLS or TLS under a new tile is not counted in any of its words."""
    WORD_PREMIUM_MISSED = "word premium missed"
    """A DWS or TWS under a new tile is not counted in any of its words."""
    PREMIUM_MISTAKEN = "premium mistaken"
    """A double is taken for a triple or vice versa."""
    PREMIUM_COUNTED_AGAIN = "premium counted again"
    """A premium under a tile already on the board is counted."""
    BLANK_AT_FACE_VALUE = "blank at face value"
    """A blank in the play is counted with the value of the letter it stands for."""
    BINGO_FORGOTTEN = "bingo forgotten"
    """The bonus for a bingo is not added."""
    BINGO_NOT_DUE = "bingo not due"
    """The bonus for a bingo is added although one tile too few was laid."""
    CROSS_WORD_LEFT_OUT = "cross word left out"
    """A cross-word is not counted."""
    CROSS_WORD_PLAIN = "cross word plain"
    """A cross-word is counted without its premium."""
    LETTER_MISVALUED = "letter misvalued"
    """One tile is counted with one point too many or too few."""
    DIGITS_SWAPPED = "digits swapped"
    """The digits are swapped, for example 42 for 24."""
    TOTAL_ADDED_WRONG = "total added wrong"
    """The score is right, but the running total is wrong."""
    RACK_NOT_DOUBLED = "rack not doubled"
    """The opponent's rack is counted once instead of twice."""
    RACK_MISCOUNTED = "rack miscounted"
    """The remaining tiles are counted with one point too many or too few."""


@dataclass(frozen=True)
class Mistake:
    """One mistake in a simulated game: the announced and the correct figure."""

    turn: int
    """Index of the turn in the record, from 0."""
    player: int
    """Seat of the player, from 0."""
    kind: MistakeKind
    announced: int
    correct: int
    """Points of the turn, or the running total for an adding error."""


class _CountedSquare(NamedTuple):
    """One square of a word, with the points and factors counted for it."""

    cell: int
    face: str
    points: int
    letter: int
    word: int
    new: bool


_Word = list[_CountedSquare]
_MISTAKEN_FACTORS = {2: 3, 3: 2}


def random_slip(board: Board, play: LegalPlay, rng: Random) -> tuple[MistakeKind, int]:
    """Return a possible slip for this play and the announced figure; `play` is not yet on `board`."""
    figures: dict[MistakeKind, list[int]] = {}
    for slip, figure in _possible_slips(board, play):
        if figure != play.score and figure >= 0:
            figures.setdefault(slip, []).append(figure)
    slip = rng.choice(list(figures))
    return slip, rng.choice(figures[slip])


def rack_slip(amount: int, doubled: bool, rng: Random) -> tuple[MistakeKind, int]:
    """Return a slip in an end-rack line of `amount` points, which must not be 0, and the announced figure."""
    if doubled and rng.random() < 0.5:
        return MistakeKind.RACK_NOT_DOUBLED, amount // 2
    step = 2 if doubled else 1
    size = abs(amount) + (rng.choice((-step, step)) if abs(amount) > step else step)
    return MistakeKind.RACK_MISCOUNTED, size if amount > 0 else -size


def total_slip(total: int, rng: Random) -> int:
    """Return a running total that is added up wrongly."""
    return total + rng.choice((-100, -10, -10, -2, -1, 1, 2, 10, 10, 100))


def _possible_slips(board: Board, play: LegalPlay) -> Iterator[tuple[MistakeKind, int]]:
    words = words_of(board, play)
    laid = [square for square in words[0] if square.new]
    bingo = board.bingo_bonus if len(laid) == board.rack_size else 0

    def announced(changed: list[_Word]) -> int:
        return bingo + sum(map(_points, changed))

    def counting(other: _CountedSquare) -> int:
        return announced([[other if s.cell == other.cell else s for s in word] for word in words])

    for square in laid:
        if square.letter > 1:
            yield MistakeKind.LETTER_PREMIUM_MISSED, counting(square._replace(letter=1))
            mistaken = _MISTAKEN_FACTORS.get(square.letter, square.letter)
            yield MistakeKind.PREMIUM_MISTAKEN, counting(square._replace(letter=mistaken))
        if square.word > 1:
            yield MistakeKind.WORD_PREMIUM_MISSED, counting(square._replace(word=1))
            mistaken = _MISTAKEN_FACTORS.get(square.word, square.word)
            yield MistakeKind.PREMIUM_MISTAKEN, counting(square._replace(word=mistaken))
        if square.face.islower():
            face_value = board.tile_set.points[square.face.upper()]
            yield MistakeKind.BLANK_AT_FACE_VALUE, counting(square._replace(points=face_value))
        elif square.points > 1:
            yield MistakeKind.LETTER_MISVALUED, counting(square._replace(points=square.points - 1))
            yield MistakeKind.LETTER_MISVALUED, counting(square._replace(points=square.points + 1))
    for square in words[0]:
        letter, word = (
            board.layout.letter_factors[square.cell],
            board.layout.word_factors[square.cell],
        )
        if not square.new and letter * word > 1:
            yield (
                MistakeKind.PREMIUM_COUNTED_AGAIN,
                counting(square._replace(letter=letter, word=word)),
            )
    for at in range(1, len(words)):
        yield MistakeKind.CROSS_WORD_LEFT_OUT, announced(words[:at] + words[at + 1 :])
        plain = [square._replace(letter=1, word=1) for square in words[at]]
        yield MistakeKind.CROSS_WORD_PLAIN, announced([*words[:at], plain, *words[at + 1 :]])
    if bingo:
        yield MistakeKind.BINGO_FORGOTTEN, play.score - bingo
    if len(laid) == board.rack_size - 1:
        yield MistakeKind.BINGO_NOT_DUE, play.score + board.bingo_bonus
    if 10 <= play.score < 100 and play.score % 10:
        yield MistakeKind.DIGITS_SWAPPED, int(str(play.score)[::-1])
    yield MistakeKind.LETTER_MISVALUED, play.score + 1


def words_of(board: Board, play: LegalPlay) -> list[_Word]:
    """Return the main word, then the cross-words, square by square."""
    grid, down = board.grid, board.layout.down
    cells = range(play.first, play.first + len(play.tiles) * play.step, play.step)
    new = {cell: tile for cell, tile in zip(cells, play.tiles, strict=True) if tile != "."}
    words = [[_counted_square(board, cell, new) for cell in cells]]
    side = down + 1 - play.step
    for cell in new:
        first = last = cell
        while grid[first - side]:
            first -= side
        while grid[last + side]:
            last += side
        if last > first:
            words.append([_counted_square(board, at, new) for at in range(first, last + 1, side)])
    return words


def _counted_square(board: Board, cell: int, new: dict[int, str]) -> _CountedSquare:
    values, layout = board.tile_set.values, board.layout
    if cell in new:
        letter, word = layout.letter_factors[cell], layout.word_factors[cell]
        return _CountedSquare(cell, new[cell], values[new[cell]], letter, word, new=True)
    face = board.grid[cell]
    assert face is not None
    return _CountedSquare(cell, face, values[face], 1, 1, new=False)


def _points(word: _Word) -> int:
    return sum(square.points * square.letter for square in word) * prod(
        square.word for square in word
    )
