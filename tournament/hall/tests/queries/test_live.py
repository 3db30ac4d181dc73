"""Turns shown live."""

from types import SimpleNamespace

import pytest

from tournament.hall.queries.live import LiveTurn


@pytest.mark.parametrize(
    ("announced", "correct", "counts", "differs", "the_other"),
    [
        (30, 20, 20, True, 30),
        (30, 20, 30, True, 20),
        (20, 30, 30, True, 20),
        (20, 30, 20, True, 30),
        (30, 20, 20, False, None),
    ],
)
def test_score_that_does_not_count_is_the_other_one(announced, correct, counts, differs, the_other):
    row = SimpleNamespace(announced=announced, correct=correct, counts=counts)
    assert LiveTurn(row, "Ana", differs, is_ruled=True).uncounted_score == the_other
