"""Drawing for the first turn: closest to A, a blank beats A, equal letters draw again."""

import pytest

from scoring.catalogue import tile_set
from scoring.engine.board.tiles import UnknownTile
from scoring.engine.rules.draw import alphabet, starting_draw
from scoring.wording.engine import sentence


@pytest.mark.parametrize(
    ("letters", "begins"),
    [("AB", 0), ("QC", 1), ("?A", 0), ("A?", 1), ("ZY", 1), ("EE", None), ("??", None)],
)
def test_letter_nearest_a_begins_and_a_blank_beats_a(letters, begins):
    assert starting_draw(letters, tile_set("english")).starting_seat == begins


def test_only_the_nearest_of_four_draw_again_and_other_letters_are_refused():
    draw = starting_draw("TCMC", tile_set("english"))
    assert draw.nearest == (1, 3)
    assert draw.starting_seat is None
    assert "".join(alphabet(tile_set("english"))) == "?ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    with pytest.raises(UnknownTile) as refused:
        starting_draw("AÑ", tile_set("english"))
    assert sentence(refused.value.message) == "“Ñ” in “Ñ” is not a tile of the English set."
    with pytest.raises(ValueError, match="a letter for every player"):
        starting_draw("A", tile_set("english"))


@pytest.mark.parametrize(
    ("key", "nearer", "farther"),
    [
        ("spanish", "CH", "D"),
        ("spanish", "Ñ", "O"),
        ("german", "Ä", "B"),
        ("swedish", "Z", "Å"),
        ("norwegian", "Æ", "Å"),
        ("turkish", "I", "İ"),
        ("polish", "Ł", "M"),
        ("catalan", "L·L", "M"),
        ("greek", "Α", "Ω"),
    ],
)
def test_nearness_follows_the_alphabet_of_the_tiles(key, nearer, farther):
    assert starting_draw((farther, nearer), tile_set(key)).starting_seat == 1
