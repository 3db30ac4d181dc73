"""Squares and coordinates in score sheet notation: parsing and formatting."""

from itertools import product

import pytest

from scoring.engine.board.squares import Coordinate, Direction, NotASquare, Square
from scoring.engine.message import Message
from scoring.wording.engine import sentence


@pytest.mark.parametrize(
    ("text", "square", "direction", "written"),
    [
        ("8H", Square(8, 8), Direction.ACROSS, "8H"),
        ("H8", Square(8, 8), Direction.DOWN, "H8"),
        ("8h", Square(8, 8), Direction.ACROSS, "8H"),
        ("h8", Square(8, 8), Direction.DOWN, "H8"),
        ("15A", Square(15, 1), Direction.ACROSS, "15A"),
        ("O1", Square(1, 15), Direction.DOWN, "O1"),
        ("21U", Square(21, 21), Direction.ACROSS, "21U"),
        (" K11 ", Square(11, 11), Direction.DOWN, "K11"),
    ],
)
def test_row_first_is_across_and_column_first_is_down(text, square, direction, written):
    coordinate = Coordinate.parse(text)
    assert coordinate == Coordinate(square, direction)
    assert str(coordinate) == written


def test_every_coordinate_round_trips():
    for row, column, direction in product(range(1, 22), range(1, 22), Direction):
        coordinate = Coordinate(Square(row, column), direction)
        assert Coordinate.parse(str(coordinate)) == coordinate
    assert str(Square.parse("8H")) == str(Square.parse("H8")) == "H8"


@pytest.mark.parametrize("text", ["", "8", "H", "HH", "88", "0H", "H0", "H100", "8H9", "8-H", "Ä8"])
def test_invalid_square_is_refused_with_an_example(text):
    with pytest.raises(NotASquare) as refused:
        Coordinate.parse(text)
    assert sentence(refused.value.message) == (
        f"“{text}” is not a square. Write 8H for across or H8 for down."
    )


def test_long_invalid_square_is_quoted_shortened():
    with pytest.raises(NotASquare) as refused:
        Square.parse("x" * 3000)
    assert refused.value.message == Message("not_a_square", text="x" * 24 + "…")
