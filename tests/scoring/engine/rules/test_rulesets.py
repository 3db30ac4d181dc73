"""Every shipped rule set equals its row of the table; rule set files are validated strictly."""

import pytest

from scoring import catalogue
from scoring.engine.board.datafile import DataFileError
from scoring.engine.rules import rulesets
from tests.scoring.engine.positions import table

PUBLISHED = table("rule_sets.toml")
SWITCHES = {
    "name": '"House"', "players_min": "2", "players_max": "2", "tile_set": '"english"',
    "layout": '"standard"', "rack_size": "7", "bingo_bonus": "50", "exchange_minimum": "7",
    "scoreless_limit": "6", "pass_limit": "0", "out_form": '"double"', "tie_rule": '"half"',
    "challenge": '"points"', "penalty_points": "5", "penalty_to": '"challenger"',
    "penalty_per": '"word"', "initial_seconds": "1500", "overtime_per_minute": "10",
    "overtime_cap_minutes": "10", "overtime_cap_effect": '"loses"', "lexicons": "[]",
    "unconfirmed": '["penalty_per"]',
}  # fmt: skip


def written(**changed: str | None) -> str:
    return "\n".join(f"{k} = {v}" for k, v in (SWITCHES | changed).items() if v is not None)


def refused(**changed):
    """Return the sentence with which a changed file is refused."""
    with pytest.raises(DataFileError) as caught:
        rulesets.RuleSet.from_toml(written(**changed), "house")
    return str(caught.value)


@pytest.mark.parametrize("key", PUBLISHED)
def test_every_column_of_the_table_is_in_the_rule_set(key):
    rules, row = catalogue.rule_set(key), PUBLISHED[key]
    assert [rules.players_min, rules.players_max] == row["players"]
    for name in ("tile_set", "exchange_minimum", "scoreless_limit", "pass_limit"):
        assert getattr(rules, name) == row[name]
    assert rules.out_form is rulesets.RackSettlement(row["out_form"])
    assert rules.tie_rule is rulesets.TieRule(row["tie_rule"])
    assert [rules.challenge.value, rules.penalty_points] == row["challenge"]
    clock = [rules.initial_seconds, rules.overtime_per_minute, rules.overtime_cap_minutes]
    assert row.get("clock") in ([*clock, rules.overtime_cap_effect.value], None)
    assert set(row["unconfirmed"]) <= set(rules.unconfirmed)
    assert (rules.rack_size, rules.bingo_bonus, rules.layout) == (7, 50, "standard")
    assert rules.tile_set in catalogue.tile_sets()
    assert set(catalogue.rule_sets()) == set(PUBLISHED)


def test_every_switch_is_parsed():
    house = rulesets.RuleSet.from_toml(written(), "house")
    assert (house.key, house.name) == ("house", "House")
    assert (house.challenge, house.penalty_to) == (
        rulesets.ChallengeMode.POINTS,
        rulesets.PenaltyTo.CHALLENGER,
    )
    assert house.overtime_cap_effect is rulesets.CapEffect.LOSES
    assert house.unconfirmed == ("penalty_per",)


@pytest.mark.parametrize("name", SWITCHES)
def test_missing_switch_or_one_of_the_wrong_type_is_named(name):
    assert refused(**{name: None}) == f"rules/house.toml: the key “{name}” is missing."
    assert refused(**{name: "1.5"}).startswith(f"rules/house.toml: “{name}” must be ")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"rack_size": "-7"}, "“rack_size” must not be below 0"),
        ({"bingo_bonus": "-1"}, "“bingo_bonus” must not be below 0"),
        ({"challenge": '"quadruple"'}, "“challenge” is “quadruple”; known: void, single, double"),
        ({"out_form": '"half"'}, "“out_form” is “half”; known: double, transfer"),
        ({"unconfirmed": '["speed"]'}, "“unconfirmed” names “speed”, which is no switch"),
        ({"players_min": "3"}, "“players_min” and “players_max” must be 1 to 4, in order"),
        ({"players_max": "5"}, "“players_min” and “players_max” must be 1 to 4, in order"),
        ({"players_max": "3"}, "“out_form” double is for two players"),
        ({"name": '"House'}, "not valid TOML"),
    ],
)
def test_invalid_rule_set_file_is_reported_with_file_and_key(changed, sentence):
    assert refused(**changed).startswith("rules/house.toml: ")
    assert sentence in refused(**changed)
