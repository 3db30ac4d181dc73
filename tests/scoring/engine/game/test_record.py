"""Converting a recorded game into tiles of a set."""

from scoring import catalogue
from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.game.turns import Turn, TurnKind
from tests.scoring.engine.positions import ENGLISH

SPANISH = catalogue.tile_set("spanish")
CATALAN = catalogue.tile_set("catalan")


def record(*turns: Turn, **more) -> Record:
    return Record((Seat("a", "Ana"), Seat("b", "Bea")), turns, **more)


def test_word_with_multi_character_tiles_is_split_around_dots():
    turn = Turn(TurnKind.PLAY, 0, "CHLLAEO", "8H", "CH.LLo")
    split = record(turn).split_into_tiles(SPANISH).turns[0]
    assert tuple(split.rack) == ("CH", "LL", "A", "E", "O")
    assert tuple(split.tiles) == ("CH", ".", "LL", "o")


def test_raised_dot_of_a_catalan_tile_is_no_tile_played_through():
    split = (
        record(Turn(TurnKind.PLAY, 0, None, "8H", "COL·L.GI")).split_into_tiles(CATALAN).turns[0]
    )
    assert tuple(split.tiles) == ("C", "O", "L·L", ".", "G", "I")
    assert split.rack is None


def test_exchanged_tiles_are_split():
    split = record(Turn(TurnKind.EXCHANGE, 0, "RRA", tiles="RR")).split_into_tiles(SPANISH).turns[0]
    assert (tuple(split.rack), tuple(split.tiles)) == (("RR", "A"), ("RR",))


def test_brackets_are_accepted_with_single_character_tiles():
    turn = Turn(TurnKind.PLAY, 0, "[C]AT", "8H", "[C]AT")
    assert record(turn, bracketed=True).split_into_tiles(ENGLISH).turns[0].tiles == ("C", "A", "T")


def test_text_other_than_tiles_stays_split_into_characters():
    split = record(Turn(TurnKind.PLAY, 0, None, "8H", "KILO")).split_into_tiles(SPANISH).turns[0]
    assert tuple(split.tiles) == ("K", "I", "L", "O")


def test_record_of_single_characters_is_returned_unchanged():
    plain = record(Turn(TurnKind.PLAY, 0, "CAT", "8H", "CAT"))
    assert plain.split_into_tiles(ENGLISH) is plain


def test_pragma_is_found_by_its_name():
    game_record = record(pragmas=(Pragma("lexicon", "CSW21", 1), Pragma("lexicon", "other", 2)))
    assert (game_record.pragma("lexicon"), game_record.pragma("title")) == ("CSW21", None)
