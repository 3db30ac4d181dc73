"""The pages of people: one person across events, merging two records, people kept apart."""

import pytest

from tests.shown import text
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.models import KeepApart, Player

pytestmark = pytest.mark.django_db
APART = "/events/autumn-open/apart/"


def test_similar_names_are_offered_and_merged(director_client, desk, four):
    add_players(desk, create_division(desk, four.event, name="B"), "Anna Lopez")
    assert "Ana Lopez and Anna Lopez" in text(director_client.get("/people/"))
    keep, other = (Player.objects.get(name=name).pk for name in ("Ana Lopez", "Anna Lopez"))
    refused = director_client.post("/people/", {"keep": keep, "other": keep})
    assert "Choose two different people." in text(refused)
    director_client.post("/people/", {"keep": keep, "other": other})
    assert Player.objects.get(pk=other).merged_into_id == keep
    assert "No similar names." in text(director_client.get("/people/"))


def test_two_marked_people_are_merged_from_the_list(director_client, desk, four):
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


@pytest.fixture
def ana(four):
    return Player.objects.get(name="Ana Lopez")


def test_person_page_lists_the_entries(director_client, ana):
    page = text(director_client.get(f"/people/{ana.pk}/"))
    assert "Listed as Lopez, Ana" in page
    assert "3 Oct 2026 Autumn Open A 1 1800" in page


@pytest.mark.full
def test_corrected_name_appears_in_every_event(director_client, ana, round_one):
    page = director_client.post(f"/people/{ana.pk}/", {"name": "Lopes, Ana", "is_minor": "on"})
    assert "Rounds with Ana Lopez are published" in text(page)
    director_client.post(
        f"/people/{ana.pk}/", {"name": "Lopes, Ana", "is_minor": "on", "reason": "misspelt"}
    )
    ana.refresh_from_db()
    assert (ana.name, ana.is_minor) == ("Ana Lopes", True)
    assert "Ana Lopes" in text(director_client.get("/events/autumn-open/a/players/"))
    assert "A. L." in text(director_client.get("/hall/autumn-open/a/pairings/"))


def test_merged_person_redirects_to_the_remaining_person(director_client, ana):
    other = Player.objects.create(
        name="A Lopez", sort_name="A Lopez", name_key="a lopez", created_at=ana.created_at, merged_into=ana
    )  # fmt: skip
    assert director_client.get(f"/people/{other.pk}/").url == f"/people/{ana.pk}/"


def test_two_people_are_kept_apart_and_later_allowed_to_meet(director_client, four):
    ana, ben = (Player.objects.get(name=name).pk for name in ("Ana Lopez", "Ben Okafor"))
    data = {"one": ana, "other": ben, "how": "soft", "reason": "siblings"}
    assert director_client.post(APART, data).url == APART
    words = text(director_client.get(APART))
    assert "Ana Lopez and Ben Okafor do not meet if it can be avoided: siblings" in words
    again = director_client.post(APART, data)
    assert again.status_code == 422
    assert 'value="siblings"' in again.text
    director_client.post(f"{APART}end/", {"pair": KeepApart.objects.get().pk})
    assert "No players are kept apart." in text(director_client.get(APART))
