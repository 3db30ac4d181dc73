"""All pairings and results of a division, and the public part of them."""

import pytest
from django.utils import timezone

from tournament.actions.people.check_in import check_in
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.standings.display import change_standings_settings
from tournament.models import Entry, Player
from tournament.queries.results.division_games import division_games

pytestmark = pytest.mark.django_db


def test_corrected_result_counts_once(desk, round_one, board):
    enter_result(desk, board(1), 402, 380)
    correct_result(desk, board(1), 402, 390)
    play = division_games(round_one.division)
    assert [(m.board, m.first_score, m.second_score, m.outcome) for m in play.meetings] == [
        (1, 402, 390, "played"),
        (2, 0, 0, None),
    ]
    assert play.last_round_with_result == 1


def test_public_games_exclude_drafts_and_held_back_results(desk, four, whole_robin):
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    change_standings_settings(desk, four, rounds_planned=4, held_back_from=3)
    four.refresh_from_db()
    mine, public = division_games(four), division_games(four, public=True)
    assert (mine.rounds, mine.last_round_with_result, mine.held_back) == (
        (1, 2, 3, 4),
        3,
        frozenset(),
    )
    assert (public.rounds, public.last_round_with_result) == ((1, 2, 3), 2)
    assert [meeting.outcome for meeting in public.in_round(3)] == [None, None]
    assert public.held_back == {(3, meeting.first) for meeting in public.in_round(3)}
    assert not any(public.lacks_result(meeting) for meeting in public.in_round(3))
    assert public.steps[1][-1].record == public.steps[1][1].record


def test_division_games_take_five_queries(four, whole_robin, django_assert_num_queries):
    with django_assert_num_queries(5):
        assert len(division_games(four).steps[1]) == 3


def test_withdrawn_player_has_the_round_of_withdrawal(desk, round_one):
    withdraw(desk, Entry.objects.get(number=4), after=1)
    assert [item.left_after for item in division_games(round_one.division).people] == [
        None, None, None, 1,
    ]  # fmt: skip


def test_step_before_a_round_is_the_last_earlier_one(four, whole_robin):
    play = division_games(four)
    assert [step and step.round for step in (play.last_step_before(1, n) for n in (1, 2, 3, 4))] == [
        None, 1, 2, 3,
    ]  # fmt: skip


def test_public_games_leave_out_later_penalties_and_names_of_minors(desk, four, whole_robin):
    for round_number in (1, 2, 3):
        entry = Entry.objects.get(number=round_number)
        give_penalty(desk, entry, round_number=round_number, spread=-10 * round_number, reason="x")
    check_in(desk, Entry.objects.get(number=3), here=True)
    Entry.objects.filter(number=4).update(by_initials=True, owes="€ 5")
    Entry.objects.filter(number=1).update(owes="€ 7", paid_at=timezone.now())
    Player.objects.filter(entries__number=2).update(is_minor=True)
    change_standings_settings(desk, four, rounds_planned=3, held_back_from=2)
    four.refresh_from_db()
    mine, public = division_games(four), division_games(four, public=True)
    assert [(p.name, p.is_here, p.owes) for p in mine.people] == [
        ("Ana Lopez", False, ""),
        ("Ben Okafor", False, ""),
        ("Zoë Müller", True, ""),
        ("Dai Jones", False, "€ 5"),
    ]
    assert [p.name for p in public.people] == ["Ana Lopez", "B. O.", "Zoë Müller", "D. J."]
    assert [(p.round, p.spread) for p in mine.penalties] == [(1, -10), (2, -20), (3, -30)]
    assert [(p.round, p.spread) for p in public.penalties] == [(1, -10)]
