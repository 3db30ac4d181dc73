"""Mistakes inserted into simulated games, computed by hand for the worked plays."""

from random import Random

import pytest

from scoring.engine.board.board import Board
from scoring.simulation.generator import LegalPlay
from scoring.simulation.slips import MistakeKind, rack_slip, random_slip, total_slip
from tests.scoring.engine.positions import ENGLISH, STANDARD


def invited(coordinate: str, tiles: str, score: int, *before: tuple[str, str]):
    """Return every (slip, figure) possible for the play, from many random draws."""
    board = Board(STANDARD, ENGLISH)
    for place, word in before:
        board.lay(place, word)
    first, step, _ = STANDARD.spellings[coordinate]
    empty = tuple(at for at, tile in enumerate(tiles) if tile != ".")
    word = "".join(
        board.grid[first + at * step].upper() if tile == "." else tile.upper()
        for at, tile in enumerate(tiles)
    )
    play = LegalPlay(score, first, step, word, empty, [tiles[at] for at in empty])
    assert board.lay(coordinate, tiles) == score
    board.lift(board.laid)
    return {random_slip(board, play, Random(seed)) for seed in range(1500)}


def test_frozen_through_the_z_of_zone_has_its_slips():
    assert invited("2J", "FRO.EN", 52, ("M2", "ZONE")) == {
        (MistakeKind.LETTER_PREMIUM_MISSED, 36),
        (MistakeKind.PREMIUM_MISTAKEN, 44),
        (MistakeKind.WORD_PREMIUM_MISSED, 26),
        (MistakeKind.PREMIUM_MISTAKEN, 78),
        (MistakeKind.LETTER_MISVALUED, 46),
        (MistakeKind.LETTER_MISVALUED, 58),
        (MistakeKind.LETTER_MISVALUED, 53),
        (MistakeKind.DIGITS_SWAPPED, 25),
    }


def test_retains_with_a_double_double_has_its_slips():
    assert invited("5E", "RETAINS", 78) == {
        (MistakeKind.WORD_PREMIUM_MISSED, 64),
        (MistakeKind.PREMIUM_MISTAKEN, 92),
        (MistakeKind.BINGO_FORGOTTEN, 28),
        (MistakeKind.DIGITS_SWAPPED, 87),
        (MistakeKind.LETTER_MISVALUED, 79),
    }


LOFTY = ("8H", "LOFTY")


@pytest.mark.parametrize(
    ("coordinate", "tiles", "score", "before", "slip", "figures"),
    [
        ("7I", "LOAM", 24, [LOFTY], MistakeKind.CROSS_WORD_LEFT_OUT, {21, 19, 22, 17}),
        ("7I", "LOAM", 24, [LOFTY], MistakeKind.CROSS_WORD_PLAIN, {23}),
        ("7I", "LOAM", 24, [LOFTY], MistakeKind.LETTER_PREMIUM_MISSED, {22}),
        # The centre under an old tile.
        ("H8", ".OAF", 7, [LOFTY], MistakeKind.PREMIUM_COUNTED_AGAIN, {14}),
        ("8H", "zA", 2, [], MistakeKind.BLANK_AT_FACE_VALUE, {22}),
        ("8H", "RETAIN", 14, [], MistakeKind.BINGO_NOT_DUE, {64}),
    ],
)
def test_slip_invites_its_figures(coordinate, tiles, score, before, slip, figures):
    slips = invited(coordinate, tiles, score, *before)
    assert {figure for kind, figure in slips if kind is slip} == figures


@pytest.mark.parametrize("seed", range(20))
def test_slip_never_gives_the_correct_score(seed):
    rng = Random(seed)
    assert rack_slip(14, doubled=True, rng=rng) in {
        (MistakeKind.RACK_NOT_DOUBLED, 7),
        (MistakeKind.RACK_MISCOUNTED, 12),
        (MistakeKind.RACK_MISCOUNTED, 16),
    }
    assert rack_slip(-3, doubled=False, rng=rng) in {
        (MistakeKind.RACK_MISCOUNTED, -2),
        (MistakeKind.RACK_MISCOUNTED, -4),
    }
    assert rack_slip(1, doubled=False, rng=rng) == (MistakeKind.RACK_MISCOUNTED, 2)
    assert total_slip(100, rng) != 100
