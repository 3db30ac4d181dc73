"""Rounds: drafted by table or by hand, published, closed, reopened."""

import pytest

from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Entry, Pairing, Round
from tournament.models.rounds import Phase

pytestmark = pytest.mark.django_db


def listed(round_):
    live = Pairing.objects.filter(round=round_, replaced_at=None).order_by("board", "id")
    return [
        (p.board, p.first.number, p.second.number if p.second else None)
        for p in live.select_related("first", "second")
    ]


def test_next_round_continues_the_round_robin_in_progress(desk, four):
    whole = [listed(round_) for round_ in draft_round_robin(desk, four, accepted=True)]
    Pairing.objects.update(replaced_at=Round.objects.first().created_at)
    (first,) = draft_round_robin(desk, four, only_next=True)
    publish_round(desk, first)
    add_players(desk, four, "Eve Stone 2200")
    (second,) = draft_round_robin(desk, four, only_next=True)
    assert [row for row in listed(first) if row[2]] == whole[0]
    assert [row for row in listed(second) if row[2]] == whole[1]
    assert [row for row in listed(second) if not row[2]] == [(None, 5, None)]


def test_round_is_published_once_and_in_order(desk, four):
    first, second, _ = draft_round_robin(desk, four, accepted=True)
    with pytest.raises(Refused, match="Publish round 1 before round 2"):
        publish_round(desk, second)
    publish_round(desk, first)
    with pytest.raises(Refused, match="Round 1 is already published"):
        publish_round(desk, first)


def test_draft_without_the_newest_player_is_not_published(desk, four):
    round_ = pair_by_hand(desk, four, [(1, 2), (3, 4)])
    add_players(desk, four, "Eve Stone")
    with pytest.raises(Refused, match=r"Eve Stone has neither .* Pair it again"):
        publish_round(desk, round_)
    assert Round.objects.get().phase == Phase.DRAFT


def test_withdrawn_player_is_not_paired(desk, four):
    Entry.objects.filter(number=4).update(withdrawn_after=0)
    with pytest.raises(Refused, match="Dai Jones is withdrawn or absent"):
        pair_by_hand(desk, four, [(1, 2), (3, 4)])


def test_round_with_missing_results_stays_open_and_names_the_boards(desk, round_one, board):
    enter_result(desk, board(2), 400, 380)
    with pytest.raises(Refused, match=r"Round 1 is missing 1 result: board 1\."):
        close_round(desk, round_one)
    assert Round.objects.get().phase == Phase.PLAYING


def test_drafting_several_rounds_must_be_confirmed(desk, four):
    with pytest.raises(ConfirmationRequired, match="Draft 3 rounds at once"):
        draft_round_robin(desk, four)
    assert not Round.objects.exists()
    assert len(draft_round_robin(desk, four, accepted=True)) == 3
