"""Check-in, walk-ins and moves between divisions."""

import datetime as dt

import pytest

from tests.tournament.actions.safety.at_the_desk import number
from tests.tournament.engine.in_words import in_words
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division
from tournament.actions.people.check_in import add_walk_in, check_in, move_entry
from tournament.actions.people.entries import add_players, preview_roster
from tournament.actions.people.late_entries import add_late_entries
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.rounds.drafts import draft_round_robin
from tournament.engine.attendance import LateEntry
from tournament.models import Entry
from tournament.queries.event.frame import frame_state
from tournament.queries.people.check_in import absent_entries, check_in_overview

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2026, 10, 3, 12, tzinfo=dt.UTC)


@pytest.fixture
def b(desk, four):
    division = create_division(desk, four.event, name="B")
    add_players(desk, division, "Eve Stone 1200\nFinn Øst 1100")
    return division


@pytest.mark.parametrize(("in_use", "missing"), [(True, [2, 4, 3]), (False, [])])
def test_walk_in_is_checked_in_only_when_check_in_is_in_use(desk, four, in_use, missing):
    if in_use:
        check_in(desk, number(four, 1), here=True)
    entry = add_walk_in(desk, four, name="Walker,  Johnny", rating=1450)
    assert (entry.number, entry.name, entry.rating) == (5, "Johnny Walker", 1450)
    assert (Entry.objects.get(number=5).arrived_at is not None) == in_use
    assert [entry.number for entry in absent_entries(four)] == missing


def test_players_of_a_published_round_and_walk_ins_count_as_here(
    desk, round_one, django_assert_num_queries
):
    division = round_one.division
    assert check_in_overview(division.event).absent_count == 0
    add_walk_in(desk, division, name="Johnny Walker")
    add_late_entries(desk, division, "Eve Stone", LateEntry.NEXT_ROUND)
    with django_assert_num_queries(3):
        progress = check_in_overview(division.event)
    assert [entry.number for entry in progress.entries if entry.is_missing] == [6]
    assert (progress.present_count, progress.absent_count) == (5, 1)
    assert [entry.number for entry in absent_entries(division)] == [6]
    assert frame_state(division.event, division, at_desk=True).here.not_here == 1


def test_player_with_the_bye_of_a_published_round_counts_as_here(desk, round_one):
    add_walk_in(desk, round_one.division, name="Johnny Walker", way=LateEntry.NEW_BYE)
    Entry.objects.update(arrived_at=None)
    assert check_in_overview(round_one.division.event).absent_count == 0


def test_draft_does_not_count_as_check_in(desk, four):
    draft_round_robin(desk, four, accepted=True)
    assert check_in_overview(four.event).absent_count == 4


def test_moving_an_entry_in_a_draft_withdraws_the_old_entry(desk, four, b):
    draft_round_robin(desk, four, accepted=True)
    four.entries.filter(number=2).update(
        owes="20 €", paid_at=NOON, by_initials=True, extras={"x": "1"}
    )
    moved = move_entry(desk, number(four, 2), b)
    assert (moved.division, moved.number, moved.owes, moved.paid_at) == (b, 3, "20 €", NOON)
    assert (moved.by_initials, moved.extras) == (True, {"x": "1"})
    stays = number(four, 2)
    assert (stays.withdrawn_after, stays.owes, stays.paid_at) == (0, "", None)


def test_moving_a_paired_entry_is_refused_with_every_reason(desk, round_one, b):
    four = round_one.division
    ana = number(four, 1)
    Entry.objects.create(division=b, player=ana.player, number=9, added_at=ana.added_at)
    with pytest.raises(Refused) as caught:
        move_entry(desk, number(four, 1), b)
    assert str(caught.value) == (
        "Ana Lopez already has a place in division B. Ana Lopez has been paired in a published "
        "round of division A. Withdraw the player there and add a late entry in division B."
    )
    with pytest.raises(Refused, match="Division A has begun"):
        move_entry(desk, number(b, 1), four)


def test_player_of_another_division_is_not_added_twice(desk, four, b):
    lines = preview_roster(b, "Ana Lopez 1800\nGil Low 900")
    assert [in_words(line.problem) for line in lines] == [
        "Ana Lopez is already in division A. To change the division, move the player on the player’s page.",
        "",
    ]
    with pytest.raises(Refused, match="Ana Lopez is already in division A"):
        add_walk_in(desk, b, name="Ana Lopez")


def test_withdrawn_player_may_join_another_division_but_not_the_same(desk, four, b):
    withdraw(desk, number(four, 4))
    with pytest.raises(Refused, match="Dai Jones has withdrawn from division A"):
        add_walk_in(desk, four, name="Dai Jones")
    assert add_walk_in(desk, b, name="Dai Jones").division == b
    with pytest.raises(Refused, match="Dai Jones has withdrawn from division A"):
        add_walk_in(desk, four, name="Dai Jones")
    with pytest.raises(Refused, match="Dai Jones is already in this division"):
        add_walk_in(desk, b, name="Dai Jones")
