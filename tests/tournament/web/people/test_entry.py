"""The pages of players and people: forms, outcome letters, records, merging."""

import datetime as dt
import re

import pytest
from django.test import Client

from tests.shown import text
from tests.stories import WITH_ALL_ROOMS
from tests.tournament.fixtures import play_round
from tests.tournament.logged_in import browser_in
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.models import Division, Event, Player, ResultEntry
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db
PLAYER = "/events/autumn-open/a/players/{}/"
PAGE = PLAYER.format(4)


@WITH_ALL_ROOMS
def test_players_link_leads_others_to_the_public_page(director_client, keeper_client, round_one):
    assert PAGE in director_client.get("/events/autumn-open/a/").text
    assert PAGE in keeper_client.get("/events/autumn-open/a/").text
    for browser in (keeper_client, Client()):
        answer = browser.get(PAGE, follow=True)
        assert answer.redirect_chain[-1][0] == "/hall/autumn-open/a/4/"
        assert "Give a penalty" not in answer.text


@pytest.mark.parametrize(
    ("page", "typed"),
    [
        ("a/players/", {"roster": "Eve Stone", "step": "save"}),
        ("check-in/walk-in/", {"name": "Eve Stone"}),
        ("a/players/5/join/", {}),
    ],
)
def test_late_entry_is_seated_by_each_form(director_client, desk, round_one, page, typed):
    if "join" in page:
        add_players(desk, round_one.division, "Eve Stone")
    sent = {"late_entry": "new_bye", "division": round_one.division.pk} | typed
    director_client.post(f"/events/autumn-open/{page}", sent)
    counts = ResultEntry.objects.get(pairing__first__number=5, standing="counts")
    assert counts.outcome == "bye"


def test_withdrawal_form_names_the_missed_rounds_and_their_results(director_client, round_one):
    Division.objects.update(rounds_planned=3)
    fields = director_client.get(PAGE).context["withdrawal"].fields
    assert fields["withdrawal"].choices[:2] == [
        ("after:1", "after round 1: misses rounds 2–3"),
        ("after:2", "after round 2: misses round 3"),
    ]
    assert [label for _key, label in fields["missed_as"].choices] == [
        "forfeits, −50 each (according to the rules)",
        "void: the rounds do not count",
    ]
    for missed_as, missed in (
        ("", "Rounds 2 to 3 are forfeits, −50 each."),
        ("void", "Rounds 2 to 3 are void and do not count."),
    ):
        sent = {"withdrawal": "after:1", "missed_as": missed_as}
        page = text(director_client.post(f"{PAGE}leave/", sent, follow=True))
        assert f"withdraws after round 1. {missed} All rounds" in page
    assert f"Return {missed} Rounds that begin before the return do not change." in page


def test_every_field_id_is_unique(director_client, round_one):
    shown = director_client.get(PAGE).text
    ids = re.findall(r'\sid="([^"]+)"', shown)
    assert sorted(ids) == sorted(set(ids))
    assert {"entrydetails_reason", "withdrawal_reason", "penalty_reason"} <= set(ids)
    assert set(re.findall(r'<label for="([^"]+)"', shown)) <= set(ids)


def test_refused_correction_is_explained_at_its_field_and_keeps_the_tabs(
    director_client, round_one
):
    page = director_client.get(PAGE)
    typed = page.context["details"].initial | {"name": "Jonas, Dai", "seen": page.context["seen"]}
    typed = {key: value for key, value in typed.items() if value not in (None, False)}
    refused = director_client.post(f"{PAGE}about/", typed).text
    field = re.search(r'<input[^>]*id="entrydetails_reason"[^>]*>', refused)[0]
    assert 'aria-invalid="true"' in field
    assert 'aria-current="page">Players' in refused
    assert 'value="Jonas, Dai"' in refused


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


def test_head_to_head_covers_the_directors_events_without_practice_events(
    director_client, desk, event, four
):
    earlier = {"preset": "naspa_nwl", "date": dt.date(2026, 7, 4)}
    summer = create_event(desk, name="Summer Cup", **earlier)
    division = create_division(desk, summer, name="A")
    add_players(desk, division, "Ana Lopez 1750\nBen Okafor 1650")
    play_round(desk, division, [(2, 1)], [(400, 500)])
    play_round(desk, four, [(1, 2), (3, 4)], [(402, 380), (400, 380)])
    here_alone = browser_in(desk, event, Role.DIRECTOR)
    for client, is_practice, record in (
        (director_client, False, "2 2-0 +122 402-380"),
        (here_alone, False, "1 1-0 +22 402-380"),
        (director_client, True, "1 1-0 +22 402-380"),
    ):
        Event.objects.filter(pk=summer.pk).update(is_practice=is_practice)
        shown = text(client.get(PLAYER.format(1))).partition("Head to head")[2]
        assert f"Ben Okafor {record}" in shown
        assert ("Summer Cup" in shown) == record.startswith("2")
