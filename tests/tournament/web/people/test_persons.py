"""The page for merging two records of one person."""

import pytest

from tests.shown import text
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.models import Player

pytestmark = pytest.mark.django_db


@pytest.mark.full
def test_names_alike_are_offered_and_merged(director_client, desk, four):
    add_players(desk, create_division(desk, four.event, name="B"), "Anna Lopez")
    assert "Ana Lopez and Anna Lopez" in text(director_client.get("/people/"))
    keep, other = (Player.objects.get(name=name).pk for name in ("Ana Lopez", "Anna Lopez"))
    refused = director_client.post("/people/", {"keep": keep, "other": keep})
    assert "Choose two different people." in text(refused)
    director_client.post("/people/", {"keep": keep, "other": other})
    assert Player.objects.get(pk=other).merged_into_id == keep
    assert "No similar names." in text(director_client.get("/people/"))


@pytest.mark.full
def test_everybody_is_listed_and_two_marked_are_made_one(director_client, desk, four):
    add_players(desk, create_division(desk, four.event, name="B"), "Anna Lopez")
    spring = create_event(desk, name="Spring Open", preset="naspa_nwl")
    add_players(desk, create_division(desk, spring, name="A"), "Ana Lopez")
    page = director_client.get("/people/?sort=-entry_count")
    assert page.context["table"].paginated_rows[0].record.name == "Ana Lopez"
    names = ("Ana Lopez", "Anna Lopez", "Ben Okafor")
    ana, anna, ben = (Player.objects.get(name=name).pk for name in names)
    refused = director_client.post("/people/", {"row": [ana, anna, ben]})
    assert refused.status_code == 422
    director_client.post("/people/", {"row": [anna, ana]})
    assert Player.objects.get(pk=anna).merged_into_id == ana  # the record with more entries is kept
    lines = director_client.get("/people/?file=csv").content.decode("utf-8-sig").splitlines()
    assert len(lines) == 5


def test_of_very_many_people_two_are_marked_and_no_choice_of_all_names_is_sent(
    director_client, desk, monkeypatch, four
):
    monkeypatch.setattr("tournament.web.people.persons.MAX_PEOPLE_IN_FORM", 3)
    page = director_client.get("/people/")
    assert '<select name="keep"' not in page.text
    assert "Find them in the list above" in text(page)
    matching = director_client.get("/people/", {"find": "MÜLL zoë"})
    assert [row.record.name for row in matching.context["table"].paginated_rows] == ["Zoë Müller"]
    assert "1 of 4 · Show all" in text(matching)
    one, other = (Player.objects.get(name=name).pk for name in ("Ana Lopez", "Dai Jones"))
    refused = director_client.post("/people/", {"row": [one]})
    assert "Mark exactly two people." in text(refused)
    director_client.post("/people/", {"row": [one, other]})
    assert Player.objects.exclude(merged_into=None).count() == 1
