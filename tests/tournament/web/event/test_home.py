"""The home page: three doors, the running event and a search; also the size of an event and its menus."""

import datetime as dt
import re

import pytest

from tests.shown import text
from tournament.actions.event.events import create_event
from tournament.actions.event.housekeeping import change_event_details
from tournament.models import Event
from tournament.queries.event.events import running_event

pytestmark = pytest.mark.django_db
TODAY = dt.date(2026, 10, 17)


def test_todays_event_is_preferred_as_the_running_event(desk, event, round_one):
    assert running_event(TODAY) == event  # a round is open
    evening = create_event(desk, name="Evening", preset="club", date=TODAY)
    assert running_event(TODAY) == evening
    assert running_event(TODAY + dt.timedelta(7)) == event


def test_event_size_affects_only_the_menus(director_client, desk, round_one):
    def tabs(address):
        page = director_client.get(f"/events/autumn-open/{address}").text
        bar = page.partition('<nav class="row tabs')[2].partition("</nav>")[0]
        return re.findall(r">([^<>]+)</(?:a|strong)>", bar)

    assert "Ratings" in tabs("a/standings/")
    event = change_event_details(desk, Event.objects.get(), name="Autumn Open", size="club")
    assert "Ratings" not in tabs("a/standings/")
    assert "Ratings" in tabs("a/ratings/")  # shown if a rating system exists
    assert "Ratings Page" in text(director_client.get("/events/autumn-open/find/?q=ratings"))
    assert event.size == "club"
    change_event_details(desk, event, name="Autumn Open")
    assert Event.objects.get().size == "club"


def test_pasted_names_are_previewed_without_creating_the_event(
    director_client, django_assert_num_queries
):
    pasted = (
        "Ana Lopez 1500\nBen Okafor, Thursdays\n\nDivision B:\nCleo Marsh 900\nDai Tanaka 850\n3"
    )
    with django_assert_num_queries(4):
        answer = director_client.post("/new-event/players/", {"preset": "club", "roster": pasted})
    shown = " ".join(re.sub("<[^>]*>", " ", answer.text).split())
    assert shown.startswith("Division A Ana Lopez 1500 ")
    assert "Division B Cleo Marsh 900 Dai Tanaka 850 3 " in shown
    assert not Event.objects.exists()
