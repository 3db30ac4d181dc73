"""The pages of clubs, and creating the next session with one click."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from tests.shown import NO_PAGE, refusal, text
from tournament.actions.event.events import create_division
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.entries import add_players
from tournament.models import Club, Entry, Event

pytestmark = pytest.mark.django_db


def week():
    """Return the slug of the latest session, which is named after its day."""
    return Event.objects.latest("pk").slug


def test_club_is_added_and_events_become_its_sessions(director_client, four):
    response = director_client.post("/clubs/", {"name": "Thursdays"})
    assert response.url == "/clubs/thursdays/"
    empty = director_client.get(response.url)
    assert "No players yet." in text(empty)
    assert 'aria-label="Add Autumn Open to this club">Add to this club</button>' in empty.text
    director_client.post("/events/autumn-open/club/join/", {"club": "thursdays"})
    words = text(director_client.get(response.url))
    assert "Lopez, Ana 1800 1" in words
    (row,) = director_client.get("/clubs/").context["table"].paginated_rows
    assert (row.record.name, row.record.session_count) == ("Thursdays", 1)
    assert "3 Oct 2026" in row.get_cell("last")
    assert director_client.post("/clubs/", {"name": "thursdays"}).status_code == 422
    assert Club.objects.count() == 1


def test_copied_session_offers_the_roster_to_tick(director_client, desk, four):
    assign_to_club(desk, four.event, create_club(desk, name="Thursdays"))
    response = director_client.post("/events/autumn-open/club/next/")
    assert response.url == f"/events/{week()}/a/players/?club=1"
    page = director_client.get(response.url)
    words = text(page)
    assert "Add players · Autumn Open, " in words
    assert "Jones, Dai 1500 Lopez, Ana 1800" in words
    ticked = [person.entry.pk for person in page.context["again"][:2]]
    path = f"/events/{week()}/a/players/"
    added = director_client.post(path, {"step": "ticked", "again": ticked}, follow=True)
    assert "2 players added." in text(added)


def test_copied_event_without_a_club_offers_the_previous_players(director_client, desk, four):
    b = create_division(desk, four.event, name="B")
    add_players(desk, b, "Eve Stone 1200")
    response = director_client.post("/events/autumn-open/club/next/")
    assert response.url == f"/events/{week()}/a/players/?from={four.pk}"
    assert Event.objects.count() == 2
    page = director_client.get(response.url).text
    assert f'<a href="/events/{week()}/b/players/?from={b.pk}">division B</a>' in page


def test_only_a_copy_of_a_calendar_session_can_enter_the_public_calendar(
    director_client, desk, four
):
    assign_to_club(desk, four.event, create_club(desk, name="Thursdays"))
    box = '<input type="checkbox" name="in_calendar" value="1">'
    assert box in director_client.get("/clubs/thursdays/").text
    copied = director_client.post("/events/autumn-open/club/next/", follow=True)
    assert "It is not in the public calendar. You can add it under “Details and closing”." in text(
        copied
    )
    hidden = Event.objects.latest("pk")
    assert not hidden.in_calendar
    assert box not in director_client.get("/clubs/thursdays/").text
    for event, shown in ((four.event, True), (hidden, False)):
        director_client.post(f"/events/{event.slug}/club/next/", {"in_calendar": "1"})
        assert Event.objects.latest("pk").in_calendar is shown


def test_unknown_club_is_not_found(director_client, four):
    assert refusal(director_client.get("/clubs/nowhere/")) == NO_PAGE
    response = director_client.post("/events/autumn-open/club/join/", {"club": "nowhere"})
    assert refusal(response) == NO_PAGE
    four.event.refresh_from_db()
    assert four.event.club is None


def test_logo_is_uploaded_shown_and_removed(director_client, desk):
    club = create_club(desk, name="Thursdays")
    page = "/clubs/thursdays/"
    refused = director_client.post(f"{page}logo/", {"logo": upload(b"no picture")})
    assert refused.status_code == 422
    assert "picture cannot be printed" in text(refused)
    buffer = io.BytesIO()
    Image.new("RGB", (40, 20)).save(buffer, "PNG")
    response = director_client.post(
        f"{page}logo/", {"logo": upload(buffer.getvalue())}, follow=True
    )
    assert "The picture is printed at the top of every paper" in text(response)
    assert b"data:image/png;base64," in director_client.get(page).content
    gone = director_client.post(f"{page}logo/", {"remove": "1"}, follow=True)
    assert b"data:image/png;base64," not in gone.content
    club.refresh_from_db()
    assert club.logo is None


def upload(content):
    return SimpleUploadedFile("logo.png", content)


def test_roster_fills_each_division_with_its_previous_players(director_client, desk, four):
    b = create_division(desk, four.event, name="B")
    add_players(desk, b, "Eve Stone 1200\nGil Low 900")
    assign_to_club(desk, four.event, create_club(desk, name="Thursdays"))
    director_client.post("/events/autumn-open/club/next/")
    path = f"/events/{week()}/b/players/"
    page = director_client.get(f"{path}?club=1")
    words = text(page)
    assert "Division B last time Low, Gil 900 B Stone, Eve 1200 B" in words
    assert "Other divisions last time Jones, Dai 1500 A" in words
    assert f'<a href="/events/{week()}/a/players/?club=1">division A</a>' in (page.text)
    assert page.text.index("Returning players") < page.text.index("Players, one")
    assert " autofocus" not in page.text
    own = [person.entry.pk for person in page.context["groups"][0]]
    added = director_client.post(path, {"step": "own", "own": own, "again": []}, follow=True)
    assert "2 players added." in text(added)


@pytest.mark.full
def test_previous_players_are_offered_until_added_or_dismissed(director_client, desk, four):
    b = create_division(desk, four.event, name="B")
    add_players(desk, b, "Eve Stone\nFinn Gray")
    director_client.post("/events/autumn-open/club/next/")
    page_a, page_b = (f"/events/{week()}/{name}/players/" for name in "ab")
    offer = "Returning players"
    assert [offer in text(director_client.get(page)) for page in (page_a, page_b)] == [True, True]
    director_client.post(page_a, {"step": "save", "roster": "New Comer"})
    assert offer in text(director_client.get(page_a))
    ana = four.entries.get(number=1)
    director_client.post(page_a, {"step": "ticked", "again": ana.pk})
    added = Entry.objects.filter(division__event__slug=week()).order_by("number")
    assert [row.name for row in added] == ["New Comer", "Ana Lopez"]
    assert [offer in text(director_client.get(page)) for page in (page_a, page_b)] == [False, True]
    answer = text(director_client.post(page_b, {"step": "dismiss"}, follow=True))
    assert "Last time’s players are no longer offered. You can find them under" in answer
    assert offer not in answer


def test_new_event_link_of_a_club_preselects_the_club(director_client, desk):
    create_club(desk, name="Thursdays")
    shown = director_client.get("/clubs/thursdays/").text
    assert 'href="/events/new/?club=thursdays"' in shown
    form = director_client.get("/events/new/?club=thursdays").text
    assert '<option value="thursdays" selected>Thursdays</option>' in form
    data = {"name": "First Night", "preset": "club", "club": "thursdays"}
    director_client.post("/events/new/", data)
    assert Event.objects.get().club.name == "Thursdays"


def test_season_is_linked_from_its_club(director_client, desk, four):
    assign_to_club(desk, four.event, create_club(desk, name="Thursdays"))
    page = director_client.get("/clubs/thursdays/").text
    assert 'href="/events/autumn-open/reports/season/"' in page
    assert director_client.get("/events/autumn-open/reports/season/").status_code == 200
