"""Every action on a score pad that can be undone is undone once, and the game is as before."""

import pytest

from scoring.actions.corrections import correct_finished_game, undo_last_correction
from scoring.actions.edits import insert_turn, remove_turn, undo
from scoring.actions.games import finish_game, open_game
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import correct_turn, record_turn, take_back_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Activity
from scoring.queries.sheets import sheet
from tests.tournament.actions.safety.every_row import differences, everything

pytestmark = pytest.mark.django_db

ZA = Turn(TurnKind.PLAY, 0, None, "8H", "ZA", 22)
NOT_ZA = Turn(TurnKind.PLAY, 1, None, "I8", "AX", 9)


def first(game):
    return sheet(game).entries[0]


def with_one_turn(actor, game):
    record_turn(game, ZA, actor)


def with_a_ruling(actor, game):
    record_turn(game, ZA._replace(announced=24), actor)
    rule_on_entry(first(game), "correct", actor)


def over(actor, game):
    racks = [
        Turn(TurnKind.END_RACK, 1, "QU", tiles="QU"),
        Turn(TurnKind.END_RACK, 0, "AB", tiles="AB"),
    ]
    for turn in (ZA, *(Turn(TurnKind.PASS, seat) for seat in (1, 0, 1, 0, 1, 0)), *racks):
        record_turn(game, turn, actor, confirmed=True)
    finish_game(game, actor)


ON_THE_PAD = {
    "record_turn": (with_one_turn, lambda actor, game: record_turn(game, NOT_ZA, actor)),
    "correct_turn": (
        with_a_ruling,
        lambda actor, game: correct_turn(first(game), ZA._replace(tiles="ZO"), actor),
    ),
    "correct_turn, of the other player": (
        lambda actor, game: (with_a_ruling(actor, game), record_turn(game, NOT_ZA, actor)),
        lambda actor, game: correct_turn(first(game), ZA._replace(player=1), actor, confirmed=True),
    ),
    "take_back": (with_a_ruling, lambda actor, game: take_back_turn(game, actor)),
    "insert_turn": (
        with_a_ruling,
        lambda actor, game: insert_turn(first(game), Turn(TurnKind.PASS, 0), actor),
    ),
    "take_out": (
        lambda actor, game: (with_a_ruling(actor, game), record_turn(game, NOT_ZA, actor)),
        lambda actor, game: remove_turn(first(game), actor),
    ),
    "correct_turn, of a finished game": (
        over,
        lambda actor, game: correct_finished_game(
            first(game), ZA._replace(tiles="QI"), actor, reason="it was QI"
        ),
    ),
}
OF_ITS_OWN = {"id", "entered_at", "entered_by_id", "superseded_by_id", "superseded_at", "entry_id"}


def whole_games():
    """Return every row except edits; of turns and rulings only those in force, without their keys."""
    rows = everything(without={"scoring_edit"})
    turns = {
        key[1]: row
        for key, row in rows.items()
        if key[0] == "scoring_turnentry" and row["superseded_at"] is None
    }
    rulings = [
        (turns[row["entry_id"]]["position"], row)
        for key, row in rows.items()
        if key[0] == "scoring_ruling" and row["entry_id"] in turns and not row["superseded_at"]
    ]
    others = {
        key: row
        for key, row in rows.items()
        if key[0] not in ("scoring_turnentry", "scoring_ruling")
    }
    for game in (row for key, row in others.items() if key[0] == "scoring_game"):
        game["finished_at"] = game["finished_at"] is not None  # a corrected game is finished again
    standing = [*((row["position"], row) for row in turns.values()), *rulings]
    return others | {
        ("standing", place, "decision" in row): {
            name: value for name, value in row.items() if name not in OF_ITS_OWN
        }
        for place, row in standing
    }


@pytest.mark.parametrize("name", ON_THE_PAD)
def test_undoing_an_action_on_the_score_pad_restores_the_game(desk, name):
    game = open_game(["Ana", "Ben"], "wespa", desk)
    prepare, do = ON_THE_PAD[name]
    prepare(desk, game)
    before = whole_games()
    do(desk, game)
    game.refresh_from_db()
    assert name.partition(",")[0] in [entry.verb for entry in Activity.objects.order_by("-pk")[:3]]
    assert whole_games() != before
    if game.finished_at:
        undo_last_correction(game, desk, reason="it was ZA after all")
    else:
        undo(game, desk)
    assert differences(before, whole_games()) == {}
