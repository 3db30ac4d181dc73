"""Pages of automatic publishing: the setting, the notice, stop and resume."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from tests.shown import stripped
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.automatic_rounds import run_due_steps
from tournament.actions.rounds.plans import set_plan
from tournament.engine.pairing.event_plan import PlannedRounds

pytestmark = pytest.mark.django_db
DESK = "/events/autumn-open/a/"
PLAN, SET = f"{DESK}plan/", f"{DESK}plan/unattended/"
DRAFT = f"{DESK}rounds/2/pairings/"


@pytest.fixture
def publishing_time(desk, round_one, board, director_client):
    """Complete round 1 and draft round 2, shown for five minutes."""
    set_plan(desk, round_one.division, [PlannedRounds(1, 4, "king_of_the_hill")], rounds=4)
    director_client.post(SET, {"do": "minutes", "minutes": "5"})
    enter_result(desk, board(1), 400, 380)
    enter_result(desk, board(2), 410, 300)
    now = timezone.now()
    run_due_steps(now)
    return timezone.localtime(now + dt.timedelta(minutes=5))


@pytest.mark.full
@pytest.mark.parametrize("address", [DESK, PLAN, DRAFT])
def test_draft_is_announced_with_its_time_and_can_be_stopped(
    address, director_client, publishing_time
):
    page = stripped(director_client.get(address))
    assert (
        f"Round 2 has been drafted and will be published automatically at {publishing_time:%H:%M}."
        in page
    )
    assert ("See the draft" in page) == (address != DRAFT)
    answer = director_client.post(SET, {"do": "stop:2"}, follow=True)
    assert "Round 2 waits until you publish it." in stripped(answer)
    assert (
        "Round 2 will not be published automatically: automatic publishing was stopped."
        in stripped(director_client.get(address))
    )
    answer = director_client.post(SET, {"do": "resume:2"}, follow=True)
    assert "Round 2 will be published automatically after all." in stripped(answer)


def test_draft_waits_while_two_results_contradict_each_other(
    director_client, publishing_time, board
):
    enter_result(Actor("a helper"), board(2), 401, 300, accepted=True)
    assert "Round 2 has been drafted but is on hold: an earlier result is missing" in stripped(
        director_client.get(DESK)
    )
    assert run_due_steps(timezone.now() + dt.timedelta(minutes=6)) == []
