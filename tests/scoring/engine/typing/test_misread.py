"""A typed word that contradicts a tile on the board leads to a question, with and without a score."""

import pytest

from scoring import catalogue
from scoring.engine.dispute.play_check import check_play
from scoring.engine.dispute.position import read_position
from scoring.engine.game.replay import replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.typing.typed_turn import parse_turn
from scoring.handbook.worked_examples import impossible_examples
from scoring.wording.engine import sentences

RULES, TILES = catalogue.rule_set("naspa_nwl"), catalogue.tile_set("english")
STANDARD = catalogue.layout("standard")
CAT = "\n".join(["." * 15] * 7 + ["......CAT......"] + ["." * 15] * 7)


def game():
    """Return a game with CAT on 8G."""
    turn = Turn(TurnKind.PLAY, 0, None, "8G", "CAT", 10)
    return replay((turn,), RULES, TILES, STANDARD)


READ_AS = "I8 holds T; the word has R there. Read as B(T)RAG, it scores 12"


@pytest.mark.parametrize(
    ("line", "questions"),
    [
        ("I7 BRAG", (f"{READ_AS}.",)),
        ("I7 BRAG 11", (f"{READ_AS}, not 11.",)),
        ("I7 BRAG 12", ()),
        ("I7 BTRAG", ()),
        ("8G CATS", ()),
    ],
)
def test_word_over_another_tile_is_questioned_unless_its_score_fits(line, questions):
    assert sentences(parse_turn(line, game()).questions) == questions


@pytest.mark.parametrize(
    ("line", "legal", "word"),
    [
        ("8G CART", False, "CART"),
        ("8G CART 9", False, "CART"),
        ("I7 BRAG", False, "BRAG"),
        ("I7 BRAG 12", True, "B(T)RAG"),
        ("8G CATS", True, "(CAT)S"),
    ],
)
def test_check_page_refuses_plays_listed_as_impossible(line, legal, word):
    position = read_position(CAT, RULES, TILES, STANDARD)
    checked = check_play(position, RULES, line)
    assert (checked.is_legal, checked.word) == (legal, word)
    if line == "8G CART":
        claims = [claim for claim in impossible_examples() if "CART" in claim.claim]
        assert sentences(fault.message for fault in checked.faults)[0] in claims[0].reasons


def test_play_on_a_double_word_and_triple_letter_is_impossible():
    (claim,) = [claim for claim in impossible_examples() if "PLAY" in claim.claim]
    assert any("4 or 8 squares apart" in reason for reason in claim.reasons)
    assert claim.reasons[-1].endswith("17 x 2 = 34.")
