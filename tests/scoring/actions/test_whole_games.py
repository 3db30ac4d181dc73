"""A game imported from a file equals one recorded and finished step by step."""

from functools import cache

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actions.edits import undo
from scoring.actions.games import finish_game, open_game, reopen_game
from scoring.actions.refusals import Refused
from scoring.actions.turns import record_all_turns
from scoring.actions.uploads import record_whole_game
from scoring.models import Activity, Edit, Game, TurnEntry
from scoring.queries.sheets import sheet
from scoring.queries.uploads import verify_text
from scoring.signals import game_finished
from scoring.simulation.games import SimulationRequest

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

NAMES = ["Ana Lopez", "Ben Okafor"]
SHORT = """#player1 ana Ana Lopez
#player2 ben Ben Okafor
#description Club night
#note Both clocks were set late.
>ana: FLOTY 8H LOFTY +30 30
#note Long thought.
>ben: LOAM 7I LOAM +26 26
"""


@cache
def texts() -> tuple[str, ...]:
    """Return the text of a short game, of five simulated ones, and of one whose rack at the end is missing."""
    whole = [game.text for game in SimulationRequest("whole").play_games(3)]
    return (
        SHORT,
        *whole,
        *(game.text for game in SimulationRequest("transfer", rules="absp").play_games(2)),
        whole[0].rpartition(">")[0],
    )


def step_by_step(done, actor) -> Game:
    rules, tiles, board = done.setting.rules, done.setting.tile_set, done.setting.layout
    game = open_game(NAMES, rules.key, actor, tile_set=tiles.key, layout=board.key)
    record_all_turns(game, done.audit.record, actor)
    if done.audit.is_finished and None not in done.audit.game.settlement.amounts:
        finish_game(game, actor)
    return game


def saved(game: Game) -> list:
    """Return all data of a game except keys and times."""
    game = Game.objects.get(pk=game.pk)
    turns = TurnEntry.objects.filter(game=game).values_list(
        "position", "kind", "seat", "rack", "coordinate", "tiles", "exchanged", "announced", "total",
        "remark", "notes", "superseded_at", "entered_by",
    )  # fmt: skip
    log = Activity.objects.filter(scope=f"game:{game.pk}").order_by("id")
    now = sheet(game)
    return [
        (game.rules, game.tile_set, game.layout, game.lexicon, game.title, game.created_by),
        (game.finished_at is None, game.notes, game.pragmas, now.names),
        list(turns),
        [edit.after.position for edit in Edit.objects.filter(game=game)],
        [(one.actor, one.verb, one.summary.replace(str(game), "G"), one.after) for one in log],
        (now.outcome.finals, now.outcome.winners),
    ]


@pytest.mark.parametrize("number", range(7))
def test_imported_game_equals_one_recorded_turn_by_turn(number, actor):
    done = verify_text(texts()[number]).verification
    posted = []

    def hear(sender, **signal):
        posted.append((signal["scores"], signal["winners"]))

    game_finished.connect(hear)
    try:
        whole, slowly = record_whole_game(done, NAMES, actor), step_by_step(done, actor)
    finally:
        game_finished.disconnect(hear)
    assert saved(whole) == saved(slowly)
    assert posted[:1] == posted[1:]


def test_query_count_of_an_import_is_independent_of_the_games_length(actor):
    def queries(text: str) -> int:
        done = verify_text(text).verification
        with CaptureQueriesContext(connection) as wanted:
            record_whole_game(done, NAMES, actor)
        # PostgreSQL serializes writers of the log with a query; SQLite has only one writer.
        return sum("pg_advisory" not in query["sql"] for query in wanted.captured_queries)

    longer = SHORT + ">ana: FICIATE J7 ..FICIATE +71 101\n"
    queries(SHORT)  # the first entry also stores the account
    # savepoint, game, players, turns, the chain of the log, its last entry, facts of three kinds,
    # new entries, release, and the summary of the game: the game, its sheet and rulings are read,
    # the row is written
    assert queries(SHORT) == queries(longer) == 18
    assert queries(texts()[1]) == 19  # and whether a board waits for the result


def test_end_racks_of_a_reopened_imported_game_can_be_undone(actor):
    done = verify_text(texts()[-1]).verification
    assert done.audit.is_finished
    game = record_whole_game(done, NAMES, actor)
    turns = len(sheet(game).entries)
    reopen_game(game, actor, reason="recount")
    undo(game, actor)
    assert len(sheet(game).entries) == turns - 1


def test_refused_import_stores_nothing(actor):
    done = verify_text(SHORT).verification
    with pytest.raises(Refused, match="is for 2 players, but 3 were entered"):
        record_whole_game(done, [*NAMES, "Cid"], actor)
    assert (Game.objects.count(), Activity.objects.count()) == (0, 0)
