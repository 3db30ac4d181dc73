"""The pages of clubs, and creating the next session with one click."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from tests.shown import text
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.models import Event

pytestmark = pytest.mark.django_db


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


def test_new_event_link_of_a_club_preselects_the_club(director_client, desk):
    create_club(desk, name="Thursdays")
    shown = director_client.get("/clubs/thursdays/").text
    assert 'href="/events/new/?club=thursdays"' in shown
    form = director_client.get("/events/new/?club=thursdays").text
    assert '<option value="thursdays" selected>Thursdays</option>' in form
    data = {"name": "First Night", "preset": "club", "club": "thursdays"}
    director_client.post("/events/new/", data)
    assert Event.objects.get().club.name == "Thursdays"
