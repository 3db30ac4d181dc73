"""The page of a bye: its award, changed with a reason."""

import re

import pytest

from scoring.models import Activity
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


def test_bye_of_a_closed_round_is_changed_with_a_reason_after_a_question(
    director_client, desk, closed_round
):
    desk_page = director_client.get("/events/autumn-open/a/?round=1").text
    assert re.search(rf'<a href="{BYE}">\s*Bye\s*</a>', desk_page)
    assert "Eve Stone, without an opponent" in stripped(director_client.get(BYE))
    typed = {"outcome": "first_forfeits", "spread": "", "reason": ""} | as_shown(
        director_client, BYE
    )
    refused = director_client.post(BYE, typed)
    assert "Round 1 is closed. Give a reason for correcting the result." in stripped(refused)
    typed["reason"] = "She never came."
    question = director_client.post(BYE, typed)
    assert "Eve Stone moves down from place 1 to 5." in stripped(question)
    assert bye().outcome == "bye"
    done = director_client.post(BYE, typed | {"accepted": "first_forfeits/"}, follow=True)
    assert "Eve Stone, Round 1: Corrected from Bye to Forfeits." in stripped(done)
    assert (bye().outcome, bye().first_score, bye().reason) == (
        "first_forfeits", -50, "She never came.",
    )  # fmt: skip
    assert Activity.objects.latest("pk").verb == "correct_result"


def test_bye_gets_another_spread_and_is_not_overwritten_from_a_stale_page(
    director_client, closed_round
):
    shown = as_shown(director_client, BYE)
    typed = {"outcome": "bye", "spread": "20", "reason": "Half a bye", "accepted": "bye/20"}
    director_client.post(BYE, typed | shown)
    assert (bye().outcome, bye().first_score) == ("bye", 20)
    page = director_client.get(BYE)
    assert "A bye. Spread +20." in stripped(page)
    assert page.context["form"]["spread"].value() == 20
    late = typed | shown | {"spread": "30", "accepted": "bye/30"}
    refused = director_client.post(BYE, late)
    assert refused.status_code == 422
    assert refused.context["form"].non_field_errors()
    assert bye().first_score == 20


def test_typed_bye_after_the_round_leads_to_its_page(director_client, desk, four, closed_round):
    again = pair_by_hand(desk, four, [(1, 3), (2, 4)], [5])
    publish_round(desk, again)
    closed_round.phase = "playing"
    closed_round.save()
    for word, outcome in (("f", "first_forfeits"), ("half", "half_bye")):
        line = {"line": f"p5 {word}", "mode": "scores", "by": "board", "accepted": ""}
        answer = director_client.post("/events/autumn-open/a/rounds/1/results/line/", line)
        assert f'href="{BYE}?outcome={outcome}"' in answer.text
    assert director_client.get(f"{BYE}?outcome=void").context["form"]["outcome"].value() == "void"


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
