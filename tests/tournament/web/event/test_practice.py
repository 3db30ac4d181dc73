"""The practice button, the mark on every page, and removing the practice event."""

import re

import pytest
from django.urls import reverse

from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def practice(director_client):
    director_client.post(reverse("start_practice"))
    return Event.objects.get(is_practice=True)


@pytest.mark.full
def test_one_click_makes_an_event_in_the_middle_of_its_life(director_client):
    answer = director_client.post(reverse("start_practice"), follow=True)
    page = answer.text
    assert "This is a practice event. Try whatever you like." in page
    assert "13 players · round 4" in " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.full
def test_every_page_of_it_is_marked(director_client, client, practice):
    at = f"/events/{practice.slug}"
    pages = [
        f"{at}/", f"{at}/a/", f"{at}/a/standings/", f"{at}/reports/", f"{at}/activity/",
        f"{at}/a/players/", f"{at}/a/rounds/new/", f"{at}/a/rounds/1/boards/1/",
    ]  # fmt: skip
    unmarked = [
        page for page in pages if "<strong>Practice.</strong>" not in director_client.get(page).text
    ]
    assert unmarked == []
    assert '<span class="state">Practice</span>' in director_client.get("/").text


@pytest.mark.full
def test_what_is_printed_of_it_is_marked_by_its_name(director_client, practice):
    answer = director_client.get(f"/events/{practice.slug}/reports/standings/?format=html")
    assert "Practice: 13 players, 6 rounds" in answer.text


def test_a_real_event_bears_no_mark(director_client, round_one):
    page = director_client.get("/events/autumn-open/a/").text
    assert "<strong>Practice.</strong>" not in page


@pytest.mark.full
def test_it_is_thrown_away(director_client, practice):
    answer = director_client.post(reverse("remove_practice", args=[practice.slug]), follow=True)
    assert "is deleted." in answer.text
    assert not Event.objects.exists()


def test_a_real_event_is_not(director_client, round_one):
    answer = director_client.post(reverse("remove_practice", args=["autumn-open"]), follow=True)
    assert "event, and only practice events can be deleted here." in answer.text
    assert Event.objects.get().slug == "autumn-open"
