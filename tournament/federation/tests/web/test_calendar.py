"""The calendar of an organisation: future and past events, by club and month, as a feed, separate for each
organisation.
"""

import datetime as dt
import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from scoring.tenancy import FIRST_TENANT, tenant
from tests.remembered import remembered
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import change_event_details
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.entries import add_players
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.web import calendar as calendar_page
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
    """Create two clubs with an event each, an event without a club, a hidden one, and one without a date."""
    thursdays, harbour = create_club(desk, name="Thursdays"), create_club(desk, name="Harbour")
    made = {}
    for name, day, club in (
        ("Past Cup", dt.date(2026, 9, 12), thursdays),
        ("Harbour Night", dt.date(2026, 10, 5), harbour),
        ("Winter Open", dt.date(2026, 12, 19), None),
        ("Private Evening", dt.date(2026, 10, 9), harbour),
        ("Some Day", None, thursdays),
    ):
        made[name] = create_event(desk, name=name, preset="club", date=day)
        if club:
            assign_to_club(desk, made[name], club)
    private = made["Private Evening"]
    change_event_details(desk, private, name=private.name, date=private.date, in_calendar=False)
    create_event(desk, name="Practice", preset="club", date=TODAY)
    Event.objects.filter(name="Practice").update(is_practice=True)
    return made


def parts(answer):
    """Return the names under each heading, in order."""
    assert answer.status_code == 200
    text = answer.text.partition("<main")[2].partition("</main>")[0]
    return {
        heading: re.findall(r'class="card-title"[^>]*>(.*?)</a>', below)
        for heading, below in re.findall(r"<h2[^>]*>(.*?)</h2>(.*?)(?=<h2|$)", text, re.DOTALL)
    }


def test_todays_event_is_listed_among_coming_events_before_past_ones(client, season):
    assert parts(client.get(PAGE)) == {
        "Upcoming": ["Harbour Night", "Winter Open"],
        "Past": ["Past Cup"],
    }


def test_calendar_is_filtered_by_club_and_month(client, season):
    assert parts(client.get(f"{PAGE}?club=thursdays")) == {"Upcoming": [], "Past": ["Past Cup"]}
    assert parts(client.get(f"{PAGE}?month=2026-12")) == {"Upcoming": ["Winter Open"]}
    everything = parts(client.get(PAGE))
    assert parts(client.get(f"{PAGE}?club=nowhere&month=13")) == {"Upcoming": []}
    assert parts(client.get(f"{PAGE}?month=13")) == everything
    shown = client.get(PAGE).text
    assert re.findall(r'<option value="([^"]+)"', shown) == [
        "harbour", "thursdays", "2026-12", "2026-10", "2026-09",
    ]  # fmt: skip


def test_feed_contains_the_same_events_with_their_dates(client, season):
    feed = Calendar.from_ical(client.get(f"{PAGE}events.ics").content)
    events = [(str(row["SUMMARY"]), row["DTSTART"].dt) for row in feed.walk("VEVENT")]
    assert events == [
        ("Past Cup", dt.date(2026, 9, 12)),
        ("Harbour Night", dt.date(2026, 10, 5)),
        ("Winter Open", dt.date(2026, 12, 19)),
    ]
    one = Calendar.from_ical(client.get(f"{PAGE}events.ics?club=harbour").content)
    assert [str(row["SUMMARY"]) for row in one.walk("VEVENT")] == ["Harbour Night"]
    assert client.get(f"{PAGE}events.ics?club=nowhere").status_code == 404
    of_club = Calendar.from_ical(client.get("/season/harbour/evenings.ics").content)
    assert [str(row["SUMMARY"]) for row in of_club.walk("VEVENT")] == ["Harbour Night"]


def test_feed_excludes_events_older_than_a_year(client, season):
    past = season["Past Cup"]
    Event.objects.filter(pk=past.pk).update(
        date=TODAY - calendar_page.FEED_HISTORY - dt.timedelta(1)
    )
    assert "Past Cup" not in client.get(f"{PAGE}events.ics").text


def test_director_decides_whether_an_event_is_shown(director_client, season):
    event = season["Winter Open"]
    address = reverse("housekeeping", args=[event.slug])
    shown = director_client.get(address).text
    seen = re.search(r'name="seen" value="([^"]*)"', shown)[1]
    assert re.search(r'name="in_calendar"[^>]* checked', shown)
    form = {"name": event.name, "date": "2026-12-19", "place": "", "seen": seen}
    assert director_client.post(address, form).status_code == 302
    event.refresh_from_db()
    assert not event.in_calendar
    assert "Winter Open" not in director_client.get(PAGE).text


def test_organisations_have_separate_calendars(client, desk, season):
    north = create_organisation(desk, name="Northern Lights")
    with tenant(north.pk):
        create_event(desk, name="Northern Open", preset="club", date=TODAY)
    assert parts(client.get(f"/calendar/{north.pk}/"))["Upcoming"] == ["Northern Open"]
    assert "Northern Open" not in client.get(PAGE).text
    assert "Northern Open" not in client.get(f"{PAGE}events.ics").text
    # A club of one organisation does not filter the calendar of another.
    assert parts(client.get(f"/calendar/{north.pk}/?club=harbour")) == {"Upcoming": []}
    assert client.get(f"/calendar/{north.pk}/events.ics?club=harbour").status_code == 404
    assert client.get("/calendar/99/").status_code == 404
    choice = client.get("/calendar/").text
    assert "Northern Lights" in choice
    assert f'href="{PAGE}"' in choice


def test_calendar_address_redirects_to_the_only_calendar(client, season, director_client):
    assert client.get("/calendar/").url == PAGE


@pytest.mark.skipif("hall" in settings.ROOMS_OFF, reason="the hall has the public pages")
def test_home_page_and_public_site_link_to_the_calendar(client, desk, season):
    for name in ("Harbour Night", "Winter Open"):
        division = create_division(desk, season[name], name="A")
        add_players(desk, division, "Ana Lopez\nBen Okafor")
    assert 'href="/calendar/"' in client.get("/").text
    assert f'href="{PAGE}"' in client.get("/hall/harbour-night/").text


def test_calendar_takes_a_constant_number_of_queries(
    client, desk, season, django_assert_num_queries
):
    with django_assert_num_queries(6):
        client.get(PAGE)
    for number in range(3):
        event = create_event(desk, name=f"Evening {number}", preset="club", date=TODAY)
        assign_to_club(desk, event, create_club(desk, name=f"Club {number}"))
    with django_assert_num_queries(6):
        client.get(PAGE)


def test_long_calendar_is_shortened_with_a_note(client, desk):
    events = [
        Event(
            name=f"Evening {number}", slug=f"evening-{number}", preset="club", rules_copy={},
            date=TODAY + dt.timedelta(days=number - 200), created_at=timezone.now(),
        )
        for number in range(400)
    ]  # fmt: skip
    Event.objects.bulk_create(events)
    shown = parts(client.get(PAGE))
    assert (len(shown["Upcoming"]), len(shown["Past"])) == (100, 30)
    assert (shown["Upcoming"][0], shown["Past"][0]) == ("Evening 200", "Evening 199")
    assert "There are more events. Choose a month." in client.get(PAGE).text
    assert len(parts(client.get(f"{PAGE}?month=2026-10"))["Upcoming"]) == 27
