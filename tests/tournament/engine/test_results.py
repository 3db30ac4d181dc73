"""The value of a result: wins, ties, spread, caps, awards. Source: RULES sections 2, 4 and 6."""

import pytest

from tournament.engine import results
from tournament.engine.prizes.contest import ContestSide

GAMES = [
    # scores and outcome; spread and half points of the first player, winners, rated spread
    (420, 380, "played", 40, 2, (0,), 40),
    (380, 420, "played", -40, 0, (1,), -40),
    (400, 400, "played", 0, 1, (0, 1), 0),
    (-30, -20, "played", -10, 0, (1,), -10),
    (380, 420, "first_wins", -40, 2, (0,), 1),
    (420, 380, "first_wins", 40, 2, (0,), 40),
    (420, 380, "second_wins", 40, 0, (1,), -1),
    (400, 400, "first_wins", 0, 2, (0,), 1),
    (400, 400, "second_wins", 0, 0, (1,), -1),
]


@pytest.mark.parametrize(("one", "other", "outcome", "spread", "half", "won", "rated"), GAMES)
def test_game_gives_its_spread_and_a_win_tie_or_loss(one, other, outcome, spread, half, won, rated):
    assert results.game_value(outcome, one, other) == (spread, half)
    assert results.half_points(outcome, spread) == half
    assert results.result_values(outcome, one, other) == (
        results.ResultValue(spread, half),
        results.ResultValue(-spread, 2 - half),
    )
    assert results.winners(outcome, one, other) == won
    assert results.rated_spread(outcome, one, other) == rated
    assert (
        results.winners(results.game_outcome(won, one, other), one, other) == won
    )  # as a recorded game says it


@pytest.mark.parametrize(
    ("outcome", "spreads", "half"),
    [
        ("bye", (50, 0), (2, 2)),
        ("half_bye", (0, 0), (1, None)),
        ("first_forfeits", (-50, 50), (0, 2)),
        ("second_forfeits", (50, -50), (2, 0)),
        ("both_forfeit", (-50, -50), (0, 0)),
        ("void", (0, 0), (None, None)),
    ],
)
def test_unplayed_outcome_gives_the_awarded_spread(outcome, spreads, half):
    assert results.awarded_spread(outcome, 50, -50) == spreads
    first, second = results.result_values(outcome, *spreads)
    assert (first.half_points, second.half_points) == half
    assert (first.spread, second.spread) == spreads
    assert results.winners(outcome, *spreads) == ()


@pytest.mark.parametrize(
    ("spread", "limit", "counts"),
    [
        (120, None, 120),
        (120, 100, 100),
        (-120, 100, -100),
        (100, 100, 100),
        (-99, 100, -99),
        (5, 0, 0),
    ],
)
def test_cap_applies_in_both_directions(spread, limit, counts):
    assert results.cap_spread(spread, limit) == counts


@pytest.mark.parametrize(
    ("margin", "half", "winning"), [(40, 2, 40), (40, 0, None), (-40, 2, None), (0, 1, None)]
)
def test_only_a_win_has_a_winning_margin(margin, half, winning):
    """A player who was 40 ahead and lost on time has no winning margin, nor does the winner."""
    assert ContestSide("A", 1, 1, 2, margin, half).winning_margin == winning
