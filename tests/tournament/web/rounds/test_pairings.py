"""The pages of a round’s pairings: what the director alone reads, pairing again, rearranging by hand."""

import pytest

from tests.remembered import remembered
from tests.shown import text
from tournament.actions.people.check_in import check_in
from tournament.actions.people.entries import add_players
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Entry, Pairing, Player
from tournament.queries.rounds.drafts import PairingChoice
from tournament.web.rounds import pairings

pytestmark = pytest.mark.django_db
DIVISION = "/events/autumn-open/a/"
PAGE = f"{DIVISION}rounds/1/pairings/"
PAIR = f"{DIVISION}rounds/1/pair/"
EDIT = f"{DIVISION}rounds/1/edit/"
WHAT_IF = f"{DIVISION}rounds/1/what-if/"
SHEET = "/events/autumn-open/reports/pairing_reasons/?division=a&round=1"
SWISS = {
    "method": "swiss", "shown": "swiss", "source": "previous", "option_again": "none",
    "option_repeats": "", "option_opponents": "nearest", "option_mates": "meet",
    "option_balance_firsts": "on", "seed": "5",
}  # fmt: skip


def met(number=1):
    live = Pairing.objects.filter(
        round__number=number, replaced_at=None, second__isnull=False
    ).select_related("first", "second")
    return {frozenset((p.first.number, p.second.number)) for p in live}


@pytest.fixture
@remembered
def draft(desk, four):
    """Draft round 1 by Swiss on the seeds: 1 against 2, 3 against 4, a bye for 5."""
    add_players(desk, four, "Eve Stone 1400")
    return pair_round(desk, four, 1, PairingChoice("swiss", seed=3))


@pytest.mark.parametrize(
    ("question", "pairs"),
    [
        ({"one": "1", "other": "4"}, {(1, 4), (2, 3)}),
        ({"keep": "2", "one": "1", "other": "5"}, {(3, 4), (1, 5)}),
    ],
)
def test_requested_pair_and_kept_boards_are_used_when_pairing_again(
    director_client, draft, question, pairs
):
    director_client.post(PAIR, SWISS | question)
    assert met() == set(map(frozenset, pairs))


@pytest.mark.parametrize(
    "typed",
    [
        {"how": "by_hand", "pairs": "1 2\n3 4", "step": "save"},
        {"how": "round_robin", "table-cycles": "1", "table-rounds": "next"},
    ],
)
def test_round_is_made_by_hand_or_by_table(director_client, four, typed):
    answer = director_client.post(f"{DIVISION}rounds/new/", typed)
    assert (answer.status_code, len(met())) == (302, 2)


def test_draft_names_players_not_checked_in_once_check_in_is_used(
    director_client, desk, four, draft
):
    assert "Not checked in" not in text(director_client.get(PAGE))
    for entry in Entry.objects.exclude(number__in=[2, 5]):
        check_in(desk, entry, here=True)
    shown = director_client.get(PAGE)
    assert "Not checked in yet: Ben Okafor , Eve Stone ." in text(shown)  # each name is a link
    assert '<a href="/events/autumn-open/a/players/2/">Ben Okafor</a>, ' in shown.text
    publish_round(desk, draft)
    assert "Not checked in" not in text(director_client.get(PAGE))


def test_kept_apart_players_are_shown_only_to_the_director(client, director_client, desk, draft):
    ana, ben = (Player.objects.get(name=name) for name in ("Ana Lopez", "Ben Okafor"))
    keep_apart(desk, draft.division.event, ana, ben, hard=True)
    words = text(director_client.get(PAGE))
    assert "Ana Lopez and Ben Okafor are kept apart and cannot meet." in words
    assert "The round cannot be published yet" in words
    assert "Publish round 1" not in words
    assert "kept apart" not in text(director_client.get(SHEET))
    answer = text(director_client.get(PAGE, {"one": "2", "other": "1"}))
    assert "meets Ben Okafor" in answer or "meets Ana Lopez" in answer
    client.logout()
    assert client.get(PAGE).status_code == 302
    assert client.get(SHEET).status_code == 302


def test_unfulfilled_keep_apart_is_shown_only_to_the_director(director_client, desk, division):
    add_players(desk, division, "Ana Lopez\nBen Okafor")
    ana, ben = Player.objects.order_by("name")
    keep_apart(desk, division.event, ana, ben, hard=False)
    pair_round(desk, division, 1, PairingChoice("swiss"))
    words = text(director_client.get(PAGE))
    assert "should be kept apart, but no pairing" in words
    assert "(for the director only)" in words
    assert "should be kept apart if possible" in words
    for shown in (SHEET, DIVISION):
        assert "apart" not in text(director_client.get(shown))


def test_pairing_again_is_refused_if_the_draft_was_just_published(
    director_client, desk, draft, monkeypatch
):
    boards = pairings.submitted_fixed_pairs

    def published_meanwhile(values, now):
        publish_round(desk, draft)
        return boards(values, now)

    monkeypatch.setattr(pairings, "submitted_fixed_pairs", published_meanwhile)
    answer = director_client.post(PAIR, SWISS)
    assert answer.status_code == 422
    assert "Give a reason for pairing it again." in text(answer)


def test_comparison_address_contains_no_csrf_token_or_reason(director_client, draft):
    sent = SWISS | {"csrfmiddlewaretoken": "secret", "reason": "a late entry", "seed": "9"}
    answer = director_client.post(WHAT_IF, sent)
    assert answer.status_code == 302
    assert "secret" not in answer.url
    assert "reason" not in answer.url
    assert answer.url.startswith(f"{WHAT_IF}?method=swiss&")
    assert "Round 1: what if?" in text(director_client.get(answer.url))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("Ana Lopez - Zoë Müller", 'value="1:1-3 2:2-4"'), ("1 9", 'name="typed" value="1 9"')],
)
def test_change_is_typed_like_a_list_of_pairs(director_client, round_one, typed, shown):
    now = {"arrangement": "1:1-2 2:3-4", "seen": "1:1-2 2:3-4", "do": "type"}
    assert shown in director_client.post(EDIT, now | {"typed": typed}).text
