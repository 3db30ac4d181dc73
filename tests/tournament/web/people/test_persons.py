"""Merging people of a long list."""

import pytest

from tests.shown import text
from tournament.models import Player

pytestmark = pytest.mark.django_db


def test_many_people_are_merged_by_marking_without_a_select_field(
    director_client, monkeypatch, four
):
    monkeypatch.setattr("tournament.web.people.persons.MAX_PEOPLE_IN_FORM", 3)
    page = director_client.get("/people/")
    assert '<select name="keep"' not in page.text
    assert "Find the two people in the list above" in text(page)
    one, other = Player.objects.values_list("pk", flat=True)[:2]
    refused = director_client.post("/people/", {"row": [one]})
    assert "Select exactly two people." in text(refused)
    director_client.post("/people/", {"row": [one, other]})
    assert Player.objects.exclude(merged_into=None).count() == 1
