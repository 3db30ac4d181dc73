"""Input of users who have not read the help is parsed as the same play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.typing.lines import normalize_line
from tests.scoring.engine.typing.test_typed_turn import game, play, refusal, turn


@pytest.mark.parametrize(
    "line",
    ["8h frozen 38", "frozen 8h 38", "FROZEN 8H 38", "8h, frozen, 38", "8h,  frozen; 38",
     "8 h frozen 38", "8H FROZEN=38", "8h frozen = 38", "8h frozen: 38", "8h frozen38",
     "8-h frozen 38", "1: frozen 8h 38"],
)  # fmt: skip
def test_parts_of_a_play_may_be_typed_in_any_order(line):
    assert play(line, game()) == ("8H", "FROZEN", 38, None)


def test_square_starting_with_a_letter_is_down_in_any_notation():
    assert play("frozen h4", game()) == ("H4", "FROZEN", None, None)
    for line in ("H 4 frozen 38", "frozen H4 38", "h4 FROZEN 38"):
        assert play(line, game())[:2] == ("H4", "FROZEN")
    assert turn("1: adjust -5 late, twice", game()).remark == "late, twice"
    assert refusal("8H FRO?EN 28", game()) == (
        "Write a blank on the board as the letter it stands for, in lower case: FROzEN."
    )


@pytest.mark.parametrize(
    "line",
    ["-ABC", "-", "--", "+ 5", "rack 2: ABC", "adjust 2: -5 late, again, at H8", "1: time -1:01",
     "x 3", ""],
)  # fmt: skip
def test_line_other_than_a_play_is_unchanged(line):
    assert normalize_line(line) == line


@given(st.text(alphabet="8hH frozenZ,;=:-+?.()@", max_size=30))
def test_normalising_a_line_is_idempotent(text):
    assert normalize_line(normalize_line(text)) == normalize_line(text)
