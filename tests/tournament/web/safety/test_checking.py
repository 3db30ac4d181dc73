"""Checking an event or everything on a page: progress, Stop, and an explained result."""

import pytest
from django.db import connection
from django.urls import reverse

from scoring.models.guard import GUARDED_TABLES, drop_guards
from tests.database_tool import change_past_the_program
from tests.shown import text
from tournament.jobs import JobState, write_state
from tournament.queries.safety.checking import CHECK_EVERYTHING_JOB, check_job_name

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    settings.NINETIMER_DATA_DIR = tmp_path


@pytest.fixture
def page(director_client):
    """Return a function that returns the text of the page of a check."""

    def of(event=None, *, begin=False, **sent):
        address = (
            reverse("check_event", args=[event.slug]) if event else reverse("check_everything")
        )
        if begin or sent:
            assert director_client.post(address, sent).status_code == 302
        return text(director_client.get(address))

    return of


def test_changed_opponent_is_named_by_board_and_round_with_a_remedy(event, round_one, page):
    change_past_the_program(
        "UPDATE tournament_pairing SET first_id = second_id, second_id = first_id WHERE board = 2"
    )
    for checked in (page(event, begin=True), page(begin=True)):
        assert "1 difference" in checked
        assert "Division A, round 1, board 2: the players differ from those published:" in checked
        assert "Compare these items with the slips and the printed standings." in checked
        assert "No differences found" not in checked


def test_check_shows_its_progress_and_can_be_stopped(event, page):
    for place, of in ((check_job_name(event.slug), event), (CHECK_EVERYTHING_JOB, None)):
        write_state(place, JobState(2, 7))
        assert "2 of 7 parts checked." in page(of)
        assert "Stopping." in page(of, stop="1")
        write_state(place, JobState(2, 7, is_over=True, is_stopped=True))
        assert "Stopped. Not everything was checked." in page(of)


def test_director_sees_that_the_log_is_damaged_and_the_owner_sees_the_details(event, page):
    drop_guards(connection, *GUARDED_TABLES)
    assert "Activity log: the log is not intact: under “Check everything”" in page(
        event, begin=True
    )
    assert "entries of the activity log, copies of printed papers" in page(begin=True)


@pytest.mark.parametrize("differences", [1, 3])
def test_check_page_takes_a_constant_number_of_queries(
    event, director_client, differences, django_assert_num_queries
):
    answer = {"differences": ["x"] * differences, "count": differences, "more": 0, "checked": "y"}
    write_state(check_job_name(event.slug), JobState(result=answer, is_over=True))
    director_client.get(reverse("check_event", args=[event.slug]))
    with django_assert_num_queries(4):
        director_client.get(reverse("check_event", args=[event.slug]))
