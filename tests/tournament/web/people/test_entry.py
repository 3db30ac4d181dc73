"""The page of one player in the director's browser."""

import re

import pytest
from django.test import Client

from tests.shown import text
from tournament.actions.people.entries import add_players
from tournament.models import Division, ResultEntry

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/a/players/4/"


@pytest.mark.full
def test_players_link_leads_others_to_the_public_page(director_client, keeper_client, round_one):
    assert PAGE in director_client.get("/events/autumn-open/a/").text
    assert PAGE in keeper_client.get("/events/autumn-open/a/").text
    for browser in (keeper_client, Client()):
        answer = browser.get(PAGE, follow=True)
        assert answer.redirect_chain[-1][0] == f"/hall/autumn-open/a/{PAGE.split('/')[-2]}/"
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
