"""Rearranging a round by hand."""

import pytest

from scoring.models import Activity
from tests.remembered import remembered
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.people.entries import add_players
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rearranging import rearrange_round
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.attendance import Withdrawal
from tournament.engine.pairing.arrangement import Arrangement
from tournament.engine.pairing.checker import Fault
from tournament.models import Entry, Pairing, ResultEntry
from tournament.queries.rounds.drafts import (
    arrangement_of,
    arrangement_problems,
    arrangement_request,
)
from tournament.queries.safety.recheck import recheck

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def draft(desk, four):
    """Draft round 1: 1-2 on board 1, 3-4 on board 2, a bye for 5."""
    add_players(desk, four, "Eve Stone 1400")
    return pair_by_hand(desk, four, [(1, 2), (3, 4)], [5], firsts_as_listed=True)


def change(desk, round_, wanted, reason=""):
    now = arrangement_of(round_)
    return rearrange_round(desk, round_, wanted(now), seen=str(now), reason=reason)


def test_several_byes_are_saved_with_a_warning_that_is_given_once(desk, draft):
    before = arrangement_of(draft)
    wanted = before.unpair(1).give_bye(1).give_bye(2)
    (warning,) = arrangement_problems(arrangement_request(draft), before, wanted)
    assert (warning.fault, warning.numbers) == (Fault.SEVERAL_BYES, (1, 2, 5))
    rearrange_round(desk, draft, wanted, seen=str(before))
    now = arrangement_of(draft)
    assert str(now) == "2:3-4 bye:1,2,5"
    assert arrangement_problems(arrangement_request(draft), now, now.flip(2)) == ()


def test_rearranging_a_published_round_needs_a_reason_and_moves_the_bye_spread(desk, draft):
    publish_round(desk, draft)
    with pytest.raises(ReasonMissing, match=r"Round 1 is published\. Give a reason"):
        change(desk, draft, lambda now: now.give_bye(4))
    change(desk, draft, lambda now: now.give_bye(4), reason="had the bye last week")
    assert str(arrangement_of(draft)) == "1:1-2 2:3-5 bye:4"
    counting = ResultEntry.objects.get(standing="counts")
    assert (counting.pairing.first.number, counting.first_score) == (4, 50)
    assert Activity.objects.get(verb="rearrange_round").reason == "had the bye last week"
    assert list(recheck(draft.division.event)) == []


def test_board_with_a_result_cannot_be_rearranged(desk, draft):
    publish_round(desk, draft)
    enter_result(desk, Pairing.objects.get(round=draft, board=1, replaced_at=None), 400, 380)
    with pytest.raises(Refused, match="Board 1 has a result or a recorded game"):
        change(desk, draft, lambda now: now.swap(1, 3), reason="x")
    change(desk, draft, lambda now: now.swap(4, 5), reason="x")
    assert str(arrangement_of(draft)) == "1:1-2 2:3-5 bye:4"


def test_rearranging_from_an_outdated_arrangement_is_refused(desk, draft):
    seen = arrangement_of(draft)
    rearrange_round(desk, draft, seen.flip(1), seen=str(seen))
    with pytest.raises(Refused, match="Another person changed"):
        rearrange_round(desk, draft, seen.flip(2), seen=str(seen))
    assert str(arrangement_of(draft)) == "1:2-1 2:3-4 bye:5"


def test_missed_and_forfeited_boards_do_not_prevent_rearranging_others(desk, draft):
    publish_round(desk, draft)
    add_players(desk, draft.division, "Finn Late")
    four = Entry.objects.get(number=4)
    four.division = draft.division
    withdraw(desk, four, Withdrawal.FORFEIT)
    change(desk, draft, lambda now: now.swap(2, 5), reason="x")
    assert str(arrangement_of(draft)) == "1:1-5 2:3-4 bye:2"


def test_unchanged_arrangement_and_unknown_numbers_are_refused(desk, draft):
    with pytest.raises(Refused, match="Nothing was changed"):
        change(desk, draft, lambda now: now)
    with pytest.raises(Refused, match="There is no player number 77"):
        change(desk, draft, lambda _: Arrangement(((1, 1, 77), (2, 3, 4)), (5,)))
