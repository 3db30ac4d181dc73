"""Calendars of two organisations, events that are not shown, and links to the calendar."""

import datetime as dt
import re

import pytest
from django.conf import settings
from django.utils import timezone

from scoring.tenancy import FIRST_TENANT, tenant
from tests.remembered import remembered
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.entries import add_players
from tournament.actions.safety.organisations import create_organisation
from tournament.models import Event

pytestmark = pytest.mark.django_db
PAGE = f"/calendar/{FIRST_TENANT}/"
TODAY = dt.date(2026, 10, 5)


@pytest.fixture(autouse=True)
def today(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda: TODAY)


@pytest.fixture
@remembered
def season(desk):
    """Create an event of a club today, a later one, and a practice event."""
    harbour = create_club(desk, name="Harbour")
    assign_to_club(desk, create_event(desk, name="Night", preset="club", date=TODAY), harbour)
    create_event(desk, name="Winter Open", preset="club", date=dt.date(2026, 12, 19))
    create_event(desk, name="Practice", preset="club", date=TODAY)
    Event.objects.filter(name="Practice").update(is_practice=True)


def parts(answer):
    """Return the names under each heading, in order."""
    text = answer.text.partition("<main")[2].partition("</main>")[0]
    return {
        heading: re.findall(r'class="card-title"[^>]*>(.*?)</a>', below)
        for heading, below in re.findall(r"<h2[^>]*>(.*?)</h2>(.*?)(?=<h2|$)", text, re.DOTALL)
    }


def test_organisations_have_separate_calendars(client, desk, season):
    assert parts(client.get(PAGE)) == {"Upcoming": ["Night", "Winter Open"]}
    north = create_organisation(desk, name="Northern Lights")
    with tenant(north.pk):
        create_event(desk, name="Northern Open", preset="club", date=TODAY)
    assert parts(client.get(f"/calendar/{north.pk}/"))["Upcoming"] == ["Northern Open"]
    assert "Northern Open" not in client.get(PAGE).text
    assert "Northern Open" not in client.get(f"{PAGE}events.ics").text
    # A club of one organisation does not filter the calendar of another.
    assert parts(client.get(f"/calendar/{north.pk}/?club=harbour")) == {"Upcoming": []}
    assert client.get(f"/calendar/{north.pk}/events.ics?club=harbour").status_code == 404
    choice = client.get("/calendar/").text
    assert "Northern Lights" in choice
    assert f'href="{PAGE}"' in choice


@pytest.mark.skipif("hall" in settings.ROOMS_OFF, reason="the hall has the public pages")
def test_home_page_and_public_site_link_to_the_calendar(client, desk, season):
    for event in Event.objects.filter(name__in=("Night", "Winter Open")):
        add_players(desk, create_division(desk, event, name="A"), "Ana Lopez\nBen Okafor")
    assert 'href="/calendar/"' in client.get("/").text
    assert f'href="{PAGE}"' in client.get("/hall/night/").text
