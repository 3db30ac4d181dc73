"""Season points: which sessions count, and the text of a stored rule."""

from tournament.engine.season import SeasonRule, season_rule_from


def test_the_best_evenings_count_and_of_equal_ones_the_earlier():
    assert SeasonRule(best=2).counting([3, 5, 3, 1]) == {0, 1}
    assert SeasonRule(best=9).counting([3, 5]) == {0, 1}
    assert SeasonRule().counting([3, 5, 0]) == {0, 1, 2}


def test_a_rule_without_points_is_none_and_what_is_no_figure_is_left_out():
    assert season_rule_from({"best": 3}) is season_rule_from(["no rule"]) is None
    assert season_rule_from({"coming": 2, "win": "many", "best": -4}) == SeasonRule(coming=2)
