"""Reading a dispute: a fixed number of queries, with the figures of sheets and record."""

import pytest

from scoring.queries.disputes import dispute_of, disputes_of
from tests.scoring.disputed_games import saved_game, with_sheets

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ended", [False, True], ids=["3 turns", "9 turns"])
def test_dispute_takes_four_queries_whatever_its_length(ended, django_assert_num_queries):
    game = with_sheets(saved_game(ended=ended), ("30\n71", "26"), ("30\n71", "24"))
    with django_assert_num_queries(4):
        dispute = dispute_of(game)
        assert dispute.comparison.first_divergence.turn == 2
        assert [row.ruling for row in dispute.sheet.rows if row.ruling] == []


@pytest.mark.parametrize("number", [1, 3])
def test_many_disputes_take_as_many_queries_as_one(number, django_assert_num_queries):
    games = [with_sheets(saved_game(), ("30\n71", "26"), ("", "")) for _ in range(number)]
    with django_assert_num_queries(5):
        dispute = disputes_of(games)
        assert [len(one.sheet.rows) for one in dispute] == [3] * number
    assert dispute[0].comparison == dispute_of(games[0]).comparison
