"""Possible final places, and gibsonized players in the standings, in two queries."""

import pytest

from tournament.actions.act import Refused
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.plans import set_plan
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.models import Division, Entry, Prize
from tournament.queries.standings.prizes import prize_bands
from tournament.queries.standings.prospects import gibsonized_sentences, prospects_of
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


def prize(division, place, value="", kind="place", **options):
    Prize.objects.create(
        event=division.event,
        division=division,
        kind=kind,
        place=place,
        value=value,
        options=options,
        position=place,
        added_at=division.event.created_at,
    )


def test_removed_prize_forms_no_band(four):
    prize(four, 1, "200")
    Prize.objects.update(removed_at=four.event.created_at)
    assert prize_bands(four) == ()


def test_partial_prospects_equal_those_of_the_whole_division(desk, whole_robin):
    division = Division.objects.select_related("event").get()
    set_plan(desk, division, [], rounds=5)
    shown = division_standings(division)
    whole = prospects_of(shown)
    part = prospects_of(shown, [2, 4])
    assert len(whole.by_number) == 4
    assert dict(part.by_number) == {number: whole.by_number[number] for number in (2, 4)}
    assert part.max_games_left == whole.max_games_left > 0


def test_uncatchable_leader_is_gibsonized_with_a_reason_in_the_standings(
    keeper_client, desk, whole_robin, django_assert_num_queries
):
    division = Division.objects.select_related("event").get()
    shown = division_standings(division)
    with django_assert_num_queries(0):
        assert gibsonized_sentences(shown) == ()
    division.entries.exclude(number=1).update(withdrawn_after=2)
    set_plan(desk, division, [], rounds=7)
    shown = division_standings(division)
    with django_assert_num_queries(2):
        (first,) = gibsonized_sentences(shown)
    assert first == (
        "Ana Lopez is gibsonized for 1st place: no other player can take it with 4 rounds left."
    )
    page = keeper_client.get("/events/autumn-open/a/standings/").content.decode()
    assert first in page


def division_prospects(division, after=None, *, public=False):
    division.refresh_from_db()
    return prospects_of(division_standings(division, after, public=public))


@pytest.fixture
def played(desk, four, board):
    """Play round 1: 1 and 3 win."""
    enter_result(desk, board(1), 450, 400)
    enter_result(desk, board(2), 410, 400)
    return four


def plan(desk, division, rounds, held_back_from=None):
    return change_standings_settings(
        desk, division, rounds_planned=rounds, held_back_from=held_back_from
    )


def test_prospects_are_missing_without_a_round_count_or_with_many_to_go(desk, played):
    assert division_prospects(played) is None
    plan(desk, played, 9)
    assert division_prospects(played) is None


def test_paired_last_round_gives_exact_possible_places(desk, played):
    plan(desk, played, 2)
    publish_round(desk, pair_by_hand(desk, played, [(1, 3), (2, 4)]))
    prospects = division_prospects(played)
    assert prospects.max_games_left == 1
    assert {n: (p.best, p.worst, p.is_exact) for n, p in prospects.by_number.items()} == {
        1: (1, 3, True),
        3: (1, 3, True),
        2: (2, 4, True),
        4: (2, 4, True),
    }


def test_player_about_to_withdraw_is_left_out_of_the_prospects(desk, four, whole_robin):
    plan(desk, four, 5)
    before = division_prospects(four)
    last = max(before.by_number, key=lambda number: before.by_number[number].worst)
    entry = Entry.objects.get(division=four, number=last)
    withdraw(desk, entry, after=3)
    prospects = division_prospects(four)
    assert last not in prospects.by_number
    assert len(prospects.by_number) == 3
    assert max(prospect.worst for prospect in prospects.by_number.values()) == 3


def test_earlier_round_has_no_prospects(desk, four, whole_robin):
    plan(desk, four, 4)
    assert division_prospects(four) is not None
    assert division_prospects(four, 2) is None


def test_held_back_rounds_are_excluded_from_public_prospects(desk, four, whole_robin):
    plan(desk, four, 4, 3)
    four.refresh_from_db()
    public = division_standings(four, public=True)
    assert (public.after, public.last, public.held_back) == (2, 2, True)
    assert division_standings(four).after == 3
    assert division_standings(four, 3, public=True).after == 2
    assert division_prospects(four, public=True) is None


@pytest.mark.parametrize(
    ("rounds", "held", "sentence"),
    [
        (2, None, "Round 3 is already published, so there cannot be 2 rounds."),
        (4, 5, "Choose a round from 1 to 4"),
    ],
)
def test_contradictory_round_numbers_are_refused(desk, four, whole_robin, rounds, held, sentence):
    with pytest.raises(Refused, match=sentence):
        plan(desk, four, rounds, held)
