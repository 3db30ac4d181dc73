"""Performance ratings: the rating with an expected score equal to the actual one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.engine.ratings.performance import logistic, performance_rating, round_half_up


@pytest.mark.parametrize(
    ("difference", "share"),
    [(0, 0.5), (50, 0.5398), (100, 0.5790), (148, 0.6158), (200, 0.6542), (400, 0.7816)],
)
def test_expectation_matches_the_rating_body(difference, share):
    assert round(logistic(difference), 4) == share
    assert round(logistic(-difference), 4) == round(1 - share, 4)


@pytest.mark.parametrize(
    ("opponents", "wins", "rating"),
    [
        ([1500] * 8, 4, 1500),
        ([1400, 1600], 1, 1500),
        ([1500] * 10000, 6542, 1700),  # as expected at 200 points above
        ([1500] * 7, 0, 576),  # no wins count as five percent
        ([1500] * 7, 7, 2424),  # and all as ninety-five
        ([2900] * 3, 3, 3000),  # the limits
        ([100] * 3, 0, 0),
    ],
)
def test_performance_is_the_rating_at_which_the_wins_are_expected(opponents, wins, rating):
    assert round_half_up(performance_rating(opponents, wins)) == rating
    assert performance_rating([], 0) is None


@settings(max_examples=60)
@given(st.lists(st.integers(800, 2100), min_size=2, max_size=30), st.data())
def test_expected_wins_equal_actual_wins(opponents, data):
    wins = data.draw(st.integers(1, len(opponents) - 1))
    rating = performance_rating(opponents, wins)
    if 1 < rating < 2999:
        assert abs(sum(logistic(rating - opponent) for opponent in opponents) - wins) < 1e-6
