"""Parsing typed words as tiles."""

import pytest

from scoring.catalogue import tile_set, tile_sets
from scoring.engine.board.spelling import Speller
from scoring.engine.board.tiles import BLANK, UnknownTile


@pytest.mark.parametrize(
    ("key", "typed", "tiles"),
    [
        ("english", "frozen", "F R O Z E N"),
        ("english", "FrOzEn", "F R O Z E N"),
        ("spanish", "chico", "CH I C O"),
        ("spanish", "Perro", "P E RR O"),
        ("spanish", "[CH]ICO", "CH I C O"),
        ("spanish", "n\u0303andu", "Ñ A N D U"),
        ("catalan", "col·legi", "C O L·L E G I"),
        ("catalan", "quinyo", "QU I NY O"),
        ("turkish", "iki", "İ K İ"),
        ("turkish", "ılık", "I L I K"),
        ("german", "über", "Ü B E R"),
    ],
)
def test_words_in_either_case_are_split_longest_tile_first(key, typed, tiles):
    assert Speller(tile_set(key)).spell(typed) == tuple(tiles.split())


@pytest.mark.parametrize("typed", ["CAFÉ", "IS'NT", "A B", "7UP", "FRO.EN"])
def test_invalid_tile_is_named(typed):
    with pytest.raises(UnknownTile):
        Speller(tile_set("english")).spell(typed)


@pytest.mark.parametrize("key", tile_sets())
def test_every_tile_is_parsed_in_upper_and_lower_case(key):
    chosen = tile_set(key)
    speller = Speller(chosen)
    for tile in chosen.counts:
        if tile != BLANK:
            assert speller.spell(tile) == (tile,)
            assert speller.spell(chosen.blank_forms[tile]) == (tile,)


def test_word_is_formatted_as_in_lists_with_its_tile_count():
    assert Speller(tile_set("spanish")).written_form("ocho") == ("O[CH]O", 3)
    assert Speller(tile_set("english")).written_form("ocho") == ("OCHO", 4)
