"""The page of a bye: its award, changed with a reason."""

import pytest

from tests.shown import as_shown, stripped
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Pairing
from tournament.queries.rounds.pairing import pairing_request
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db

BYE = "/events/autumn-open/a/rounds/1/byes/5/"


@pytest.fixture
def closed_round(desk, four):
    """Close round 1: boards 1 and 2, and a bye for player 5."""
    add_players(desk, four, "Eve Stone 1400")
    round_ = publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)], [5]))
    for pairing in Pairing.objects.filter(round=round_, second__isnull=False):
        enter_result(desk, pairing, 410, 400)
    return close_round(desk, round_)


def bye():
    return Pairing.objects.get(second=None).results.get(standing="counts")


def test_half_bye_is_half_a_win_without_spread(director_client, four, closed_round):
    typed = {"outcome": "half_bye", "spread": "20", "reason": "As agreed", "accepted": "half_bye/"}
    refused = director_client.post(BYE, typed | as_shown(director_client, BYE))
    assert "“Half bye” has no spread. Leave the spread empty." in stripped(refused)
    assert bye().outcome == "bye"
    typed["spread"] = ""
    done = director_client.post(BYE, typed | as_shown(director_client, BYE), follow=True)
    assert "Eve Stone, Round 1: Corrected from Bye to Half bye." in stripped(done)
    assert "A half bye: half a win, without spread." in stripped(done)
    line = next(r.line for r in division_standings(four).rows if r.person.number == 5)
    assert (line.record, line.spread) == ("½-½", 0)
    assert pairing_request(four, 2).byes == {5: (1,)}
