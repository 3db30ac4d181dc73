"""The page of one player in the director's browser."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Activity
from tests.shown import as_shown, text
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Entry, Pairing, Penalty

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/a/players/4/"


def test_players_page_shows_every_round_and_the_possible_actions(director_client, desk, round_one):
    page = director_client.get(PAGE)
    assert "Number 4 in division A, rating 1500" in text(page)
    assert "1 2 3 Zoë Müller second" in text(page)
    board_2 = Pairing.objects.get(round=round_one, board=2)
    enter_result(desk, board_2, 35, spread_only=True)
    assert "1 2 3 Zoë Müller second −35" in text(director_client.get(PAGE))
    choices = [label for value, label in page.context["withdrawal"].fields["withdrawal"].choices]
    assert choices[:2] == ["after round 1", "after round 2"]
    assert "now: forfeits round 1 and leaves the event" in choices
    assert "now: the opponent has the bye in round 1" in choices


def test_paired_player_is_shown_as_playing(director_client, four, desk):
    address = "/events/autumn-open/a/players/1/"
    before = director_client.get(address)
    assert before.context["plays"] is False
    assert "Not checked in" in before.text
    publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)]))
    page = director_client.get(address)
    assert page.context["plays"] is True
    assert '<span class="mark-ok">playing</span>' in page.text
    assert "Not checked in" not in page.text


def test_player_withdraws_and_returns(director_client, round_one):
    response = director_client.post(f"{PAGE}leave/", {"withdrawal": "after:1", "reason": "train"})
    assert response.url == PAGE
    assert Entry.objects.get(number=4).withdrawn_after == 1
    assert "Dai Jones plays again" in text(director_client.get(PAGE))
    director_client.post(f"{PAGE}return/")
    assert Entry.objects.get(number=4).withdrawn_after is None


def test_late_entry_is_seated_on_the_players_page(director_client, desk, round_one):
    add_players(desk, round_one.division, "Eve Stone")
    page = "/events/autumn-open/a/players/5/"
    assert "Seat Eve Stone" in text(director_client.get(page))
    director_client.post(f"{page}join/", {"late_entry": "new_bye"})
    assert "Bye" in text(director_client.get(page))


def test_late_entry_is_added_and_seated_in_one_form(director_client, desk, four):
    add_players(desk, four, "Eve Stone 1200")
    publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)], [5]))
    typed = {"roster": "Finn Late 1300", "step": "read"}
    read = director_client.post("/events/autumn-open/a/players/", typed)
    assert "in round 1, against Eve Stone, who has the bye" in text(read)
    seated = typed | {"step": "save", "late_entry": "byes_seat"}
    director_client.post("/events/autumn-open/a/players/", seated)
    assert "Eve Stone" in text(director_client.get("/events/autumn-open/a/players/6/"))


def test_penalty_is_given_and_revoked_with_a_reason(director_client, round_one):
    form = {"round_number": "1", "points": "50", "reason": ""}
    refused = director_client.post(f"{PAGE}penalties/", form)
    assert refused.status_code == 422
    assert 'value="50"' in refused.text
    director_client.post(f"{PAGE}penalties/", form | {"reason": "phone rang"})
    assert "Round 1: −50 spread phone rang (director)" in text(director_client.get(PAGE))
    given = Penalty.objects.get()
    director_client.post(f"{PAGE}penalties/", {"penalty": given.pk, "reason": "wrong person"})
    assert "Revoked" in text(director_client.get(PAGE))


@pytest.mark.full
def test_players_link_leads_others_to_the_public_page(director_client, keeper_client, round_one):
    assert PAGE in director_client.get("/events/autumn-open/a/").text
    assert PAGE in keeper_client.get("/events/autumn-open/a/").text
    for browser in (keeper_client, Client()):
        answer = browser.get(PAGE, follow=True)
        assert answer.redirect_chain[-1][0] == f"/hall/autumn-open/a/{PAGE.split('/')[-2]}/"
        assert "Give a penalty" not in answer.text


def test_player_details_are_changed_on_the_page(director_client, four):
    known = {"member": "AA0123", "team": "Ospreys", "owes": "10", "fixed_board": "2"}
    data = {"name": "Dai Jones", "rating": "1500", "career_games": "120"} | known
    data |= as_shown(director_client, PAGE)
    assert director_client.post(f"{PAGE}about/", data).url == PAGE
    words = text(director_client.get(PAGE))
    assert "rating 1500, member AA0123, team Ospreys, always at board 2 owes 10" in words
    assert Entry.objects.get(number=4).career_games == 120
    rows = director_client.get("/events/autumn-open/check-in/").context["table"].rows
    assert sorted(row.get_cell("owes") for row in rows) == ["", "", "", "10"]
    for typed, sentence in (
        ({}, "Nothing was changed."),
        ({"career_games": "-1"}, "The number must be at least 0."),
    ):
        again = director_client.post(f"{PAGE}about/", data | typed)
        assert (again.status_code, sentence in text(again)) == (422, True)
        assert 'value="AA0123"' in again.text


def test_entry_made_by_mistake_is_removed_on_the_page(director_client, four):
    assert "Remove Dai Jones" in text(director_client.get(PAGE))
    response = director_client.post(f"{PAGE}out/", {"reason": "wrong list"}, follow=True)
    assert "Dai Jones has been removed from division A." in text(response)
    assert Entry.objects.count() == 3


def test_removing_a_paired_player_is_not_offered_and_refused(director_client, round_one):
    assert "Remove Dai Jones" not in text(director_client.get(PAGE))
    response = director_client.post(f"{PAGE}out/", follow=True)
    assert "Dai Jones has been paired and cannot be removed. Withdraw the player instead" in text(
        response
    )


@pytest.mark.parametrize(
    ("typed", "spread", "sentence"), [("50", -50, "−50"), ("−20", 20, "+20"), ("-20", 20, "+20")]
)
def test_penalty_points_are_subtracted_and_negative_ones_added(
    director_client, round_one, typed, spread, sentence
):
    data = {"round_number": "1", "points": typed, "reason": "phone rang"}
    response = director_client.post(f"{PAGE}penalties/", data, follow=True)
    assert Penalty.objects.get().spread == spread
    assert f"Dai Jones now has a spread penalty of {sentence}." in text(response)


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


def test_withdrawal_before_round_one_is_shown_in_the_division(director_client, four):
    director_client.post(f"{PAGE}leave/", {"withdrawal": "after:0"})
    assert "Dai Jones withdrawn before round 1" in text(
        director_client.get("/events/autumn-open/a/")
    )


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
