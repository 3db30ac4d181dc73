"""Presets: the shipped ones, and the validation of a file."""

import pytest

from scoring import catalogue as scoring_catalogue
from tournament.catalogue import preset, presets, read_preset
from tournament.engine.event_rules import BadEventRules, caps_after_change, event_rules
from tournament.engine.results import SpreadCap
from tournament.wording.sentences import sentence

BODIES = [
    "absp", "club", "coco", "french", "german", "naspa_csw", "naspa_nwl", "school", "spanish",
    "wespa",
]  # fmt: skip


def school(**changed):
    return event_rules(preset("school").as_dict() | changed, "event")


def refused(call, *given):
    """Return the sentence with which a file or an event's rules are refused."""
    with pytest.raises(BadEventRules) as caught:
        call(*given)
    return sentence(caught.value.message)


def test_every_body_has_its_preset_and_an_unknown_one_names_them():
    assert list(presets()) == BODIES
    with pytest.raises(KeyError, match=r"there are absp, club"):
        preset("nobody")


@pytest.mark.parametrize("key", BODIES)
def test_preset_names_a_shipped_rule_set_and_round_trips(key):
    assert preset(key).rules in scoring_catalogue.rule_sets()
    assert event_rules(preset(key).as_dict(), "event") == preset(key)


@pytest.mark.parametrize(("key", "spread"), [("naspa_nwl", 50), ("wespa", 100), ("absp", 100)])
def test_byes_and_forfeits_follow_the_bodys_spread(key, spread):
    assert (preset(key).bye_spread, preset(key).forfeit_spread) == (spread, -spread)


def test_ties_and_caps_are_those_of_the_event():
    assert school(ties="apart").ties_apart
    assert not school(ties="halves").ties_apart
    assert school(spread_caps=[200, 700]).spread_cap == SpreadCap(700, {1: 200})
    cap = school(spread_caps=[0, 700]).spread_cap  # nought removes the cap of its round
    assert (cap.for_round(1), cap.for_round(2), cap.for_round(9)) == (None, 700, 700)
    assert str(cap) == "700, round 1: none"


def test_every_fault_of_a_file_is_reported_with_file_and_key(tmp_path):
    path = tmp_path / "village.toml"
    path.write_text('name = "Village"\nbye_spread = "50"\nbyes_spread = 1\n', encoding="utf-8")
    message = refused(read_preset, path)
    assert message.startswith('village.toml: unknown key "byes_spread"; missing key "rules"')
    assert "\"bye_spread\" must be a whole number, not '50'" in message
    path.write_text("name = ", encoding="utf-8")
    assert "village.toml: cannot be read as TOML" in refused(read_preset, path)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"missed_rounds": "rain"}, '"missed_rounds" must be one of bye, forfeit, void'),
        ({"forfeit_spread": 50}, "must be 0 or negative, because a forfeit costs spread"),
        ({"bye_spread": -50}, '"bye_spread" must be 0 or positive, because a bye gives spread'),
        ({"spread_caps": [-1]}, '"spread_caps" can contain only numbers of 0 or more'),
        ({"gibson_spread": [0]}, '"gibson_spread" can contain only numbers above 0'),
        ({"spread_caps": [300], "precedence": ["wins", "spread"]}, '"capped_spread" is not in'),
        ({"precedence": ["luck"]}, 'There is no metric "luck"'),
        ({"byes_count_as_starts": 1}, '"byes_count_as_starts" must be true or false'),
        ({"bye_spread": True}, '"bye_spread" must be a whole number'),
        ({"precedence": "wins"}, '"precedence" must be a list'),
    ],
)
def test_impossible_values_are_refused_with_the_reason(change, reason):
    message = refused(event_rules, preset("naspa_nwl").as_dict() | change, "Autumn Open")
    assert message.startswith("Autumn Open: ")
    assert reason in message


@pytest.mark.parametrize(
    ("before", "wanted", "settled", "caps"),
    [
        ((), (300,), 0, (300,)),
        ((), (300,), 2, (0, 0, 300)),
        ((500,), (), 2, (500, 500, 0)),
        ((500,), (500,), 3, (500, 500, 500)),
        ((200, 700), (100, 300, 400, 450), 2, (200, 700, 400, 450)),
        ((), (), 4, ()),
    ],
)
def test_caps_of_published_rounds_stay(before, wanted, settled, caps):
    assert caps_after_change(before, wanted, settled) == caps
