"""What is there is logged again where the log lacks it: games in batches, new columns and events."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scoring.actions.games import open_game
from scoring.actions.turns import record_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Activity
from scoring.models.facts import FACT_KINDS
from tests.database_tool import change_past_the_program
from tournament.actions.event.events import create_event
from tournament.actions.safety import log_baseline
from tournament.queries.safety.recheck_games import recheck_games_outside_events

pytestmark = pytest.mark.django_db
FROZEN = Turn(TurnKind.PLAY, 0, coordinate="8H", tiles="FROZEN", announced=50)
ZEN = Turn(TurnKind.PLAY, 1, coordinate="7H", tiles="ZEN", announced=12)


def games_of(desk, turns):
    """Open a game for each number of turns, from none to two, with this number of turns."""
    games = []
    for number in turns:
        game = open_game([f"Ana {len(games)}", "Ben"], "naspa_nwl", desk)
        for turn in [FROZEN, ZEN][:number]:
            record_turn(game, turn, desk, confirmed=True)
        games.append(game)
    return games


def logged(verb):
    return [
        (entry.scope, entry.summary, len(entry.facts))
        for entry in Activity.objects.filter(verb=verb).order_by("pk")
    ]


def test_games_that_differ_from_their_log_are_logged_in_batches(desk, monkeypatch):
    monkeypatch.setattr(log_baseline, "GAMES_AT_ONCE", 2)
    games = games_of(desk, [1, 0, 2, 1, 1])
    assert log_baseline.write_game_baselines(desk) == 0
    for game in (games[0], games[2], games[4]):
        change_past_the_program(
            "UPDATE scoring_turnentry SET announced = 49 WHERE game_id = %s AND seat = 1", game.pk
        )
    assert log_baseline.write_game_baselines(desk) == 3
    present = "The log now contains the present state of Game"
    assert logged("hold_game") == [
        ("game:1", f"{present} 1: 1 turns.", 4),
        ("game:3", f"{present} 3: 2 turns.", 5),
        ("game:5", f"{present} 5: 1 turns.", 4),
    ]
    assert list(recheck_games_outside_events()) == []
    assert log_baseline.write_game_baselines(desk) == 0


def test_columns_that_an_earlier_version_did_not_know_are_logged_in_batches(desk, monkeypatch):
    monkeypatch.setattr(log_baseline, "GAMES_AT_ONCE", 2)
    with monkeypatch.context() as earlier:
        turn = FACT_KINDS["turn"]
        earlier.setitem(FACT_KINDS, "turn", replace(turn, stored=turn.stored[:6]))
        games_of(desk, [1, 2, 0, 1])
    for _again in range(2):
        log_baseline.log_new_columns(desk)
        assert [(scope, rows) for scope, _summary, rows in logged("hold_game")] == [
            ("game:1", 1),
            ("game:2", 2),
            ("game:4", 1),
        ]


def test_events_without_a_beginning_of_their_log_get_one(desk):
    events = [create_event(desk, name=f"Cup {name}", preset="wespa") for name in "ABC"]
    assert log_baseline.start_missing_chains(desk) == []
    change_past_the_program("DELETE FROM scoring_activity WHERE chain = 'event:cup-b'")
    assert log_baseline.start_missing_chains(desk) == [events[1]]
    words = "The log now contains the present state of Cup B: 0 results, 0 turns, 0 players."
    assert logged("hold_what_is_there") == [("event:cup-b", words, 1)]
    assert log_baseline.start_missing_chains(desk) == []


@pytest.mark.parametrize(
    ("logged", "stored", "facts"),
    [
        (None, ["a"], None),  # of a known kind: a recheck finds it
        (["a"], ["b"], None),
        (["a"], ["b", "c"], ["a", "c"]),
        (["a", "b", "c"], ["d", "e"], None),
        (["a"], None, None),
        (None, None, None),
    ],
)
def test_columns_are_added_to_what_is_logged(logged, stored, facts):
    there = {"turn:3": SimpleNamespace(values=logged)} if logged else {}
    missing = log_baseline._unlogged_facts(there, {"turn:3": stored}, {"turn"})
    assert missing == ({"turn:3": facts} if facts else {})


def test_rows_of_kinds_unknown_to_the_earlier_version_are_logged_whole():
    missing = log_baseline._unlogged_facts({}, {"turn:3": ["a"], "edit:4": ["b"]}, {"turn"})
    assert missing == {"edit:4": ["b"]}
