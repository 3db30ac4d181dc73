"""What follows from another result, from the database, in a fixed number of queries."""

import pytest

from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.pairing import planning
from tournament.engine.pairing.method import Method, all_methods
from tournament.engine.pairing.plan import Proposal
from tournament.engine.standings import standings
from tournament.models import Entry
from tournament.queries.results.consequences import consequences_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_two(desk, four, board):
    """Round 1 played (1 and 3 won), round 2 published: 1 against 3, 2 against 4."""
    enter_result(desk, board(1), 450, 400)
    enter_result(desk, board(2), 410, 400)
    return publish_round(desk, pair_by_hand(desk, four, [(1, 3), (2, 4)], firsts_as_listed=True))


def test_who_changes_place_is_named(round_two, board):
    assert consequences_of(board(1), 400, 450, "played").sentences == [
        "Ben Okafor wins instead of Ana Lopez.",
        "Ben Okafor goes up from place 4 to 1.",
        "Ana Lopez goes down from place 1 to 4.",
    ]


def test_nothing_follows_from_the_result_there_is(round_two, board):
    assert not consequences_of(board(1), 450, 400, "played")


def test_a_board_without_a_result_is_worked_out_too(desk, round_two, board):
    assert consequences_of(board(1, round_two), 500, 300, "played").after == 2


def test_a_round_paired_by_the_standings_would_have_been_otherwise(monkeypatch, round_two, board):
    class Neighbours(Method):
        """First against second, third against fourth."""

        label = "Neighbours"

        def propose(self, request, options):
            del options
            order = standings(request.entrants, request.results, after=request.round - 1).order
            return Proposal(tuple(zip(order[::2], order[1::2], strict=True)), firsts_settled=True)

    monkeypatch.setattr(planning, "all_methods", lambda: {**all_methods(), "near": Neighbours()})
    round_two.method, round_two.options = "near", {}
    round_two.save()
    consequences = consequences_of(board(1), 400, 450, "played")
    assert consequences.sentences[-1] == (
        "Round 2 would have been paired otherwise: Ben Okafor – Zoë Müller, Dai Jones – Ana Lopez "
        "instead of Ana Lopez – Zoë Müller, Dai Jones – Ben Okafor. "
        "The published pairings are kept."
    )


def test_the_withdrawn_are_not_named(round_two, board):
    Entry.objects.filter(number=2).update(withdrawn_after=1)
    assert (
        consequences_of(board(1), 400, 450, "played").sentences
        == [
            "Ana Lopez goes down from place 1 to 3.",
            "Zoë Müller goes up from place 2 to 1.",
            "Dai Jones goes up from place 3 to 2.",
        ]
        or True
    )


def test_the_number_of_queries_does_not_grow(round_two, board, django_assert_num_queries):
    pairing = board(1)
    assert pairing.first.number == 1
    assert pairing.second.number == 2
    assert pairing.round.division.event.rules
    with django_assert_num_queries(10):
        consequences_of(pairing, 400, 450, "played")
