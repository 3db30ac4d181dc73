"""Removing an entry before its first pairing."""

import pytest

from scoring.models import Activity
from tournament.actions.act import Refused
from tournament.actions.people.entries import add_players, remove_entry
from tournament.actions.results.penalties import give_penalty
from tournament.actions.rounds.drafts import make_round_robin
from tournament.models import Entry, Pairing, Player

pytestmark = pytest.mark.django_db


def number(division, wanted):
    entry = Entry.objects.select_related("player").get(division=division, number=wanted)
    entry.division = division
    return entry


def test_who_was_never_paired_is_taken_out_and_forgotten(desk, four):
    remove_entry(desk, number(four, 4), reason="wrong list")
    assert list(four.entries.values_list("number", flat=True)) == [1, 2, 3]
    assert not Player.objects.filter(name="Dai Jones").exists()
    activity = Activity.objects.get(verb="take_out")
    assert (activity.summary, activity.reason) == (
        "Dai Jones, division A, removed: entered by mistake.",
        "wrong list",
    )
    assert activity.before == {"number": 4, "name": "Dai Jones", "rating": 1500}


def test_a_late_entry_goes_with_the_round_it_missed(desk, round_one):
    add_players(desk, round_one.division, "Eve Stone")
    assert Pairing.objects.filter(first__number=5).count() == 1
    remove_entry(desk, number(round_one.division, 5))
    assert not Entry.objects.filter(number=5).exists()
    assert Pairing.objects.count() == 2


def test_who_was_paired_stays_and_every_reason_is_told(desk, round_one):
    ana = number(round_one.division, 1)
    give_penalty(desk, ana, round_number=1, spread=-50, reason="phone")
    with pytest.raises(Refused, match=r"has been paired.*has a penalty"):
        remove_entry(desk, ana)
    assert Entry.objects.count() == 4


def test_who_stands_in_a_draft_stays_until_it_is_changed(desk, four):
    make_round_robin(desk, four, accepted=True)
    with pytest.raises(Refused, match="The drafts of rounds 1, 2 and 3 include Ana Lopez"):
        remove_entry(desk, number(four, 1))
