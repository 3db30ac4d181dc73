"""Pairing a large round as a background job: progress, Stop, typed options, a second request, the draft."""

import pytest

from scoring.models import Activity
from tests.shown import text
from tests.tournament.web.rounds.test_pairings import DIVISION, SWISS, met
from tournament import jobs
from tournament.actions.people.check_in import check_in
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.rounds import pairing_search
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.plans import set_plan
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.jobs import JobState, state_of, write_state
from tournament.models import Entry, Player
from tournament.queries.versions import version_of_pairings
from tournament.web.rounds.pairing_progress import pairings_job_name

pytestmark = pytest.mark.django_db
PAGE = f"{DIVISION}pairing/"
NEW = f"{DIVISION}rounds/new/"
TYPED = SWISS | {"how": "method", "settled": "1 3"}


@pytest.fixture(autouse=True)
def during_search(settings, tmp_path, monkeypatch):
    """Treat more than three players as many, and search in this process."""
    settings.NINETIMER_DATA_DIR = tmp_path
    monkeypatch.setattr(pairing_search, "MAX_FOREGROUND_PLAYERS", 3)
    meanwhile = []

    def run_stoppable(search, on_poll):
        for do in meanwhile:
            do()
        on_poll()
        return search()

    monkeypatch.setattr(pairing_search, "run_stoppable", run_stoppable)
    return meanwhile


@pytest.fixture
def place(four):
    return pairings_job_name(four)


def begun(number, typed=(), to=NEW):
    return JobState(phase="searching", about={"round": number, "to": to, "typed": [*typed]})


def test_large_round_is_paired_by_a_job_and_leads_to_the_draft(director_client, four, place):
    answer = director_client.post(NEW, TYPED)
    assert answer.url == PAGE
    shown = director_client.get(PAGE, follow=True)
    assert shown.redirect_chain == [(f"{DIVISION}rounds/1/pairings/", 302)]
    assert "Round 1 has been drafted. Check the boards, then publish it." in text(shown)
    assert met() == {frozenset({1, 3}), frozenset({2, 4})}
    assert state_of(place).result["warnings"] == []
    asked_by_the_bar = director_client.get(PAGE, headers={"HX-Request": "true"})
    assert asked_by_the_bar["HX-Redirect"] == f"{DIVISION}rounds/1/pairings/"
    Entry.objects.filter(number=4).update(withdrawn_after=0)
    director_client.post(
        f"{DIVISION}rounds/1/pair/", SWISS
    )  # three players: paired at once, without a progress page
    assert director_client.get(PAGE).url == NEW


def test_pages_of_a_round_show_that_it_is_being_paired(director_client, desk, four, place):
    write_state(place, begun(1))
    shown = director_client.get(PAGE).text
    assert "Searching for the pairings of round 1." in shown
    assert '<progress id="progress">' in shown
    assert "You and others can keep working." in shown
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    for page in (
        DIVISION,
        NEW,
        f"{DIVISION}rounds/1/pairings/",
        f"{DIVISION}rounds/1/pair/present/",
    ):
        words = director_client.get(page).text
        assert f'Round 1 is being paired. <a href="{PAGE}">Show progress</a>' in words, page
    write_state(place, JobState(phase="saving", about=begun(1).about))
    assert "Saving the draft." in text(director_client.get(PAGE))


def test_second_request_sees_the_progress_and_keeps_its_input(director_client, place):
    first = [[name, value] for name, value in TYPED.items()]
    write_state(place, begun(1, first))
    assert director_client.post(NEW, TYPED).url == PAGE
    other = director_client.post(NEW, TYPED | {"settled": "1 4"})
    assert "Round 1 is already being paired, so your request was not started." in text(other)
    assert '<input type="hidden" name="settled" value="1 4">' in other.text
    assert state_of(place).about["typed"] == first


def test_stopped_pairing_changes_nothing_and_keeps_the_form(director_client, during_search, place):
    during_search.append(lambda: director_client.post(PAGE, {"stop": "1"}))
    director_client.post(NEW, TYPED)
    words = director_client.get(PAGE)
    assert "Stopped. Nothing was changed." in text(words)
    sent = dict(map(tuple, state_of(place).about["typed"]))
    assert sent == TYPED
    back = director_client.post(NEW, sent | {"do": "mend"})
    assert back.context["pair_form"]["settled"].value() == "1 3"
    assert (back.status_code, met()) == (200, set())


def test_refused_pairing_shows_its_reason_beside_the_form(director_client, desk, event, place):
    ana, *others = Player.objects.order_by("entries__number")
    for other in others:
        keep_apart(desk, event, ana, other, hard=True)
    director_client.post(NEW, TYPED | {"settled": "2 4"})
    problem = state_of(place).problem
    assert "Ana Lopez" in problem
    assert problem in text(director_client.get(PAGE))
    sent = dict(map(tuple, state_of(place).about["typed"]))
    back = director_client.post(NEW, sent | {"do": "mend"})
    assert back.status_code == 422
    assert problem in text(back)
    assert back.context["pair_form"]["settled"].value() == "2 4"
    assert met() == set()


@pytest.mark.parametrize("seen", [{}, {"seen": version_of_pairings([])}])
def test_draft_made_during_the_search_is_not_replaced(
    director_client, desk, four, during_search, seen
):
    during_search.append(lambda: pair_by_hand(desk, four, [(1, 4), (2, 3)]))
    director_client.post(NEW, TYPED | seen)
    assert "The round has been paired or changed since you opened this page, so it was" in text(
        director_client.get(PAGE)
    )
    assert met() == {frozenset({1, 4}), frozenset({2, 3})}


def test_ticked_absent_players_stay_ticked(
    director_client, desk, four, during_search, place, monkeypatch
):
    monkeypatch.setattr(pairing_search, "MAX_FOREGROUND_PLAYERS", 1)
    set_plan(desk, four, [PlannedRounds(1, 3, "swiss")], rounds=3)
    check_in(desk, Entry.objects.get(number=1), here=True)
    present = f"{DIVISION}rounds/1/pair/present/"
    during_search.append(lambda: jobs.stop_job(place))
    director_client.post(present, {"absent": ["3", "4"]})
    assert "Stopped." in text(director_client.get(PAGE))
    back = director_client.post(present, {"absent": ["3", "4"], "do": "mend"})
    assert [name for name in "234" if f'value="{name}" checked' in back.text] == ["3", "4"]
    during_search.clear()
    director_client.post(present, {"absent": ["3", "4"]})
    assert met() == {frozenset({1, 2})}
    assert Activity.objects.get(verb="pair_present").user.username == "director"
