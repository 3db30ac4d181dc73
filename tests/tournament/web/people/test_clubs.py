"""The pages of clubs, as far as no story shows it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournament.actions.people.test_clubs import picture
from tournament.actions.event.events import create_division
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.entries import add_players
from tournament.models import Event

pytestmark = pytest.mark.django_db
CLUB = "/clubs/thursdays/"


@pytest.fixture
def club(desk):
    return create_club(desk, name="Thursdays")


def test_only_a_copy_of_a_calendar_session_can_enter_the_public_calendar(
    director_client, desk, four, club
):
    assert 'aria-label="Add Autumn Open to this club"' in director_client.get(CLUB).text
    assign_to_club(desk, four.event, club)
    box = '<input type="checkbox" name="in_calendar" value="1">'
    assert box in director_client.get(CLUB).text
    copied = director_client.post("/events/autumn-open/club/next/", follow=True)
    assert " autofocus" not in copied.text
    hidden = Event.objects.latest("pk")
    assert not hidden.in_calendar
    assert box not in director_client.get(CLUB).text
    for event, shown in ((four.event, True), (hidden, False)):
        director_client.post(f"/events/{event.slug}/club/next/", {"in_calendar": "1"})
        assert Event.objects.latest("pk").in_calendar is shown


def test_logo_is_uploaded_shown_and_removed(director_client, club):
    typed = {"logo": SimpleUploadedFile("logo.png", picture())}
    for sent, is_shown in ((typed, True), ({"remove": "1"}, False)):
        page = director_client.post(f"{CLUB}logo/", sent, follow=True)
        assert ("data:image/png;base64," in page.text) == is_shown
    club.refresh_from_db()
    assert club.logo is None


def test_new_event_of_a_club_is_created_in_it(director_client, club):
    form = director_client.get("/events/new/?club=thursdays").text
    assert '<option value="thursdays" selected>Thursdays</option>' in form
    given = {"name": "First Night", "preset": "club", "club": "thursdays"}
    director_client.post("/events/new/", given)
    assert Event.objects.get().club == club


def test_players_of_last_time_are_offered_until_added_or_dismissed(director_client, desk, four):
    add_players(desk, create_division(desk, four.event, name="B"), "Eve Stone\nFinn Gray")
    director_client.post("/events/autumn-open/club/next/")
    copied = Event.objects.latest("pk")
    first, second = (f"/events/{copied.slug}/{name}/players/" for name in "ab")
    again = four.entries.get(number=1).pk
    director_client.post(first, {"step": "ticked", "again": again})
    assert copied.divisions.get(slug="a").entries.get().name == "Ana Lopez"
    pages = [director_client.get(page).text for page in (first, second)]
    assert ["Returning players" in page for page in pages] == [False, True]
    answer = director_client.post(second, {"step": "dismiss"}, follow=True).text
    assert "Last time’s players are no longer offered." in answer
    assert "Returning players" not in answer
