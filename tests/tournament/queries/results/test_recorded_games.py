"""A ruling that changes the winner of a recorded game is reported at its board and the desk while the result counts."""

import pytest
from django.urls import reverse

from scoring.actions.games import finish_game, reopen_game
from scoring.actions.rulings import rule
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import understand
from scoring.models import Ruling
from scoring.queries.sheets import sheet
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result
from tournament.models import ResultEntry
from tournament.models.results import Standing
from tournament.queries.results.recorded_games import counting_flips

pytestmark = pytest.mark.django_db


@pytest.fixture
def flipped(desk, board):
    """Record board 1: Ana Lopez 25 (35 announced), Ben Okafor 29; then let the announced score stand."""
    game = start_game(desk, board(1))
    lines = ["8H ZONE 36", *["pass"] * 6, "2: adjust 30 late start", "1: rack A", "2: rack E"]
    for line in lines:
        record_turn(game, understand(line, sheet(game).replay).turn, desk, confirmed=True)
    finish_game(game, desk)
    reopen_game(game, desk, reason="recount")
    entry = sheet(game).entries[0]
    rule(entry, Ruling.Decision.LET_STAND, desk, reason="both agreed")
    finish_game(game, desk)
    return board(1)


def result_of(pairing):
    return ResultEntry.objects.get(pairing=pairing, standing=Standing.COUNTS)


@pytest.mark.full
def test_a_flip_is_shown_while_the_result_is_the_recorded_one(desk, flipped):
    ((pairing, flip),) = counting_flips([(flipped, result_of(flipped))])
    assert pairing == flipped
    assert (flip.before, flip.after) == ("Ben Okafor wins, 29 to 25", "Ana Lopez wins, 35 to 29")
    correct_result(desk, flipped, 400, 380, reason="played again", accepted=True)
    assert counting_flips([(flipped, result_of(flipped))]) == []


def test_boards_without_games_ask_the_database_nothing(board, django_assert_num_queries):
    pairing = board(2)
    with django_assert_num_queries(0):
        assert counting_flips([(pairing, None)]) == []


@pytest.mark.full
def test_the_desk_says_at_which_board(director_client, flipped):
    del flipped
    page = director_client.get(reverse("division", args=["autumn-open", "a"]))
    assert "Board 1: the result flips." in page.content.decode()
