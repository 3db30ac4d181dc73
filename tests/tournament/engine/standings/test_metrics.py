"""The metrics folder: required attributes and number formats."""

import pytest

from tournament.engine.standings import (
    all_metrics,
    format_half_points,
    format_signed,
    precedence_problems,
)
from tournament.wording.sentences import sentences


@pytest.mark.parametrize("key", sorted(all_metrics()))
def test_metric_explains_itself_to_the_director(key):
    metric = all_metrics()[key]
    assert metric.label
    assert metric.short
    assert metric.explanation().endswith(".")


@pytest.mark.parametrize(
    ("value", "text"), [(212, "+212"), (-45, "\N{MINUS SIGN}45"), (0, "0"), (1, "+1")]
)
def test_spread_is_written_with_its_sign_and_a_real_minus(value, text):
    assert format_signed(value) == text


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (1, "½"), (2, "1"), (11, "5½")])
def test_half_points_are_written_as_points(value, text):
    assert format_half_points(value) == text


def test_precedence_names_a_metric_and_with_a_cap_the_capped_spread():
    assert sentences(precedence_problems(["wins", "spread"], capped=True)) == (
        'There is a spread cap, but "capped_spread" is not in the precedence.',
    )
    assert precedence_problems(["wins", "capped_spread"], capped=True) == []
    assert sentences(precedence_problems([])) == ("The precedence must name at least one metric.",)
