"""The practice button, the mark on every page, and removing the practice event."""

import pytest
from django.urls import reverse

from tests.shown import text
from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.mark.full
def test_practice_event_is_created_in_one_click_and_marked_on_every_page(
    director_client,
):
    made = director_client.post(reverse("start_practice"), follow=True)
    assert "This is a practice event. Nothing here affects your real events." in made.text
    assert "13 players · round 4" in text(made)
    slug = Event.objects.get(is_practice=True).slug
    unmarked = [
        page
        for page in (
            "", "a/", "a/standings/", "reports/", "activity/", "a/players/", "a/rounds/new/",
            "a/rounds/1/boards/1/",
        )
        if "<strong>Practice.</strong>" not in director_client.get(f"/events/{slug}/{page}").text
    ]  # fmt: skip
    assert unmarked == []
    assert '<span class="state">Practice</span>' in director_client.get("/").text
    paper = director_client.get(f"/events/{slug}/reports/standings/?format=html")
    assert "Practice: 13 players, 6 rounds" in paper.text
    gone = director_client.post(reverse("remove_practice", args=[slug]), follow=True)
    assert "has been deleted." in gone.text
    assert not Event.objects.exists()


def test_real_event_has_no_practice_mark(director_client, round_one):
    page = director_client.get("/events/autumn-open/a/").text
    assert "<strong>Practice.</strong>" not in page


def test_real_event_is_not_removed_as_practice(director_client, round_one):
    answer = director_client.post(reverse("remove_practice", args=["autumn-open"]), follow=True)
    assert "event, and only practice events can be deleted here." in answer.text
    assert Event.objects.get().slug == "autumn-open"
