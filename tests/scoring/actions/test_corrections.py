"""Correcting a finished game: one action with one reason, undone as one."""

import pytest

from scoring.actions.corrections import correct_finished_game, undo_last_correction
from scoring.actions.games import finish_game
from scoring.actions.refusals import Refused
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Activity, GameSummary
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import NOBODY, opened

pytestmark = pytest.mark.django_db
ZA = Turn(TurnKind.PLAY, 0, None, "8H", "ZA", 22)


@pytest.fixture
def game(db):
    """Return a game: ZA, six scoreless turns, end racks of 11 and 4."""
    lines = ("8H ZA 22", *["pass"] * 6, "2: rack QU", "1: rack AB")
    game = opened("wespa", ("Ana", "Ben"), *lines)
    finish_game(game, NOBODY)
    return game


def state(game):
    game.refresh_from_db()
    now = sheet(game)
    return now.record.turns[0].tiles, now.outcome.finals, game.finished_at is not None


def test_correction_finishes_the_game_again_and_is_undone_as_one_step(game):
    first = sheet(game).entries[0]
    correct_finished_game(first, ZA._replace(tiles="ZO"), NOBODY, reason="it was ZO")
    assert state(game) == (("Z", "O"), (18, -11), True)
    last = list(Activity.objects.filter(scope=f"game:{game.pk}").order_by("-id")[:3])
    assert [(entry.verb, entry.reason) for entry in last] == [
        ("finish_game", ""), ("correct_turn", "it was ZO"), ("reopen_game", "it was ZO"),
    ]  # fmt: skip
    assert " ZO " in GameSummary.objects.get(game=game).words
    undo_last_correction(game, NOBODY, reason="it was ZA after all")
    assert state(game) == (("Z", "A"), (18, -11), True)


def test_correction_that_leaves_the_game_unfinished_changes_nothing(game):
    before = sheet(game).fingerprint
    rack, nothing = sheet(game).entries[7], Turn(TurnKind.PASS, 1)
    with pytest.raises(Refused, match="Enter Ben’s remaining tiles first"):
        correct_finished_game(rack, nothing, NOBODY, reason="no rack", confirmed=True)
    with pytest.raises(Refused, match="was not a correction"):
        undo_last_correction(game, NOBODY, reason="why not")
    with pytest.raises(Refused, match="reason"):
        correct_finished_game(sheet(game).entries[0], ZA, NOBODY, reason=" ")
    assert (state(game), sheet(game).fingerprint) == ((("Z", "A"), (18, -11), True), before)
