"""Scores of plays: worked examples, premiums, blanks, the 50-point bonus, and refusals."""

from itertools import product

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


BOXED = {"rack_size": 3, "bingo_bonus": 20}


@pytest.mark.parametrize(
    ("options", "before", "play", "score"),
    [
        # The premiums of a word multiply each other: x6, x8, x16, x9, x27, x48 down.
        ({"layout": MADE_UP}, [], "1A CAT", 30),
        ({"layout": MADE_UP}, [], "2A CATER", 56),
        ({"layout": MADE_UP}, [], "3A CATS", 96),
        ({"layout": MADE_UP}, [], "4A CATS", 54),
        ({"layout": MADE_UP}, [], "4A CATERED", 10 * 27 + 50),
        ({"layout": MADE_UP}, [], "A1 CATS", 6 * 48),
        # Only new tiles use them.
        ({"layout": MADE_UP}, ["A1 CA"], "1A .AT", (3 + 1 + 1) * 3),
        # Fifty for seven tiles come after the multiplication, or what the rules say.
        ({}, [], "1A AAAAAAA", (7 + 1) * 3 + 50),
        (BOXED, [], "8G CAT", 30),
        (BOXED, [], "8G CATS", 12),
        # A hook scores both words.
        ({}, ["8F CAT"], "I7 OSE", (2 * 1 + 1 + 2 * 1) + (3 + 1 + 1 + 1)),
        # A blank on the board may be written as its letter and scores nothing.
        ({}, ["8G CaT"], "8G CATS", 3 + 0 + 1 + 1),
        ({}, ["8G CaT"], "8G CaTS", 3 + 0 + 1 + 1),
        ({}, ["8G CAT"], "8G CaTS", 6),
        # The corners of the super board multiply by four.
        ({"layout": SUPER}, [], "1A CAT", 20),
        ({"layout": SUPER}, [], "11K QI", 22),
        ({"layout": SUPER}, [], "U1 CAT", 20),
        ({"layout": SUPER}, [], "C6 ZA", 10 * 4 + 1),
    ],
)
def test_play_scores_by_its_premiums_blanks_and_bonus(options, before, play, score):
    assert lay(board(*before, **options), play) == score


def test_single_tile_scores_the_same_in_either_direction():
    for square in (Square(row, column) for row in range(1, 16) for column in range(1, 16)):
        across, down = (board("8G CAT", "9F AX", "G9 .EN") for _ in range(2))
        if not across.tile_at(square):
            letter = str(square)[0]
            one = across.lay(f"{square.row}{letter}", "S")
            assert one == down.lay(f"{letter}{square.row}", "S")
            assert across.touching == down.touching


def test_board_tells_if_a_word_is_cut_short_or_apart_and_lifts_its_tiles():
    whole, part = board("8F CAT"), board("8F CAT")
    assert lay(part, "8I S") == lay(whole, "8F ...S") == lay(board("8F CAT"), "8F CATS") == 6
    assert (part.cut_short, whole.cut_short) == (True, False)
    position = board()
    assert lay(position, "8G CAT") == 10
    position.lift(position.laid)
    assert position.is_empty
    assert lay(position, "8G CAT") == 10
    position = board("8G CAT")
    lay(position, "1A AT")
    assert not position.touching
    lay(position, "9G OH")
    assert position.touching


@pytest.mark.parametrize(
    ("before", "play"),
    [
        *product([()], ["8L LOFTY", "L12 LOFTY", "15A RETAINSRETAINSRE", "O15 AT", "99A AT", "8H"]),
        *product([()], ["8H C.T", "8H C?T", "8H CÑT"]),
        *product([("8G CAT",)], ["8G CAT", "8G ...", "8G COT", "G8 .A.E"]),
    ],
)
def test_invalid_play_leaves_the_board_unchanged(before, play):
    position = board(*before)
    drawn = str(position)
    square, _, letters = play.partition(" ")
    with pytest.raises(DoesNotFit):
        position.lay(square, list(letters))
    assert str(position) == drawn


def test_tiles_of_several_letters_take_one_square_each():
    position = board(tile_set=SPANISH)
    assert lay(position, "8F CHILLO") == (5 + 1 + 8 + 1) * 2
    assert [str(square) for square in position.tiles] == ["F8", "G8", "H8", "I8"]
    assert lay(position, "H7 A.rro") == 1 + 8 + 0 + 0
    position = board(tile_set=CATALAN)
    assert lay(position, "8F COL·LEGI") == (2 + 1 + 10 + 1 + 3 + 1) * 2
    assert position.tile_at(Square.parse("H8")) == "L·L"


def test_board_is_drawn_with_its_premiums_and_tiles():
    lines = str(board("8G CaT")).splitlines()
    assert lines[0] == "   A B C D E F G H I J K L M N O"
    assert lines[1] == " 1 = . . ' . . . = . . . ' . . ="
    assert lines[8] == " 8 = . . ' . . C a T . . ' . . ="
    assert lines[15:] == ["15 = . . ' . . . = . . . ' . . ="]


def test_copy_is_independent_and_a_position_can_be_set_up_directly():
    position = board("8G CAT")
    twin = position.copy()
    lay(twin, "8J S")
    assert position.tile_at(Square.parse("J8")) is None
    packed = [position.tile_set.pack(text) for text in ("CAT", "CATS")]
    assert [position.packed_tiles, twin.packed_tiles] == packed
    position = board()
    position.put_tiles({Square.parse("H8"): "a", Square.parse("H9"): "X"})
    assert dict(position.tiles) == {Square(8, 8): "a", Square(9, 8): "X"}
    assert position.lay("10G", word("NO")) == 1 + 1 + 0 + 8 + 1
