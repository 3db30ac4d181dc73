"""Practice for scorekeepers: typing a simulated game as it is announced, and the result."""

import pytest

from scoring.actions.activity import Actor
from scoring.actions.practice import begin_practice
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Game, PracticeGame
from scoring.queries.practice import practice_result
from scoring.queries.sheets import sheet
from scoring.views.practice import calls_of, simulated_record
from tests.scoring.views.pads import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def practice(director):
    """Return a reproducible game of 16 turns with several wrong announced scores."""
    return begin_practice(Actor.for_user(director), simulated_record(4), pace=20, turns=16)


def test_call_states_everything_seen_and_heard_at_the_table():
    turns = [
        {"player": "Ann", "kind": "play", "line": "6F F(ORa)Ys 27", "announced": 27, "correct": 28},
        {"player": "Ben", "kind": "exchange", "line": "-GII", "announced": 0, "correct": 0},
        {"player": "Ann", "kind": "pass", "line": "-", "announced": 0, "correct": 0},
        {"player": "Ben", "kind": "withdrawn", "line": "-- -60", "announced": -60, "correct": -60},
    ]
    calls = [" | ".join(call.values()) for call in calls_of(PracticeGame(turns=turns))]
    assert calls == [
        "Ann plays | FORaYs | across from 6F, the S is a blank | “27”",
        "Ben exchanges | GII |  | ",
        "Ann passes |  |  | ",
        "Challenged: Ben takes the play back |  |  | ",
    ]


def test_some_announced_scores_are_wrong_and_depend_on_the_seed(practice, director):
    wrong = [t for t in practice.turns if t["announced"] not in (None, t["correct"])]
    assert 2 <= len(wrong) <= 10
    again = begin_practice(Actor.for_user(director), simulated_record(4), pace=0, turns=16)
    assert again.turns == practice.turns


def test_result_compares_every_turn_with_its_call(director, practice):
    first, second, third, *_others = practice.turns
    for line in (first["line"].replace("(", "").replace(")", ""), "-"):
        read = parse_turn(line, sheet(practice.game).replay)
        record_turn(practice.game, read.turn, Actor.for_user(director), confirmed=True)
    result = practice_result(practice)
    assert [
        (turn.number, turn.player, bool(turn.recorded), turn.is_right) for turn in result.turns[:3]
    ] == [
        (1, first["player"], True, True),
        (2, second["player"], True, False),
        (3, third["player"], False, False),
    ]
    assert (len(result.turns), result.recorded_count) == (16, 1)


def test_practice_games_are_not_in_the_library(director_client, practice):
    assert "Practice for scorekeepers" not in Page(director_client.get("/games/")).text
    assert Game.objects.count() == 1
