"""The page of a person across events, with corrections of the name."""

import pytest

from tests.shown import text
from tournament.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(four):
    return Player.objects.get(name="Ana Lopez")


def test_the_page_lists_the_entries(director_client, ana):
    page = text(director_client.get(f"/people/{ana.pk}/"))
    assert "Listed as Lopez, Ana" in page
    assert "2026-10-03 Autumn Open A 1 1800" in page


@pytest.mark.full
def test_the_name_is_corrected_in_every_event(director_client, ana, round_one):
    page = director_client.post(f"/people/{ana.pk}/", {"name": "Lopes, Ana", "is_minor": "on"})
    assert "Rounds with Ana Lopez are published" in text(page)
    director_client.post(
        f"/people/{ana.pk}/", {"name": "Lopes, Ana", "is_minor": "on", "reason": "misspelt"}
    )
    ana.refresh_from_db()
    assert (ana.name, ana.is_minor) == ("Ana Lopes", True)
    assert "Ana Lopes" in text(director_client.get("/events/autumn-open/a/players/"))
    assert "A. L." in text(director_client.get("/hall/autumn-open/a/pairings/"))


def test_who_was_merged_leads_to_who_stays(director_client, ana):
    other = Player.objects.create(
        name="A Lopez", sort_name="A Lopez", name_key="a lopez", created_at=ana.created_at, merged_into=ana
    )  # fmt: skip
    assert director_client.get(f"/people/{other.pk}/").url == f"/people/{ana.pk}/"
