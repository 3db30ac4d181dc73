"""Season points: which sessions count, and the text of a stored rule."""

from tournament.engine.season import SeasonRule, season_rule_from


def test_best_sessions_count_and_invalid_figures_of_the_rule_are_ignored():
    assert SeasonRule(best=2).counting_evenings([3, 5, 3, 1]) == {0, 1}
    assert SeasonRule(best=9).counting_evenings([3, 5]) == {0, 1}
    assert SeasonRule().counting_evenings([3, 5, 0]) == {0, 1, 2}
    assert season_rule_from({"best": 3}) is season_rule_from(["no rule"]) is None
    assert season_rule_from({"coming": 2, "win": "many", "best": -4}) == SeasonRule(coming=2)
