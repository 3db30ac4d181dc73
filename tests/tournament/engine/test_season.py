"""Season points: which sessions count, and the text of a stored rule."""

from tournament.engine.season import SeasonRule, season_rule_from


def test_best_sessions_count_with_the_earlier_first_among_equals():
    assert SeasonRule(best=2).counting_evenings([3, 5, 3, 1]) == {0, 1}
    assert SeasonRule(best=9).counting_evenings([3, 5]) == {0, 1}
    assert SeasonRule().counting_evenings([3, 5, 0]) == {0, 1, 2}


def test_rule_without_points_is_none_and_invalid_figures_are_ignored():
    assert season_rule_from({"best": 3}) is season_rule_from(["no rule"]) is None
    assert season_rule_from({"coming": 2, "win": "many", "best": -4}) == SeasonRule(coming=2)
