"""The boards of an event: read page by page, with the names of their own division."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.fixtures import play_round
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.queries.results.event_boards import EventBoards

pytestmark = pytest.mark.django_db


def test_page_of_the_list_reads_only_its_own_boards(desk, event, four):
    for pairs in ([(1, 2), (3, 4)], [(1, 3), (2, 4)]):
        play_round(desk, four, pairs, [(402, 380), (390, 377)])
    pair_by_hand(desk, four, [(1, 4), (2, 3)])
    boards = EventBoards(event)
    with CaptureQueriesContext(connection) as counted:
        shown = boards[1:3]
        again = boards[2]
    assert len(counted) == 2
    of = [(board.pairing.round.number, board.pairing.board) for board in shown]
    assert of == [(1, 2), (2, 1)]
    assert again is shown[1]
    assert [board.pairing for board in boards][1:3] == [board.pairing for board in shown]
    assert [len(boards), len(list(boards))] == [4, 4]
    assert {row.number for row in boards.rounds} == {1, 2}


def test_reasons_on_a_board_name_the_players_of_its_own_division(desk, event, round_one):
    other = create_division(desk, event, name="B")
    add_players(desk, other, "Eve Stone\nFinn Moss")
    publish_round(desk, pair_by_hand(desk, other, [(1, 2)]))
    assert [board.names[1] for board in EventBoards(event)] == ["Ana Lopez"] * 2 + ["Eve Stone"]
