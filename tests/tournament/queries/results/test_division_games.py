"""All pairings and results of a division, and the public part of them."""

import pytest

from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.standings.display import change_standings_settings
from tournament.models import Entry
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
