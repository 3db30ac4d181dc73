"""Consequences of a changed result, read from the database in a fixed number of queries."""

import pytest

from tournament.actions.people.entries import add_players
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Entry
from tournament.queries.results.consequences import consequences_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_two(desk, four, board):
    """Play round 1 (1 and 3 win) and publish round 2: 1 against 3, 2 against 4."""
    enter_result(desk, board(1), 450, 400)
    enter_result(desk, board(2), 410, 400)
    return publish_round(desk, pair_by_hand(desk, four, [(1, 3), (2, 4)], firsts_as_listed=True))


def test_players_who_change_place_are_named(round_two, board):
    assert consequences_of(board(1), 400, 450, "played").sentences == [
        "Ben Okafor wins instead of Ana Lopez.",
        "Ben Okafor moves up from place 4 to 1.",
        "Ana Lopez moves down from place 1 to 4.",
    ]


def test_unchanged_result_has_no_consequences(round_two, board):
    assert not consequences_of(board(1), 450, 400, "played")


def test_consequences_of_a_missing_result_are_calculated(desk, round_two, board):
    assert consequences_of(board(1, round_two), 500, 300, "played").after == 2


@pytest.fixture
def by_neighbours(round_two):
    """Let round 2 be one that a method paired: first against second, third against fourth."""
    round_two.method, round_two.options = "king_of_the_hill", {"strict": True}
    round_two.save()
    return round_two


OTHERWISE = (
    "Round 2 would have been paired differently: Ben Okafor – Zoë Müller, Dai Jones – Ana Lopez "
    "instead of Ana Lopez – Zoë Müller, Ben Okafor – Dai Jones. The published pairings do not "
    "change."
)


def test_changed_result_reports_that_a_later_round_would_be_paired_differently(
    by_neighbours, board
):
    assert consequences_of(board(1), 400, 450, "played").sentences[-1] == OTHERWISE


def test_late_entries_are_not_added_to_an_earlier_published_round(desk, by_neighbours, four, board):
    add_players(desk, four, "Eva Late 1900\nFinn Later 1000")
    assert consequences_of(board(1), 400, 450, "played").sentences[-1] == OTHERWISE


def test_correction_that_confirms_the_published_pairs_does_not_mention_them(
    desk, by_neighbours, board
):
    correct_result(desk, board(2), 400, 410, reason="the slip")  # 1 would meet 4 now
    assert consequences_of(board(1), 400, 450, "played").outdated_rounds == []


def test_withdrawn_players_are_not_named(round_two, board):
    Entry.objects.filter(number=2).update(withdrawn_after=1)
    assert not any(
        "Ben Okafor goes" in s for s in consequences_of(board(1), 400, 450, "played").rank_changes
    )


def test_number_of_queries_is_constant(round_two, board, django_assert_num_queries):
    pairing = board(1)
    assert pairing.first.number == 1
    assert pairing.second.number == 2
    assert pairing.round.division.event.rules
    with django_assert_num_queries(11):
        consequences_of(pairing, 400, 450, "played")
