"""The screen where two who are one are merged."""

import pytest

from tests.tournament.web.event.test_setting_up import text
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.models import Player

pytestmark = pytest.mark.django_db


def test_names_alike_are_offered_and_merged(director_client, desk, four):
    add_players(desk, create_division(desk, four.event, name="B"), "Anna Lopez")
    assert "Ana Lopez and Anna Lopez" in text(director_client.get("/people/"))
    keep, other = (Player.objects.get(name=name).pk for name in ("Ana Lopez", "Anna Lopez"))
    refused = director_client.post("/people/", {"keep": keep, "other": keep})
    assert "Choose two different people." in text(refused)
    director_client.post("/people/", {"keep": keep, "other": other})
    assert Player.objects.get(pk=other).merged_into_id == keep
    assert "No two names are nearly alike." in text(director_client.get("/people/"))
