"""Finishing games, and withdrawing rulings."""

import pytest

from scoring.actions.games import finish_game, reopen_game
from scoring.actions.refusals import Refused
from scoring.actions.rulings import rule_on_entry, withdraw_ruling
from scoring.engine.game.outcome import DecidedBy, Outcome
from scoring.models import Activity, Ruling
from scoring.queries.finishes import finish_of
from scoring.queries.sheets import sheet
from scoring.signals import game_finished
from tests.scoring.views.pads import NOBODY, SCORELESS, opened

pytestmark = pytest.mark.django_db


def test_finished_game_is_posted_each_time_with_its_reason():
    game = opened("wespa", ("Ann", "Ben"), *SCORELESS, "1: rack QVA", "2: rack I")
    posted = []

    def hear(sender, **signal):
        posted.append((signal["game"], signal["scores"], signal["actor"], signal["reason"]))

    game_finished.connect(hear)
    try:
        finish_game(game, NOBODY)
        reopen_game(game, NOBODY, reason="wrong rack")
        finish_game(game, NOBODY)
    finally:
        game_finished.disconnect(hear)
    assert posted == [(game, (11, -1), NOBODY, why) for why in ("", "wrong rack")]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["8H ZONE 26"], "The game has not ended: no player has gone out"),
        (SCORELESS, "Enter Ann’s remaining tiles first."),
    ],
)
def test_game_without_its_end_is_not_finished(lines, sentence):
    game = opened("wespa", ("Ann", "Ben"), *lines)
    with pytest.raises(Refused, match=sentence):
        finish_game(game, NOBODY)


def test_box_tie_break_uses_the_scores_that_count():
    """RULES section 2: equal finals are decided by the score before the racks, including rulings."""
    game = opened(
        "box_mattel", ("Ann", "Ben"), "8H ZONE 36", *["pass"] * 4,
        "1: rack QE", "2: rack AEIOU", "2: adjust 30 ruling",
    )  # fmt: skip
    rule_on_entry(sheet(game).entries[0], "let_stand", NOBODY)
    now = sheet(game)
    assert now.outcome == Outcome((25, 25), (0,))
    assert now.outcome.decided_by is DecidedBy.BEFORE_RACKS
    assert finish_of(now).by_tie_break


def test_withdrawn_ruling_is_kept_and_logged():
    game = opened("wespa", ("Ann", "Ben"), "8H FROZEN 19")
    first = sheet(game).entries[0]
    rule_on_entry(first, "let_stand", NOBODY)
    withdraw_ruling(first, NOBODY, reason="wrong turn")
    assert sheet(game).totals[0] == 38
    assert Ruling.objects.get().superseded_at is not None
    logged = Activity.objects.get(verb="take_ruling_back")
    assert "turn 1: ruling withdrawn. Before: 19 announced, 38 correct" in logged.summary
    assert logged.reason == "wrong turn"
    with pytest.raises(Refused, match="There is no ruling on turn 1"):
        withdraw_ruling(first, NOBODY)
