"""A recheck of casual games finds exactly the changes made behind the log."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import catalogue
from scoring.actions.games import open_game
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import correct_turn, record_all_turns, record_turn, take_back_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Activity, Game, GamePlayer
from tests.database_tool import change_past_the_program
from tournament.actions.results.recorded_games import start_game
from tournament.actions.safety.log_baseline import write_game_baselines
from tournament.queries.safety.recheck_games import recheck_games_outside_events

pytestmark = pytest.mark.django_db

FROZEN = Turn(TurnKind.PLAY, 0, coordinate="8H", tiles="FROZEN", announced=50)
OX = Turn(TurnKind.PLAY, 1, coordinate="J8", tiles=".X", announced=9)


def kitchen_game(desk):
    """Return a casual game with a ruling, a correction and a deleted turn."""
    made = open_game(["Ana", "Ben"], "naspa_nwl", desk, title="Kitchen table")
    entry = record_turn(made, FROZEN, desk, confirmed=True)
    rule_on_entry(entry, "correct", desk)
    second = record_turn(made, OX, desk, confirmed=True)
    correct_turn(second, OX, desk, confirmed=True, reason="looked again")
    take_back_turn(made, desk)
    return made


@pytest.fixture
def game(desk, db):
    return kitchen_game(desk)


def differences():
    return [str(difference) for difference in recheck_games_outside_events()]


def place(game):
    return f"Game {game.pk} (Kitchen table)"


def test_games_recorded_through_actions_have_no_differences(desk, game, played):
    read = open_game(["Cy", "Di"], "naspa_nwl", desk)
    record_all_turns(read, played(catalogue.rule_set("naspa_nwl"), Random(1)), desk)
    assert differences() == []


def test_inserted_game_is_found(game):
    other = Game.objects.create(
        rules=game.rules, tile_set=game.tile_set, layout=game.layout, created_at=game.created_at
    )
    for seat, name in enumerate(("Ana", "Ben"), 1):
        GamePlayer.objects.create(game=other, seat=seat, name=name)
    change_past_the_program(
        "UPDATE scoring_turnentry SET game_id = %s WHERE superseded_at IS NULL", other.pk
    )
    named = differences()
    assert f"Game {other.pk}: the library has no figures for the game." in named
    assert f"Game {other.pk}: the activity log does not contain its turns." in named
    assert any(text.startswith(f"{place(game)}: turn 1 (") for text in named)


def test_games_of_events_are_left_to_the_events(desk, event, board):
    entry = record_turn(start_game(desk, board(1)), FROZEN, desk, confirmed=True)
    change_past_the_program("UPDATE scoring_turnentry SET announced = 48 WHERE id = %s", entry.pk)
    assert differences() == []


def test_games_of_an_earlier_version_are_logged_once(desk, game):
    change_past_the_program(
        "UPDATE scoring_activity SET facts = NULL WHERE scope = %s", f"game:{game.pk}"
    )
    assert f"{place(game)}: the activity log does not contain its turns." in differences()
    assert write_game_baselines(desk, of_an_earlier_version=True) == 1
    assert write_game_baselines(desk, of_an_earlier_version=True) == 0
    assert all("Activity log" in text for text in differences())  # the chain was broken above
    held = Activity.objects.first()
    assert (held.verb, held.summary) == (
        "hold_game",
        "The log now contains the present state of Kitchen table: 3 turns.",
    )


def test_number_of_queries_is_independent_of_the_number_of_games(desk, game):
    few = _queries()
    for _number in range(3):
        record_turn(open_game(["Ana", "Ben"], "naspa_nwl", desk), FROZEN, desk, confirmed=True)
    assert _queries() == few


def _queries():
    with CaptureQueriesContext(connection) as seen:
        assert differences() == []
    return len(seen)
