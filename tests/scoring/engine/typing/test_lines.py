"""Input of users who have not read the help is parsed as the same play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.typing.lines import normalize_line
from tests.scoring.engine.typing.test_typed_turn import game, play


@pytest.mark.parametrize(
    "line",
    ["8h frozen 38", "frozen 8h 38", "FROZEN 8H 38", "8h, frozen, 38", "8h,  frozen; 38",
     "8 h frozen 38", "8H FROZEN=38", "8h frozen = 38", "8h frozen: 38", "8h frozen38",
     "8-h frozen 38", "1: frozen 8h 38"],
)  # fmt: skip
def test_parts_of_a_play_may_be_typed_in_any_order(line):
    assert play(line, game()) == ("8H", "FROZEN", 38, None)


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
