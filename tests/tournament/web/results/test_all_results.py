"""The list of results of all rounds: search, filters by division, round and state, and download."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Pairing
from tournament.queries.results.event_boards import EventBoards

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_rounds(desk, four, round_one, board):
    """Create round 1 with results, round 2 without a result on board 2, and a hidden draft."""
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), outcome="first_forfeits")
    close_round(desk, round_one)
    second = publish_round(desk, pair_by_hand(desk, four, [(1, 3), (2, 4)]))
    enter_result(desk, Pairing.objects.get(round=second, board=1), 350, 350, accepted=True)
    pair_by_hand(desk, four, [(1, 4), (2, 3)])
    return four


def test_page_of_the_list_reads_only_its_own_boards(event, two_rounds):
    boards = EventBoards(event)
    with CaptureQueriesContext(connection) as counted:
        shown = boards[1:3]
        again = boards[2]
    assert len(counted) == 2
    assert [(board.pairing.round.number, board.pairing.board) for board in shown] == [
        (1, 2),
        (2, 1),
    ]
    assert again is shown[1]
    assert [board.pairing for board in boards][1:3] == [board.pairing for board in shown]
    assert [len(boards), len(list(boards))] == [4, 4]
    assert {row.number for row in boards.rounds} == {1, 2}


def test_reasons_on_a_board_name_the_players_of_its_own_division(desk, event, round_one):
    other = create_division(desk, event, name="B")
    add_players(desk, other, "Eve Stone\nFinn Moss")
    publish_round(desk, pair_by_hand(desk, other, [(1, 2)]))
    assert [board.names[1] for board in EventBoards(event)] == ["Ana Lopez"] * 2 + ["Eve Stone"]
