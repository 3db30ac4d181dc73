"""Events are run by the forms of the core's pages alone; see `tests/stories.py`."""

import datetime as dt
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from tests.stories import check_story
from tests.tournament.logged_in import browser_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(bool(settings.ROOMS_OFF), reason="pages have other links without a room"),
]
APPROVED = Path(__file__).parent / "approved_stories.json"
NOW = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
ROSTER = "Zoë Müller 1800\nŁukasz Żak 1700\nAna O’Brien 1600\nBen Stone 1500\nDai Jones 1400\nFinn Larsen 1300"
CUP = "/events/spring-cup/"
OPEN = f"{CUP}open/"
STORIES = {
    "an event": [
        ("/events/new/", "Create event", {"name": " "}),
        ("/events/new/", "Create event", {"name": "Spring Cup", "date": "2026-10-03", "preset": "wespa", "place": "Leeds"}),
        (CUP, "Add the division", {"name": "Open"}),
        (f"{OPEN}players/", "Read the list", {"roster": ROSTER}),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", STORIES)
def test_answers_are_those_approved(request, monkeypatch, name):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    director = User.objects.create_superuser("director", password="nine-timer")
    check_story(request, APPROVED, name, browser_of(director), STORIES[name])
