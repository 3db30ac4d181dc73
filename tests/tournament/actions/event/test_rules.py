"""The rules of an event: free to change before round 1, later with a reason and from the next round."""

import pytest

from scoring.models import Activity
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.event.rules import change_rules
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Division, Event, Pairing
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


def changed(event, **values):
    return Event.objects.get(pk=event.pk).rules.as_dict() | values


def play(desk, division, number, pairs, scores):
    round_ = publish_round(desk, pair_by_hand(desk, division, pairs, firsts_as_listed=True))
    assert round_.number == number
    for pairing, score in zip(
        Pairing.objects.filter(round=round_, replaced_at=None).order_by("board"),
        scores,
        strict=True,
    ):
        enter_result(desk, pairing, *score, accepted=True)
    close_round(desk, round_)


def test_before_round_one_the_rules_are_free(desk, four):
    event = change_rules(desk, four.event, changed(four.event, bye_spread=75))
    assert event.rules.bye_spread == 75
    entry = Activity.objects.get(verb="change_rules")
    assert entry.summary == "Rules of Autumn Open changed: bye spread."
    assert (entry.before, entry.after) == ({"bye_spread": 50}, {"bye_spread": 75})


def test_once_a_round_is_published_a_reason_is_asked(desk, round_one):
    event = round_one.division.event
    with pytest.raises(ReasonMissing, match="Round 1 is published"):
        change_rules(desk, event, changed(event, bye_spread=75))
    change_rules(desk, event, changed(event, bye_spread=75), reason="announced at the break")
    assert Activity.objects.get(verb="change_rules").reason == "announced at the break"


@pytest.mark.parametrize(
    "values",
    [
        {"live_boards": "every_turn", "live_turns": 2, "live_rulings": True},
        {"names": "family_first", "minors": "full", "ties": "apart"},
        {"players_report": "no"},
    ],
)
def test_what_only_decides_what_is_shown_needs_no_reason(desk, round_one, values):
    event = round_one.division.event
    event = change_rules(desk, event, changed(event, **values))
    assert {key: getattr(event.rules, key) for key in values} == values
    with pytest.raises(ReasonMissing):
        change_rules(desk, event, changed(event, bye_spread=75, live_turns=3))


def test_every_contradiction_is_named_at_once(desk, event):
    with pytest.raises(
        Refused, match='Autumn Open: "withdrawn" must be one of last, hidden,'
    ) as caught:
        change_rules(desk, event, changed(event, bye_spread=-5, withdrawn="gone", precedence=[]))
    assert '"withdrawn" must be one of last, hidden' in str(caught.value)
    assert '"bye_spread" must be 0 or positive, because a bye gives spread' in str(caught.value)
    assert "The precedence must name at least one metric" in str(caught.value)
    with pytest.raises(Refused, match="no scoring rule set “village”"):
        change_rules(desk, event, changed(event, rules="village"))


def test_the_same_rules_again_are_no_change(desk, event):
    with pytest.raises(Refused, match=r"These are already the rules\. Nothing was changed"):
        change_rules(desk, event, changed(event))


@pytest.mark.full
def test_a_cap_holds_from_the_next_round_on_and_leaves_earlier_ones(desk, four):
    play(desk, four, 1, [(1, 2), (3, 4)], [(900, 200), (400, 390)])
    capped = {"spread_caps": [300], "precedence": ["wins", "losses", "capped_spread"]}
    change_rules(desk, four.event, changed(four.event, **capped), reason="one-sided games")
    division = Division.objects.select_related("event").get(pk=four.pk)
    assert division.event.rules.spread_caps == (0, 300)
    play(desk, division, 2, [(1, 3), (2, 4)], [(900, 200), (400, 390)])
    row = division_standings(division, 2).row(1)
    assert (row.line.spread, row.line.capped_spread) == (1400, 1000)
    assert list(recheck(division.event)) == []


@pytest.mark.full
def test_standings_after_earlier_rounds_stay_ranked_as_they_were(desk, four):
    play(desk, four, 1, [(1, 2), (3, 4)], [(500, 400), (420, 300)])
    before = [row.person.number for row in division_standings(four, 1).rows]
    change_rules(
        desk,
        four.event,
        changed(four.event, precedence=["points_for"]),
        reason="now the same person as a match of points",
    )
    division = Division.objects.select_related("event").get(pk=four.pk)
    assert (
        [row.person.number for row in division_standings(division, 1).rows]
        == before
        == [3, 1, 2, 4]
    )
    play(desk, division, 2, [(1, 3), (2, 4)], [(400, 399), (500, 300)])
    assert division_standings(division, 1).keys == ("wins", "losses", "spread")
    assert division_standings(division, 2).keys == ("points_for",)
    assert list(recheck(division.event)) == []
