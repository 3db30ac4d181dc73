"""The page of the plan, and the notice of a round that publishes itself."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from tests.shown import stripped
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.automatic_rounds import run_due_steps
from tournament.actions.rounds.plans import set_plan
from tournament.actions.standings.prizes import add_prize
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.queries.rounds.pairing import plan_of
from tournament.web.rounds.forms import method_choices

pytestmark = pytest.mark.django_db
DESK = "/events/autumn-open/a/"
PAGE, SET = f"{DESK}plan/", f"{DESK}plan/unattended/"
DRAFT = f"{DESK}rounds/2/pairings/"
OPTIONS = f"{PAGE}options/"
SWISS = {
    "do": "line", "shown": "swiss", "method": "swiss", "from_round": "1", "to_round": "4",
    "source": "previous", "option_again": "none", "option_repeats": "",
    "option_opponents": "nearest", "option_mates": "meet", "option_balance_firsts": "on",
}  # fmt: skip


def test_plan_with_a_place_prize_ends_with_cop(director_client, desk, division):
    add_players(desk, division, "\n".join(f"Player {letter}" for letter in "ABCDEFGHIJKL"))
    for last in ("king_of_the_hill", "cop"):
        director_client.post(PAGE, {"do": "adopt", "rounds": "8"})
        assert plan_of(division)[-1].method == last
        add_prize(desk, division.event, kind="place", division=division, title="Cup")


@pytest.mark.parametrize("key", [key for key, _ in method_choices()])
def test_every_method_can_be_planned_with_its_default_form(director_client, four, key):
    form = director_client.get(OPTIONS, {"method": key}).context["form"]
    assert form.key == key
    values = {name: form[name].value() for name in form.fields}
    data = {name: v for name, v in values.items() if v is not None and v is not False}
    data |= {"do": "line", "shown": key, "method": key, "from_round": "1", "to_round": "3"}
    assert director_client.post(PAGE, data).url == PAGE
    (line,) = plan_of(four)
    assert (line.method, line.options) == (key, {})


def test_every_row_of_the_plan_shows_the_cost_of_a_repeat(director_client, four):
    director_client.post(PAGE, SWISS | {"to_round": "2"})
    director_client.post(PAGE, SWISS | {"from_round": "3", "to_round": "4", "option_again": "1"})
    king = {"method": "king_of_the_hill", "shown": "king_of_the_hill", "option_again": "free"}
    last = {"from_round": "5", "to_round": "5", "source": "previous", "option_repeats": ""}
    director_client.post(PAGE, {"do": "line"} | king | last)
    rows = [(line.method, line.repeats) for line in director_client.get(PAGE).context["lines"]]
    assert rows == [("Swiss", "avoided"), ("Swiss", "1 free"), ("King of the hill", "free")]


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
@pytest.mark.parametrize("address", [DESK, PAGE, DRAFT])
def test_draft_is_announced_with_its_time_and_can_be_stopped(
    address, director_client, publishing_time
):
    def words():
        return stripped(director_client.get(address))

    drafted = "Round 2 has been drafted and will be published automatically at"
    assert f"{drafted} {publishing_time:%H:%M}." in words()
    assert ("See the draft" in words()) == (address != DRAFT)
    director_client.post(SET, {"do": "stop:2"})
    stopped = "Round 2 will not be published automatically: automatic publishing was stopped."
    assert stopped in words()
    director_client.post(SET, {"do": "resume:2"})
    assert stopped not in words()


def test_draft_waits_while_two_results_contradict_each_other(
    director_client, publishing_time, board
):
    enter_result(Actor("a helper"), board(2), 401, 300, accepted=True)
    waiting = "Round 2 has been drafted but is on hold: an earlier result is missing"
    assert waiting in stripped(director_client.get(DESK))
    assert run_due_steps(timezone.now() + dt.timedelta(minutes=6)) == []
