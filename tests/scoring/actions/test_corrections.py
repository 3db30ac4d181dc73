"""Correcting a finished game: one action with one reason, undone as one."""

import pytest

from scoring.actions.corrections import correct_finished_game, undo_last_correction
from scoring.actions.games import finish_game, open_game
from scoring.actions.refusals import Refused
from scoring.actions.turns import record_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Activity, GameSummary
from scoring.queries.sheets import sheet
from tests.remembered import remembered
from tests.scoring.views.pads import Page

pytestmark = pytest.mark.django_db
ZA = Turn(TurnKind.PLAY, 0, None, "8H", "ZA", 22)


@pytest.fixture
@remembered
def game(actor):
    """Return a game: ZA, six scoreless turns, end racks of 11 and 4."""
    game = open_game(["Ana", "Ben"], "wespa", actor)
    racks = [
        Turn(TurnKind.END_RACK, 1, "QU", tiles="QU"),
        Turn(TurnKind.END_RACK, 0, "AB", tiles="AB"),
    ]
    for turn in (ZA, *(Turn(TurnKind.PASS, seat) for seat in (1, 0, 1, 0, 1, 0)), *racks):
        record_turn(game, turn, actor, confirmed=True)
    finish_game(game, actor)
    return game


def state(game):
    """Return the rows in force of the game, and whether it is finished."""
    game.refresh_from_db()
    return sheet(game).outcome.finals, game.finished_at is not None


@pytest.mark.full
def test_correction_finishes_the_game_again_with_one_reason(game, actor):
    assert state(game) == ((18, -11), True)
    first = sheet(game).entries[0]
    correct_finished_game(first, ZA._replace(tiles="ZO", announced=22), actor, reason="it was ZO")
    assert state(game) == ((18, -11), True)
    assert sheet(game).record.turns[0].tiles == ("Z", "O")
    last = list(Activity.objects.filter(scope=f"game:{game.pk}").order_by("-id")[:3])
    assert [entry.verb for entry in last] == ["finish_game", "correct_turn", "reopen_game"]
    assert {entry.reason for entry in last if entry.verb != "finish_game"} == {"it was ZO"}
    assert " ZO " in GameSummary.objects.get(game=game).words


def test_correction_is_undone_as_one_step(game, actor):
    correct_finished_game(
        sheet(game).entries[0], ZA._replace(tiles="QI"), actor, reason="it was QI"
    )
    undo_last_correction(game, actor, reason="it was ZA after all")
    assert state(game) == ((18, -11), True)
    assert sheet(game).record.turns[0].tiles == ("Z", "A")


def test_correction_that_leaves_the_game_unfinished_changes_nothing(game, actor):
    before = sheet(game).fingerprint
    rack = sheet(game).entries[7]
    with pytest.raises(Refused, match="Enter Ben’s remaining tiles first"):
        correct_finished_game(rack, Turn(TurnKind.PASS, 1), actor, reason="no rack", confirmed=True)
    assert (state(game), sheet(game).fingerprint) == (((18, -11), True), before)


def test_correction_without_a_reason_or_a_change_is_refused(game, actor):
    with pytest.raises(Refused):
        correct_finished_game(sheet(game).entries[0], ZA, actor, reason=" ")
    with pytest.raises(Refused, match="was not a correction"):
        undo_last_correction(game, actor, reason="why not")
    assert state(game) == ((18, -11), True)


@pytest.mark.full
def test_turn_offers_its_correction_in_place(game, director_client):
    entry = sheet(game).entries[0]
    page = Page(director_client.get(f"/games/{game.pk}/?turn=1"))
    assert "Correct turn 1 of the finished game" in page.text
    assert page.fields["line"] == "8H ZA 22"
    address = f"/games/{game.pk}/turns/{entry.pk}/finished/"
    for line in ("nonsense", "8H Z@"):
        answer = director_client.post(address, {"line": line, "reason": "typed wrong"})
        assert answer.status_code == 422
    answer = director_client.post(address, {"line": "8H QI 22", "reason": "it was QI"})
    assert answer["Location"] == f"/games/{game.pk}/?turn=1"
    assert sheet(game).record.turns[0].tiles == ("Q", "I")
    page = Page(director_client.get(answer["Location"]))
    assert "Turn 1 has been corrected, and the game is finished again." in page.text
    assert "Undo the last correction" in page.text
    answer = director_client.post(f"/games/{game.pk}/finished/undo/", {"reason": "it was ZA"})
    assert answer.status_code == 302
    assert sheet(game).record.turns[0].tiles == ("Z", "A")
