"""The practice button, the mark on every page, and removing the practice event."""

import pytest
from django.urls import reverse

from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.mark.full
def test_practice_event_is_marked_on_every_page(director_client):
    director_client.post(reverse("start_practice"))
    slug = Event.objects.get().slug
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


def test_real_event_is_neither_marked_nor_removed_as_practice(director_client, round_one):
    assert "<strong>Practice.</strong>" not in director_client.get("/events/autumn-open/a/").text
    answer = director_client.post(reverse("remove_practice", args=["autumn-open"]), follow=True)
    assert "event, and only practice events can be deleted here." in answer.text
    assert Event.objects.get().slug == "autumn-open"
