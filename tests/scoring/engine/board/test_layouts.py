"""The two boards have the published premiums; board files are validated strictly."""

from itertools import product

import pytest

from scoring import catalogue
from scoring.engine.board.datafile import DataFileError
from scoring.engine.board.layouts import Layout, Premium
from scoring.engine.board.squares import Coordinate, Direction, Square

# Source: RULES section 1 of the project's facts.
QUARTERS = {
    "standard": """
        3 . . d . . . 3
        . 2 . . . t . .
        . . 2 . . . d .
        d . . 2 . . . d
        . . . . 2 . . .
        . t . . . t . .
        . . d . . . d .
        3 . . d . . . 2""",
    "super": """
        4 . . d . . . 3 . . d
        . 2 . . t . . . 2 . .
        . . 2 . . q . . . 2 .
        d . . 3 . . d . . . 3
        . t . . 2 . . . t . .
        . . q . . 2 . . . d .
        . . . d . . 2 . . . d
        3 . . . . . . 2 . . .
        . 2 . . t . . . t . .
        . . 2 . . d . . . d .
        d . . 3 . . d . . . 2""",
}
MARKS = {"2": "DWS", "3": "TWS", "4": "QWS", "d": "DLS", "t": "TLS", "q": "QLS", ".": None}
GOOD = 'name = "Small"\nstart = "A1"\nsquares = """\n2 .\n. d\n"""\n'


@pytest.fixture(params=["standard", "super"])
def layout(request):
    return catalogue.layout(request.param)


def test_boards_have_their_size_and_centre():
    sizes = [(b.rows, b.columns, str(b.start)) for b in catalogue.layouts().values()]
    assert sizes == [(15, 15, "H8"), (21, 21, "K11")]
    small = Layout.from_toml(GOOD, "small")
    assert (small.rows, small.columns) == (2, 2)
    assert small.premiums == {Square(1, 1): Premium.DWS, Square(2, 2): Premium.DLS}
    largest = Layout.from_toml(blank_squares(99, 26), "largest")
    assert (largest.rows, largest.columns) == (99, 26)
    assert largest.contains(Square.parse("Z99"))


def test_boards_have_the_published_premiums_in_every_quarter(layout):
    for row, line in enumerate(QUARTERS[layout.key].split("\n")[1:], 1):
        for column, mark in enumerate(line.split(), 1):
            premium = layout.premiums.get(Square(row, column))
            assert (premium.name if premium else None) == MARKS[mark], (row, column)
    premium, last = layout.premiums.get, layout.rows + 1
    for row, column in product(range(1, last), repeat=2):
        here = premium(Square(row, column))
        mirrored = ((last - row, column), (row, last - column), (column, row))
        assert all(here is premium(Square(*place)) for place in mirrored)


def test_cells_squares_and_coordinates_convert_into_each_other(layout):
    for row, column in product(range(1, layout.rows + 1), range(1, layout.columns + 1)):
        square = Square(row, column)
        cell = layout.cell(square)
        assert layout.square(cell) == square
        assert layout.premium(cell) is layout.premiums.get(square)
        for direction in Direction:
            coordinate = layout.coordinate(cell, layout.step(direction))
            assert coordinate == Coordinate(square, direction)
            first, step, room = layout.spellings[str(coordinate)]
            assert (first, step) == (cell, layout.step(direction))
            assert room == layout.rows + 1 - (column if step == 1 else row)


def test_board_contains_only_its_own_squares_in_either_case(layout):
    assert layout.spellings["8h"] == layout.spellings["8H"]
    assert layout.spellings["h8"] == layout.spellings["H8"]
    assert layout.contains(Square(layout.rows, layout.columns))
    for row, column in [(0, 1), (1, 0), (layout.rows + 1, 1), (1, layout.columns + 1)]:
        assert not layout.contains(Square(row, column))


def blank_squares(rows: int, columns: int) -> str:
    """Return a board file of that size without premiums."""
    return GOOD.replace("2 .\n. d\n", (". " * columns + "\n") * rows)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (blank_squares(100, 26), "“squares” must be rows of equal length"),
        (blank_squares(99, 27), "“squares” must be rows of equal length"),
        (GOOD.replace('"A1"', '"C1"'), "“start” C1 is off the board"),
        (GOOD.replace('"A1"', '"AA"'), "“start”: “AA” is not a square"),
        (GOOD.replace("2 .", "2 . ."), "“squares” must be rows of equal length"),
        (GOOD.replace("2 .", "2 5"), "unknown mark “5” in row 1"),
        (GOOD.replace("2 .\n. d\n", ""), "“squares” must be rows of equal length"),
    ],
)
def test_invalid_board_file_is_reported_with_file_and_key(text, sentence):
    with pytest.raises(DataFileError) as refused:
        Layout.from_toml(text, "small")
    assert str(refused.value).startswith("layouts/small.toml: ")
    assert sentence in str(refused.value)
