"""Input of users who have not read the help is parsed as the same play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.typing.lines import normalize_line
from tests.scoring.engine.typing.test_typed_turn import game, play, refusal, turn


@pytest.mark.parametrize(
    "line",
    [
        "8h frozen 38",
        "frozen 8h 38",
        "FROZEN 8H 38",
        "8h, frozen, 38",
        "8h,  frozen; 38",
        "8 h frozen 38",
        "8H FROZEN=38",
        "8h frozen = 38",
        "8h frozen: 38",
        "8h frozen38",
        "8-h frozen 38",
        "1: frozen 8h 38",
    ],
)
def test_a_play_in_any_order_is_the_same_play(line):
    assert play(line, game()) == ("8H", "FROZEN", 38, None)


def test_the_letter_first_is_down_however_it_is_written():
    assert play("frozen h4", game()) == ("H4", "FROZEN", None, None)
    for line in ("H 4 frozen 38", "frozen H4 38", "h4 FROZEN 38"):
        assert play(line, game())[:2] == ("H4", "FROZEN")


@pytest.mark.parametrize(
    "line",
    [
        "-ABC",
        "-",
        "--",
        "+ 5",
        "rack 2: ABC",
        "adjust 2: -5 late, again, at H8",
        "1: time -1:01",
        "x 3",
        "",
    ],
)
def test_whatever_is_no_play_stays_as_it_is(line):
    assert normalize_line(line) == line


def test_a_reason_keeps_its_commas():
    typed = turn("1: adjust -5 late, twice", game())
    assert typed.remark == "late, twice"


def test_a_question_mark_on_the_board_is_told_how_a_blank_is_written():
    assert refusal("8H FRO?EN 28", game()) == (
        "Write a blank on the board as the letter it stands for, in lower case: FROzEN."
    )


@given(st.text(alphabet="8hH frozenZ,;=:-+?.()@", max_size=30))
def test_tidying_twice_changes_nothing_more(text):
    assert normalize_line(normalize_line(text)) == normalize_line(text)
