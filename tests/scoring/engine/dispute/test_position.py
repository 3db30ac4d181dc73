"""Reading a position from GCG, CGP or rows of text, and checking one play in it."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import catalogue
from scoring.engine.board.squares import Square
from scoring.engine.dispute.play_check import check_play
from scoring.engine.dispute.position import NotAPosition, Position, read_position
from scoring.engine.typing.typed_turn import LineNotUnderstood
from scoring.wording.engine import line_sentence, sentence
from tests.approved import check_approved
from tests.scoring.engine.positions import ENGLISH, STANDARD
from tests.scoring.engine.positions import NWL as RULES

CGP = (
    "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/"
    "LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7"
)
"""The endgame from the description of CGP."""
GCG = """\
#player1 ann Ann
#player2 ben Ben
>ann: FLOTYAE 8H LOFTY +30 30
>ben: LOAMIIC 7I LOAM +24 24
>ann: FICIATE J7 ..FICIATE +71 101
"""
CAT = ["." * 15] * 7 + [".......CAT....."] + ["." * 15] * 7
EMPTY = ["." * 15]


def read(text, rules=RULES, tile_set=ENGLISH, layout=STANDARD):
    return read_position(text, rules, tile_set, layout)


def test_cgp_and_gcg_give_tiles_scores_and_complete_racks():
    position = read(f"{CGP} IKLMTZE/AEINRU? 12/-5 0 lex OSPD1;")
    assert len(position.tiles) == 87
    assert position.tiles[Square(6, 10)] == "c"
    assert position.rack == ("I", "K", "L", "M", "T", "Z", "E")
    assert position.scores == (12, -5)
    assert read(f"{CGP} IKLMTZ/AEINRU? 0/0 0").rack is None
    position = read(GCG)
    assert position.tiles[Square(15, 10)] == "E"
    assert len(position.tiles) == 16
    assert position.scores == (24, 101)


@pytest.mark.parametrize("empty", [".", " ", "-", "_"])
def test_rows_of_text_use_dots_spaces_or_dashes_for_empty_squares(empty):
    rows = "\n".join(CAT).replace(".", empty)
    assert read(rows).tiles == {Square(8, 8): "C", Square(8, 9): "A", Square(8, 10): "T"}


def test_rows_have_the_tiles_and_size_of_the_board():
    rows = [".", *[""] * 6, ".......CAT", *["."] * 7]
    assert len(read("\r\n".join(rows)).tiles) == 3
    assert read(" \n ").tiles == {}
    spanish = catalogue.tile_set("spanish")
    rows = [*EMPTY * 7, ".......[CH]I[ch]O", *EMPTY * 7]
    position = read("\n".join(rows), tile_set=spanish)
    assert [position.tiles[Square(8, column)] for column in range(8, 12)] == ["CH", "I", "ch", "O"]
    assert read(position.cgp, tile_set=spanish).tiles == position.tiles
    layout, tiles = catalogue.layout("super"), catalogue.tile_set("english_super")
    rows = ["." * 21] * 10 + ["." * 10 + "CAT" + "." * 8] + ["." * 21] * 10
    assert len(read("\n".join(rows), tile_set=tiles, layout=layout).tiles) == 3


def with_rows(*rows, above=3):
    return "\n".join([*EMPTY * above, *rows, *EMPTY * (15 - above - len(rows))])


INVALID = {
    "one row": "cat",
    "rows of another board": "\n".join(["." * 21] * 21),
    "odd squares": with_rows("...3...", "....?..", "..[CH..", "é"),
    "rows that are too long": with_rows("A" * 16, "." * 19, above=7),
    "a sign": with_rows("...!..."),
    "four rows of CGP": "15/15/15/15",
    "odd CGP": CGP.replace("5BERGS5", "5BERGS4") + " ABC1/ 3/x",
    "turns that do not fit": GCG + ">ann: AB 8H XYZ +10 111\nhello",
    **{f"{run} empty squares": "/".join([run, *["15"] * 14]) for run in ("0015", "150", "0")},
    "too much": "A" * 20_000,
}


@pytest.mark.parametrize("name", INVALID)
def test_every_invalid_line_is_named_as_approved(request, name):
    with pytest.raises(NotAPosition) as refused:
        read(INVALID[name])
    named = [line_sentence(problem) for problem in refused.value.problems]
    check_approved(request, {name: " | ".join(named)})


def test_bag_holds_tiles_neither_laid_nor_on_a_rack():
    cat = read("\n".join(CAT))
    assert cat.game(RULES).bag == 100 - 2 * 7 - 3
    assert cat.game(catalogue.rule_set("box_mattel"), players=4).bag == 100 - 4 * 7 - 3
    assert read(f"{CGP} IKLMTZE/AEINRU? 0/0 0").game(RULES).bag == 0
    rows = [*EMPTY * 7, ".......QqQzx", *EMPTY * 7]
    assert read("\n".join(rows)).surplus_tiles == ("?", "Q")


faces = st.sampled_from([*ENGLISH.values])
squares = st.builds(Square, st.integers(1, 15), st.integers(1, 15))


@given(st.dictionaries(squares, faces, max_size=100))
def test_formatted_position_round_trips(tiles):
    position = Position(STANDARD, ENGLISH, tiles)
    assert read(str(position)).tiles == tiles
    assert read(position.cgp).tiles == tiles


@given(st.text(max_size=300))
def test_arbitrary_text_is_parsed_or_refused_with_a_sentence(text):
    with suppress(NotAPosition):
        assert read(text).layout is STANDARD


def test_known_rack_is_checked_and_an_invalid_play_refused():
    checked = check_play(read(f"{CGP} IKLMTZE/ 0/0 0"), RULES, "15E DORR.S")
    assert checked.faults
    assert check_play(read(f"{'/'.join(['15'] * 15)} ABCDEFG/"), RULES, "8H CAB").faults == ()
    for line in ("pass", "-ABC", "= ABC"):
        answer = check_play(read(GCG), RULES, line)
        assert isinstance(answer, LineNotUnderstood)
        assert sentence(answer.message)
