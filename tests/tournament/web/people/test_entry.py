"""The page of one player in the director's browser."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Activity
from tests.shown import text
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Entry

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


def test_withdrawal_form_names_the_missed_rounds_and_their_results(director_client, round_one):
    round_one.division.rounds_planned = 3
    round_one.division.save()
    fields = director_client.get(PAGE).context["withdrawal"].fields
    assert fields["withdrawal"].choices[:2] == [
        ("after:1", "after round 1: misses rounds 2–3"),
        ("after:2", "after round 2: misses round 3"),
    ]
    assert fields["missed_as"].choices == [
        ("", "forfeits, −50 each (according to the rules)"),
        ("void", "void: the rounds do not count"),
    ]
    left = director_client.post(f"{PAGE}leave/", {"withdrawal": "after:1"}, follow=True)
    assert (
        "Dai Jones, division A, withdraws after round 1. Rounds 2 to 3 are forfeits, −50 each. "
        "All rounds played are kept." in text(left)
    )
    sent = {"withdrawal": "after:1", "missed_as": "void"}
    page = text(director_client.post(f"{PAGE}leave/", sent, follow=True))
    missed = "Rounds 2 to 3 are void and do not count."
    assert f"withdraws after round 1. {missed} All rounds" in page
    assert f"Return {missed} Rounds that begin before the return do not change." in page
    assert Activity.objects.order_by("-id")[0].after == {
        "number": 4, "withdrawn_after": 1, "rounds_after_leaving": "void", "way": "after",
    }  # fmt: skip


def test_every_field_id_is_unique(director_client, round_one):
    shown = director_client.get(PAGE).text
    ids = re.findall(r'\sid="([^"]+)"', shown)
    assert sorted(ids) == sorted(set(ids))
    assert {"entrydetails_reason", "withdrawal_reason", "penalty_reason"} <= set(ids)
    assert set(re.findall(r'<label for="([^"]+)"', shown)) <= set(ids)


@pytest.mark.full
@pytest.mark.parametrize("screen", ["entry", "site_player"])
def test_heading_of_a_players_page_names_only_rounds_with_a_result(
    director_client, desk, round_one, board, screen
):
    for number in (1, 2):
        enter_result(desk, board(number), 402, 380)
    second = publish_round(desk, pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)]))

    def page():
        content = director_client.get(reverse(screen, args=["autumn-open", "a", 1]))
        return re.sub(r"<option.*?</option>", "", content.text, flags=re.DOTALL)

    assert "Ana Lopez" in page()
    assert not re.search(r"\b411\b", page())
    assert "after round 2" not in page().lower()
    enter_result(desk, board(1, second), 411, 380)
    assert "411" in page()


def test_refused_correction_is_explained_at_its_field_and_keeps_the_tabs(
    director_client, round_one
):
    page = director_client.get(PAGE)
    assert "published. A change of name or rating needs a reason, in the last field" in text(page)
    typed = page.context["details"].initial | {"name": "Jonas, Dai", "seen": page.context["seen"]}
    typed = {key: value for key, value in typed.items() if value not in (None, False)}
    refused = director_client.post(f"{PAGE}about/", typed)
    assert list(refused.context["details"].errors) == ["reason"]
    shown = refused.text
    assert (
        'aria-invalid="true"' in re.search(r'<input[^>]*id="entrydetails_reason"[^>]*>', shown)[0]
    )
    assert 'aria-current="page">Players' in shown
    assert 'value="Jonas, Dai"' in shown
    person = director_client.post(f"/people/{Entry.objects.get(number=4).player_id}/", typed)
    assert list(person.context["form"].errors) == ["reason"]
