"""Check-in, walk-ins and moves between divisions."""

import datetime as dt

import pytest

from scoring.models import Activity
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


def test_check_in_is_recorded_once_and_can_be_reverted(desk, four):
    ana = number(four, 1)
    check_in(desk, ana, here=True)
    check_in(desk, ana, here=True)
    assert (
        check_in_overview(four.event).present_count,
        check_in_overview(four.event).absent_count,
    ) == (1, 3)
    check_in(desk, ana, here=False)
    assert check_in_overview(four.event).absent_count == 4
    log = Activity.objects.filter(verb="check_in").order_by("id")
    assert [row.summary for row in log] == [
        "Ana Lopez, division A, checked in.",
        "Ana Lopez, division A, is no longer checked in.",
    ]


def test_check_in_lists_all_divisions_by_name_in_three_queries(
    desk, four, b, django_assert_num_queries
):
    with django_assert_num_queries(3):
        everybody = check_in_overview(four.event)
    assert [(entry.player.sort_name, entry.division.name) for entry in everybody.entries] == [
        ("Jones, Dai", "A"),
        ("Lopez, Ana", "A"),
        ("Müller, Zoë", "A"),
        ("Okafor, Ben", "A"),
        ("Øst, Finn", "B"),
        ("Stone, Eve", "B"),
    ]


@pytest.mark.parametrize(
    ("search", "names"),
    [
        ("mul", ["Zoë Müller"]),
        ("zoe m", ["Zoë Müller"]),
        ("4", ["Dai Jones"]),
        ("nobody", []),
        ("", ["Dai Jones", "Ana Lopez", "Zoë Müller", "Ben Okafor"]),
    ],
)
def test_player_is_found_by_the_beginning_of_any_name(four, search, names):
    assert [entry.player.name for entry in check_in_overview(four.event, search).entries] == names


def test_walk_in_is_checked_in_when_check_in_is_in_use(desk, four):
    check_in(desk, number(four, 1), here=True)
    entry = add_walk_in(desk, four, name="Walker,  Johnny", rating=1450)
    assert (entry.number, entry.name, entry.rating) == (5, "Johnny Walker", 1450)
    assert entry.arrived_at is not None
    assert Entry.objects.get(number=5).arrived_at is not None
    assert [missing.number for missing in absent_entries(four)] == [2, 4, 3]


def test_walk_in_without_check_in_leaves_nobody_missing(desk, four):
    add_walk_in(desk, four, name="Johnny Walker")
    assert Entry.objects.get(number=5).arrived_at is None
    assert absent_entries(four) == []


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


def test_unpaired_entry_moves_to_another_division_with_a_new_number(desk, four, b):
    moved = move_entry(desk, number(four, 2), b)
    assert (moved.division, moved.number, moved.name) == (b, 3, "Ben Okafor")
    assert sorted(four.entries.values_list("number", flat=True)) == [1, 3, 4]


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
    assert [(line.is_valid, in_words(line.problem)) for line in lines] == [
        (
            False,
            "Ana Lopez is already in division A. To change the division, move the player on the player’s page.",
        ),
        (True, ""),
    ]
    with pytest.raises(Refused, match="Ana Lopez is already in division A"):
        add_walk_in(desk, b, name="Ana Lopez")
    assert Entry.objects.filter(player__name="Ana Lopez").count() == 1


def test_withdrawn_player_may_join_another_division_but_not_the_same(desk, four, b):
    withdraw(desk, number(four, 4))
    with pytest.raises(Refused, match="Dai Jones has withdrawn from division A"):
        add_walk_in(desk, four, name="Dai Jones")
    assert add_walk_in(desk, b, name="Dai Jones").division == b
    with pytest.raises(Refused, match="Dai Jones has withdrawn from division A"):
        add_walk_in(desk, four, name="Dai Jones")
    with pytest.raises(Refused, match="Dai Jones is already in this division"):
        add_walk_in(desk, b, name="Dai Jones")


def test_walk_in_with_an_invalid_name_is_refused(desk, four):
    with pytest.raises(Refused, match="There are digits in the name"):
        add_walk_in(desk, four, name="Ana 2nd Lopez")


def test_search_finds_withdrawn_players_without_counting_them(
    desk, four, django_assert_num_queries
):
    withdraw(desk, number(four, 4))
    with django_assert_num_queries(3):
        search = check_in_overview(four.event, "jones")
    assert [(entry.name, entry.withdrawn_after) for entry in search.entries] == [("Dai Jones", 0)]
    assert (search.expected_count, search.absent_count) == (3, 3)
    # Those who have not arrived may still come.
    assert len(check_in_overview(four.event).entries) == 4
