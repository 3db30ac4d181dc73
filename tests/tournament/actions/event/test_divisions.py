"""Removing a division that was added by mistake."""

import pytest

from scoring.models import Activity
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division
from tournament.actions.event.housekeeping import remove_division
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.plans import adopt_proposal
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.prizes import add_prize
from tournament.models import Division, Entry, Pairing, Player, Prize
from tournament.queries.safety.recheck import recheck

pytestmark = pytest.mark.django_db


@pytest.mark.full
def test_a_division_goes_with_everything_in_it_while_nothing_was_played(desk, four):
    second = create_division(desk, four.event, name="B")
    add_players(desk, second, "Eve Stone\nFinn Gray\nGus Hall")
    adopt_proposal(desk, second, 3)
    publish_round(desk, pair_by_hand(desk, second, [(1, 2)], [3]))
    add_prize(desk, four.event, kind="place", division=second, title="Cup")
    remove_division(desk, second)
    assert list(Division.objects.all()) == [four]
    assert list(Player.objects.values_list("name", flat=True).order_by("name")) == [
        "Ana Lopez",
        "Ben Okafor",
        "Dai Jones",
        "Zoë Müller",
    ]
    assert not Pairing.objects.exists()
    assert not Prize.objects.exists()
    logged = Activity.objects.first()
    assert logged.summary == "Division B removed; nothing had been played in it."
    assert logged.before == {"name": "B", "players": ["Eve Stone", "Finn Gray", "Gus Hall"]}
    assert list(recheck(four.event)) == []


def test_a_division_that_was_played_in_stays(desk, round_one, board):
    enter_result(desk, board(1), 400, 380)
    with pytest.raises(Refused, match="Division A has been played in"):
        remove_division(desk, round_one.division)
    assert Entry.objects.count() == 4
