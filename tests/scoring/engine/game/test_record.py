"""Converting a recorded game into tiles of a set."""

import pytest

from scoring import catalogue
from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.game.turns import Turn, TurnKind
from tests.scoring.engine.positions import ENGLISH

SPANISH = catalogue.tile_set("spanish")
CATALAN = catalogue.tile_set("catalan")


def record(*turns: Turn, **more) -> Record:
    return Record((Seat("a", "Ana"), Seat("b", "Bea")), turns, **more)


def play(rack, tiles):
    return Turn(TurnKind.PLAY, 0, rack, "8H", tiles)


@pytest.mark.parametrize(
    ("tile_set", "turn", "rack", "tiles"),
    [
        (SPANISH, play("CHLLAEO", "CH.LLo"), "CH LL A E O", "CH . LL o"),
        # The raised dot of a Catalan tile is no tile played through.
        (CATALAN, play(None, "COL·L.GI"), None, "C O L·L . G I"),
        (SPANISH, Turn(TurnKind.EXCHANGE, 0, "RRA", tiles="RR"), "RR A", "RR"),
        (ENGLISH, play("[C]AT", "[C]AT"), "C A T", "C A T"),
        (SPANISH, play(None, "KILO"), None, "K I L O"),  # not tiles: split into characters
    ],
)
def test_rack_and_tiles_are_split_with_several_characters_and_brackets(tile_set, turn, rack, tiles):
    bracketed = turn.tiles[0] == "["
    split = record(turn, bracketed=bracketed).split_into_tiles(tile_set).turns[0]
    assert " ".join(split.tiles) == tiles
    assert (split.rack and " ".join(split.rack)) == rack


def test_record_of_single_characters_is_unchanged_and_finds_its_pragmas():
    plain = record(Turn(TurnKind.PLAY, 0, "CAT", "8H", "CAT"))
    assert plain.split_into_tiles(ENGLISH) is plain
    game_record = record(pragmas=(Pragma("lexicon", "CSW21", 1), Pragma("lexicon", "other", 2)))
    assert (game_record.pragma("lexicon"), game_record.pragma("title")) == ("CSW21", None)
