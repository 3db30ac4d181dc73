"""Placing typed words on a position's board and removing them."""

import pytest

from scoring import catalogue
from scoring.engine.dispute.position import Position, read_position
from scoring.engine.dispute.word_placement import add_word, remove_word
from scoring.engine.typing.typed_turn import LineNotUnderstood
from scoring.wording.engine import sentence
from tests.scoring.engine.positions import ENGLISH, NWL

STANDARD = catalogue.layout("standard")
EMPTY = Position(STANDARD, ENGLISH, {})


def laid(*lines: str, cased: bool = False) -> Position:
    position = EMPTY
    for line in lines:
        position = add_word(position, NWL, line, cased=cased)
        assert isinstance(position, Position), position
    return position


def row(position: Position, number: int) -> str:
    return str(position).splitlines()[number - 1]


def test_words_are_placed_replaced_and_removed():
    position = laid("8G CaT", "A1 ZOO 36")
    assert row(position, 8) == "......CaT......"
    assert "".join(line[0] for line in str(position).splitlines()[:4]) == "ZOO."
    assert position == read_position(position.cgp, NWL, ENGLISH, STANDARD)
    assert row(laid("8G CAT", "8G COT"), 8) == "......COT......"
    assert row(laid("8G CAT", "8E SE...S"), 8) == "....SECATS....."
    assert row(remove_word(laid("8G CAT"), NWL, "8H"), 8) == "......C.T......"
    assert remove_word(laid("8G CAT"), NWL, "8G CAT").tiles == {}


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (add_word, "8N ZONE", "ZONE at 8N runs 2 squares off the board."),
        (add_word, "pass", "Type the square and the word on the board, such as 8G CAT."),
        (remove_word, "8A", "There is no tile on A8."),
        (remove_word, "pass", "Type the square and the word on the board, such as 8G CAT."),
    ],
)
def test_impossible_placement_or_removal_states_the_reason(change, line, reason):
    answer = change(laid("8G CAT"), NWL, line)
    assert isinstance(answer, LineNotUnderstood)
    assert sentence(answer.message) == reason
