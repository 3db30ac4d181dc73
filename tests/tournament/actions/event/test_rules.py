"""The rules of an event: free to change before round 1, later with a reason; its tiles and board."""

import pytest

from scoring.models import Activity
from tests.tournament.fixtures import play_round
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.event.events import create_event
from tournament.actions.event.rules import change_rules, word_lists_for
from tournament.actions.rounds.rounds import close_round
from tournament.catalogue import layout_of, preset, tile_set_of
from tournament.engine.event_rules import event_rules
from tournament.models import Division, Event
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


def changed(event, **values):
    return Event.objects.get(pk=event.pk).rules.as_dict() | values


def play(desk, division, number, pairs, scores):
    round_ = play_round(desk, division, pairs, scores)
    assert round_.number == number
    close_round(desk, round_)


def test_rules_change_needs_a_reason_after_publishing_a_round(desk, round_one):
    event = round_one.division.event
    with pytest.raises(ReasonMissing, match="Round 1 is published"):
        change_rules(desk, event, changed(event, bye_spread=75))
    change_rules(desk, event, changed(event, bye_spread=75), reason="announced at the break")
    assert Activity.objects.get(verb="change_rules").reason == "announced at the break"


def test_display_rules_change_without_a_reason(desk, round_one):
    values = {
        "live_boards": "every_turn", "live_turns": 2, "live_rulings": True, "players_report": "no",
        "names": "family_first", "minors": "full", "ties": "apart",
    }  # fmt: skip
    event = round_one.division.event
    event = change_rules(desk, event, changed(event, **values))
    assert {key: getattr(event.rules, key) for key in values} == values
    with pytest.raises(ReasonMissing):
        change_rules(desk, event, changed(event, bye_spread=75, live_turns=3))


def test_every_contradiction_in_the_rules_is_named_at_once(desk, event):
    first = 'Autumn Open: "withdrawn" must be one of last, hidden,'
    with pytest.raises(Refused, match=first) as caught:
        change_rules(desk, event, changed(event, bye_spread=-5, withdrawn="gone", precedence=[]))
    assert '"bye_spread" must be 0 or positive, because a bye gives spread' in str(caught.value)
    assert "The precedence must name at least one metric" in str(caught.value)
    with pytest.raises(Refused, match="no scoring rule set “village”"):
        change_rules(desk, event, changed(event, rules="village"))


def test_spread_cap_applies_from_the_next_round_only(desk, four):
    play(desk, four, 1, [(1, 2), (3, 4)], [(900, 200), (400, 390)])
    capped = {"spread_caps": [300], "precedence": ["wins", "losses", "capped_spread"]}
    change_rules(desk, four.event, changed(four.event, **capped), reason="one-sided games")
    division = Division.objects.select_related("event").get(pk=four.pk)
    assert division.event.rules.spread_caps == (0, 300)
    play(desk, division, 2, [(1, 3), (2, 4)], [(900, 200), (400, 390)])
    row = division_standings(division, 2).row(1)
    assert (row.line.spread, row.line.capped_spread) == (1400, 1000)
    assert list(recheck(division.event)) == []


def test_standings_of_earlier_rounds_keep_their_old_ranking(desk, four):
    play(desk, four, 1, [(1, 2), (3, 4)], [(500, 400), (420, 300)])
    rules = changed(four.event, precedence=["points_for"])
    change_rules(desk, four.event, rules, reason="a match of points")
    division = Division.objects.select_related("event").get(pk=four.pk)
    assert [row.person.number for row in division_standings(division, 1).rows] == [3, 1, 2, 4]
    play(desk, division, 2, [(1, 3), (2, 4)], [(400, 399), (500, 300)])
    assert division_standings(division, 1).keys == ("wins", "losses", "spread")
    assert division_standings(division, 2).keys == ("points_for",)
    assert list(recheck(division.event)) == []


def test_tiles_and_board_default_to_the_rule_set(desk):
    event = create_event(desk, name="Copa", preset="spanish")
    assert (tile_set_of(event.rules).key, layout_of(event.rules).key) == ("spanish", "standard")


def test_event_stored_without_tiles_and_board_uses_the_rule_set():
    stored = preset("wespa").as_dict()
    del stored["tile_set"], stored["layout"]
    assert event_rules(stored, "event") == preset("wespa")


def test_changing_the_tiles_clears_an_unsuitable_word_list(desk):
    event = create_event(desk, name="Open", preset="wespa")
    before = event.lexicon
    assert before in [words.key for words in word_lists_for(event)]
    changed = change_rules(desk, event, event.rules.as_dict() | {"tile_set": "polish"})
    assert changed.lexicon == ""
    assert tile_set_of(Event.objects.get(pk=event.pk).rules).key == "polish"


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"tile_set": "klingon"}, "There is no tile set “klingon”"),
        ({"layout": "round"}, "There is no board “round”"),
    ],
)
def test_unknown_tiles_and_boards_are_refused(desk, chosen, reason):
    with pytest.raises(Refused, match=reason):
        create_event(desk, name="Open", preset="wespa", **chosen)
    assert not Event.objects.filter(name="Open").exists()
