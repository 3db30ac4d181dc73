"""The pages of people: one person across events, merging two records, people kept apart."""

import pytest

from tests.shown import text
from tournament.models import Player

pytestmark = pytest.mark.django_db


def test_many_people_are_merged_by_marking_without_a_select_field(
    director_client, desk, monkeypatch, four
):
    monkeypatch.setattr("tournament.web.people.persons.MAX_PEOPLE_IN_FORM", 3)
    page = director_client.get("/people/")
    assert '<select name="keep"' not in page.text
    assert "Find the two people in the list above" in text(page)
    matching = director_client.get("/people/", {"find": "MÜLL zoë"})
    assert [row.record.name for row in matching.context["table"].paginated_rows] == ["Zoë Müller"]
    assert "1 of 4 · Show all" in text(matching)
    one, other = (Player.objects.get(name=name).pk for name in ("Ana Lopez", "Dai Jones"))
    refused = director_client.post("/people/", {"row": [one]})
    assert "Select exactly two people." in text(refused)
    director_client.post("/people/", {"row": [one, other]})
    assert Player.objects.exclude(merged_into=None).count() == 1
