"""The list of results of all rounds: search, filters by division, round and state, and download."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from tests.shown import text
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.models import Pairing
from tournament.queries.results.event_boards import EventBoards

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/results/"


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


def cells(page):
    return [
        [str(cell) for _column, cell in row.items()] for row in page.context["table"].paginated_rows
    ]


def test_every_board_of_every_published_round_is_listed(director_client, two_rounds):
    page = director_client.get(PAGE)
    rows = cells(page)
    assert [row[1] for row in rows] == ["1", "1", "2", "2"]
    assert "/rounds/1/boards/1/" in rows[0][2]
    assert rows[0][3:] == [
        "Ana Lopez",
        "402",
        "380",
        "Ben Okafor",
        "+22",
        "Ana Lopez wins",
        "",
    ]
    assert rows[1][4:6] == ["", ""]
    assert rows[2][7:9] == ["0", "a tie"]
    assert rows[3][8:] == ["", "missing"]


@pytest.mark.full
def test_results_are_filtered_by_round_state_and_name(director_client, two_rounds):
    assert len(cells(director_client.get(f"{PAGE}?round=2"))) == 2
    missing = director_client.get(f"{PAGE}?state=missing")
    assert "1 of 4" in text(missing)
    assert [row[1:2] for row in cells(missing)] == [["2"]]
    assert len(cells(director_client.get(f"{PAGE}?find=lopez"))) == 2
    by_spread = cells(director_client.get(f"{PAGE}?sort=-spread"))
    assert by_spread[-1][7] in ("", "−50")


def test_winner_is_marked_and_spread_shown_once_a_result_exists(director_client, two_rounds):
    page = director_client.get("/events/autumn-open/a/results/?round=1").text
    assert "<strong>Ana Lopez</strong>" in page
    words = " ".join(strip_tags(page).split())
    assert "402 380 2 Ben Okafor Ana Lopez by 22. +22" in words
    assert "Entered" not in page


def test_slips_are_printed_for_marked_boards_of_a_round(director_client, desk, round_one):
    marked = [
        mark
        for mark, _name, _row in director_client.get(PAGE).context["table"].rows_with_checkboxes()
    ]
    assert marked == ["a.1.1", "a.1.2"]
    answer = director_client.post(f"{PAGE}marked/", {"row": ["a.1.2"], "do": "slips"})
    assert answer.url == "/events/autumn-open/reports/result_slips/?round=1&only=a.2&format=pdf"
    shown = director_client.get(answer.url.replace("format=pdf", "format=csv")).text
    whole = director_client.get("/events/autumn-open/reports/result_slips/?round=1&format=csv").text
    assert 0 < len(shown.splitlines()) < len(whole.splitlines())
    publish_round(desk, pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)]))
    for rows, sentence in (
        (["a.1.1", "a.2.1"], "round at a time. Select boards of the same round"),
        (["a.1.1", "a.3.1"], "A selected board no longer exists"),
        ([], "No board is selected"),
    ):
        refused = director_client.post(f"{PAGE}marked/", {"row": rows, "do": "slips"}, follow=True)
        assert sentence in refused.text


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
