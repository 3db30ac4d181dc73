"""Scores of plays: worked examples, premiums, blanks, the 50-point bonus, and refusals."""

import pytest

from scoring import catalogue
from scoring.engine.board.board import DoesNotFit
from scoring.engine.board.layouts import Layout
from scoring.engine.board.squares import Square
from tests.scoring.engine.positions import board, lay, table, word

WORKED = table("worked_plays.toml")["plays"]
SUPER = catalogue.layout("super")
SPANISH = catalogue.tile_set("spanish")
CATALAN = catalogue.tile_set("catalan")
# Fictitious boards, for combinations of word premiums that no shipped board allows in one word.
SQUARES = ("2 . 3 . . . .", "2 . 2 . 2 . .", "4 . . 4 . . .", "3 . . 3 . . 3", ". . . . . . .")
MADE_UP = Layout.from_toml(
    'name = "Made up"\nstart = "A5"\nsquares = """\n' + "\n".join(SQUARES) + '\n"""', "made_up"
)


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case["claim"])
def test_worked_plays_have_hand_computed_scores(case):
    assert lay(board(*case["before"]), case["play"]) == case["score"]


@pytest.mark.parametrize(
    ("play", "score", "times"),
    [
        ("1A CAT", 30, "x6"),
        ("2A CATER", 56, "x8"),
        ("3A CATS", 96, "x16"),
        ("4A CATS", 54, "x9"),
        ("4A CATERED", 10 * 27 + 50, "x27"),
        ("A1 CATS", 6 * 48, "x48 down"),
    ],
)
def test_word_premiums_always_multiply_each_other(play, score, times):
    assert lay(board(layout=MADE_UP), play) == score


def test_only_new_tiles_use_word_premiums():
    position = board("A1 CA", layout=MADE_UP)
    assert lay(position, "1A .AT") == (3 + 1 + 1) * 3


def test_seven_tiles_earn_fifty_after_word_multiplication():
    assert lay(board(), "1A AAAAAAA") == (7 + 1) * 3 + 50


def test_rack_size_and_bonus_are_configurable():
    assert lay(board(rack_size=3, bingo_bonus=20), "8G CAT") == 30
    assert lay(board(rack_size=3, bingo_bonus=20), "8G CATS") == 12


def test_single_tile_scores_the_same_in_either_direction():
    for row in range(1, 16):
        for column in range(1, 16):
            square = Square(row, column)
            across, down = board("8G CAT", "9F AX", "G9 .EN"), board("8G CAT", "9F AX", "G9 .EN")
            if across.tile_at(square):
                continue
            column_letter = str(square)[0]
            one = across.lay(f"{row}{column_letter}", "S")
            assert one == down.lay(f"{column_letter}{row}", "S")
            assert across.touching == down.touching


def test_hook_scores_both_words():
    assert lay(board("8F CAT"), "I7 OSE") == (2 * 1 + 1 + 2 * 1) + (3 + 1 + 1 + 1)


def test_whole_word_is_scored_if_only_its_new_part_is_written():
    whole, part = board("8F CAT"), board("8F CAT")
    assert lay(part, "8I S") == lay(whole, "8F ...S") == lay(board("8F CAT"), "8F CATS") == 6
    assert (part.cut_short, whole.cut_short) == (True, False)


def test_lifting_tiles_restores_their_premiums():
    position = board()
    assert lay(position, "8G CAT") == 10
    position.lift(position.laid)
    assert position.is_empty
    assert lay(position, "8G CAT") == 10


@pytest.mark.parametrize(
    ("before", "play"),
    [
        ((), "8L LOFTY"),
        ((), "L12 LOFTY"),
        ((), "15A RETAINSRETAINSRE"),
        ((), "O15 AT"),
        ((), "99A AT"),
        ((), "8H"),
        ((), "8H C.T"),
        ((), "8H C?T"),
        ((), "8H CÑT"),
        (("8G CAT",), "8G CAT"),
        (("8G CAT",), "8G ..."),
        (("8G CAT",), "8G COT"),
        (("8G CAT",), "G8 .A.E"),
    ],
)
def test_invalid_play_leaves_the_board_unchanged(before, play):
    position = board(*before)
    drawn = str(position)
    square, _, letters = play.partition(" ")
    with pytest.raises(DoesNotFit):
        position.lay(square, list(letters))
    assert str(position) == drawn


def test_unconnected_play_is_laid_and_reported_as_not_touching():
    position = board("8G CAT")
    lay(position, "1A AT")
    assert not position.touching
    lay(position, "9G OH")
    assert position.touching


def test_blank_on_the_board_may_be_written_as_its_letter_and_scores_nothing():
    assert lay(board("8G CaT"), "8G CATS") == lay(board("8G CaT"), "8G CaTS") == 3 + 0 + 1 + 1
    assert lay(board("8G CAT"), "8G CaTS") == 6


def test_spanish_digraph_tiles_take_one_square_each():
    position = board(tile_set=SPANISH)
    assert lay(position, "8F CHILLO") == (5 + 1 + 8 + 1) * 2
    assert [str(square) for square in position.tiles] == ["F8", "G8", "H8", "I8"]
    assert lay(position, "H7 A.rro") == 1 + 8 + 0 + 0


def test_catalan_tile_with_its_raised_dot_scores_ten():
    position = board(tile_set=CATALAN)
    assert lay(position, "8F COL·LEGI") == (2 + 1 + 10 + 1 + 3 + 1) * 2
    assert position.tile_at(Square.parse("H8")) == "L·L"


def test_super_board_corners_multiply_by_four():
    assert lay(board(layout=SUPER), "1A CAT") == 20
    assert lay(board(layout=SUPER), "11K QI") == 22
    assert lay(board(layout=SUPER), "U1 CAT") == 20
    assert lay(board(layout=SUPER), "C6 ZA") == 10 * 4 + 1


def test_board_is_drawn_with_its_premiums_and_tiles():
    lines = str(board("8G CaT")).splitlines()
    assert lines[0] == "   A B C D E F G H I J K L M N O"
    assert lines[1] == " 1 = . . ' . . . = . . . ' . . ="
    assert lines[8] == " 8 = . . ' . . C a T . . ' . . ="
    assert lines[15:] == ["15 = . . ' . . . = . . . ' . . ="]


def test_copy_is_independent():
    position = board("8G CAT")
    twin = position.copy()
    lay(twin, "8J S")
    assert position.tile_at(Square.parse("J8")) is None
    assert (position.packed_tiles, twin.packed_tiles) == (
        position.tile_set.pack("CAT"),
        position.tile_set.pack("CATS"),
    )


def test_position_can_be_set_up_directly():
    position = board()
    position.put_tiles({Square.parse("H8"): "a", Square.parse("H9"): "X"})
    assert dict(position.tiles) == {Square(8, 8): "a", Square(9, 8): "X"}
    assert position.lay("10G", word("NO")) == 1 + 1 + 0 + 8 + 1
