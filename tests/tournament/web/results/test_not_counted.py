"""A ruling in a closed round: every page says that its result does not count yet and where to decide."""

import pytest
from django.urls import reverse

from scoring.actions.games import finish_game
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.queries.sheets import sheet
from tests.shown import as_shown, main_words
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.rounds import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.full]
BOARD = "/events/autumn-open/a/rounds/1/boards/1/"
LINES = ["8H ZONE 36", *["pass"] * 6, "2: adjust 30 late start", "1: rack A", "2: rack E"]
"""Ana Lopez 25 by the rules, 35 as announced; Ben Okafor 29."""
WAITING = (
    "Round 1 is closed, so 35-29 does not count yet. Until the director decides, 25-29 counts."
)


@pytest.fixture
def closed(desk, board, round_one):
    """Record board 1 and close its round."""
    game = start_game(desk, board(1))
    for line in LINES:
        record_turn(game, parse_turn(line, sheet(game).replay).turn, desk, confirmed=True)
    finish_game(game, desk)
    enter_result(desk, board(2), 400, 380)
    close_round(desk, round_one)
    return game


def test_result_waiting_for_a_decision_is_linked_to_its_board(
    director_client, keeper_client, closed, board
):
    dispute, pad = (reverse(name, args=[closed.pk]) for name in ("dispute:game", "scoring:pad"))
    ruling = reverse("dispute:rule", args=[closed.pk, sheet(closed).entries[0].pk])
    director_client.post(ruling, {"ruling": "let_stand:36", "reason": "both agreed"})
    for page in (dispute, pad):
        shown = director_client.get(page)
        assert f"{WAITING} Go to board 1 to decide" in main_words(shown)
        assert f'href="{BOARD}">Go to board 1 to decide</a>' in shown.text
        assert f"{WAITING} Open board 1" in main_words(keeper_client.get(page))
    waiting = board(1).results.get(standing="beside")
    decided = as_shown(director_client, BOARD) | {"entry": waiting.pk, "reason": "both agreed"}
    director_client.post(f"{BOARD}ruling/", decided)
    flips = "The result flips. Before: Ben Okafor wins, 29 to 25. Now: Ana Lopez wins, 35 to 29"
    assert flips in main_words(director_client.get(BOARD))
    for page in (dispute, pad):
        assert "count yet" not in main_words(director_client.get(page))
