"""The pages of ratings: preview, final rating, undo; lists checked before saving."""

import datetime as dt

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.rating_lists import add_rating_list
from tournament.actions.results.results import correct_result
from tournament.engine.ratings.rating_list import parse_rating_list
from tournament.models import Rating

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/a/ratings/"


@pytest.fixture
def no_system(event):
    """Remove the rating system from the event's rules."""
    event.rules_copy = event.rules_copy | {"rating_system": "none"}
    event.save()


def listed(desk, key="wespa", club=None):
    return add_rating_list(
        desk,
        key=key,
        name="Some list",
        as_of=dt.date(2026, 9, 1),
        source="typed",
        read=parse_rating_list([["Name", "Rating"], ["Ana Lopez", "1777"]]),
        club=club,
    )


def test_page_asks_for_a_system_until_lists_of_only_one_exist(
    director_client, desk, event, no_system, whole_robin
):
    page = director_client.get(PAGE)
    assert "Choose one to see the ratings." in page.text
    assert '<option value="" selected>Choose …</option>' in page.text
    assert "Rate the division" not in page.text
    assert "shown" not in page.context
    posted = director_client.post(PAGE, {"system": ""})
    assert "Choose one to see the ratings." in posted.text
    assert not Rating.objects.exists()
    listed(desk, "wespa")
    text = director_client.get(PAGE).text
    assert "Calculated by WESPA as if the event ended now" in text
    assert "The rules of this event name no rating system. This is WESPA" in text
    listed(desk, "naspa")
    assert "Choose one" in director_client.get(PAGE).text
    club = create_club(desk, name="Hall Club")
    assign_to_club(desk, event, club)
    listed(desk, "german", club)
    assert "by German" in director_client.get(PAGE).text


def test_new_list_preselects_the_system_of_existing_lists(director_client, desk):
    assert '<option value="" selected>Choose …</option>' in director_client.get("/ratings/").text
    listed(desk, "wespa")
    assert '<option value="wespa" selected>' in director_client.get("/ratings/").text


def test_rated_club_session_is_shown_with_its_stored_ratings(
    director_client, desk, event, whole_robin
):
    assign_to_club(desk, event, create_club(desk, name="Hall Club"))
    before = director_client.get(PAGE).context["shown"]
    director_client.post(PAGE, {"system": "naspa"})
    after = director_client.get(PAGE).context["shown"]
    assert [(row.old, row.new) for row in after.rows] == [(r.old, r.new) for r in before.rows]
    assert (after.stood_on, after.differs) == (None, False)


@pytest.mark.parametrize("query", [{}, {"system": "naspa"}])
def test_light_rating_is_shown_as_calculated(director_client, whole_robin, query):
    director_client.post(PAGE, {"system": "naspa", "lightly": "on"})
    stored = [change.new for change in Rating.objects.get().changes.all()]
    assert [row.new for row in director_client.get(PAGE, query).context["shown"].rows] == stored


def test_result_corrected_after_the_rating_is_reported(director_client, desk, whole_robin, board):
    director_client.post(PAGE, {"system": "naspa"})
    sentence = "Results have been entered or corrected since the division was rated"
    assert sentence not in director_client.get(PAGE).text
    correct_result(desk, board(1, whole_robin[0]), 300, 400, reason="read the wrong way round")
    assert sentence in director_client.get(PAGE).text


def test_list_with_only_a_heading_is_explained(director_client):
    sent = {"step": "file", "file": SimpleUploadedFile("june.csv", b"Name,Rating\n")}
    page = director_client.post("/ratings/", sent).text
    assert "The list is empty: there is no row below the heading." in page


def test_career_games_are_not_requested_if_irrelevant_or_already_rated(
    director_client, whole_robin
):
    assert "Career games" not in director_client.get(f"{PAGE}?system=aspa").text
    director_client.post(PAGE, {"system": "naspa"})
    assert "Enter career games for" not in director_client.get(PAGE).text
