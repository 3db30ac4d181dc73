"""Reading a dispute: a fixed number of queries, with the figures of sheets and record."""

import pytest

from scoring.actions.disputes import TypedColumn, save_columns
from scoring.engine.dispute.columns import ColumnKind
from scoring.queries.disputes import ColumnPosition, dispute_of, disputes_of
from tests.scoring.disputed_games import DESK, saved_game, with_sheets

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


GROWING = "20\n26\n31\n45"
"""Four scores that look like totals, and the same with a slip that do not."""


@pytest.mark.parametrize(
    ("other", "kinds", "scores"),
    [
        ("20\n26\n13\n45", ("scores", "scores"), (20, 26, 31, 45)),
        ("20\n6\n5\n14", ("totals", "scores"), (20, 6, 5, 14)),
        (GROWING, ("totals", "totals"), (20, 6, 5, 14)),
        ("20 20\n26 46\n31 77\n45 122", ("scores", "both"), (20, 26, 31, 45)),
    ],
    ids=["scores on both", "totals on one", "growing on both", "both beside it"],
)
def test_column_without_plays_is_parsed_as_the_kind_on_which_sheets_agree(other, kinds, scores):
    game = with_sheets(saved_game(plays=False), ("30", GROWING), ("30", other))
    dispute = dispute_of(game)
    read = [dispute.parsed_columns[ColumnPosition(keeper, 2)] for keeper in (1, 2)]
    assert tuple(column.holds.value for column in read) == kinds
    assert read[0].scores == scores


def test_chosen_column_kind_is_not_guessed():
    game = saved_game(plays=False)
    texts = {
        ColumnPosition(1, 1): TypedColumn(GROWING, ColumnKind.TOTALS),
        ColumnPosition(2, 1): TypedColumn("20\n6\n13\n14"),
    }
    save_columns(game, texts, DESK)
    dispute = dispute_of(game)
    assert dispute.parsed_columns[ColumnPosition(1, 1)].scores == (20, 6, 5, 14)
    assert dispute.inferred_kinds == {ColumnPosition(2, 1): ColumnKind.SCORES}
