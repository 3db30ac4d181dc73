"""A signed slip can be changed only by a director with a reason, and a flipped result is entered as such."""

import pytest

from scoring.actions.disputes import rule_on_disputed_turn
from scoring.actions.edits import insert_turn, redo, undo
from scoring.actions.games import finish_game, reopen_game, sign_slip, unsign_slip
from scoring.actions.refusals import Refused
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import correct_turn
from scoring.models import Activity, Game, Ruling
from scoring.queries.flips import current_flip, flips_of_game, last_flips
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import CLOSE_GAME, opened, put

pytestmark = pytest.mark.django_db

SIGNED = r"The slip of this game has been signed\. Give a reason"
STANDS = "Turn 1 was ruled on: the announced score stands"


@pytest.fixture
def game(db) -> Game:
    return opened("wespa", ("Ann", "Ben"), *CLOSE_GAME)


def flip(game: Game) -> tuple[str, str, str] | None:
    now = sheet(game)
    latest = current_flip(flips_of_game(game, now.names), now.outcome, now.names)
    return latest and (latest.before, latest.after, latest.why)


def test_finished_game_is_signed_once_and_unsigned_with_a_reason(game, actor, director):
    with pytest.raises(Refused, match="not finished"):
        sign_slip(game, actor)
    finish_game(game, actor)
    with pytest.raises(Refused, match="is not signed"):
        unsign_slip(game, actor, reason="wrong board")
    sign_slip(game, actor)
    held = Game.objects.get(pk=game.pk)
    assert (held.signed_at, held.signed_by) == (game.signed_at, director)
    entry = Activity.objects.latest("id")
    assert (entry.verb, entry.after) == ("sign_slip", {"finals": [25, 29]})
    with pytest.raises(Refused, match="already been signed"):
        sign_slip(game, actor)
    with pytest.raises(Refused, match=SIGNED):
        unsign_slip(game, actor, reason=" ")
    unsign_slip(game, actor, reason="wrong board")
    held.refresh_from_db()
    assert (held.signed_at, held.signed_by) == (None, None)
    assert Activity.objects.latest("id").reason == "wrong board"


def test_signed_game_is_changed_only_with_a_reason(game, actor):
    finish_game(game, actor)
    sign_slip(game, actor)
    reopen_game(game, actor, reason="recount")
    first, turn = sheet(game).entries[0], sheet(game).rows[0].turn
    for change in (
        lambda: rule_on_entry(first, "let_stand", actor),
        lambda: correct_turn(first, turn._replace(announced=26), actor),
        lambda: insert_turn(first, turn, actor, confirmed=True, reason=" "),
    ):
        with pytest.raises(Refused, match=SIGNED):
            change()
    assert sheet(game).entries[0] == first
    assert rule_on_entry(first, "let_stand", actor, reason="both agreed").reason == "both agreed"
    assert Game.objects.get(pk=game.pk).signed_at == game.signed_at


def test_ruling_that_changes_the_winner_is_logged_with_before_and_after(game, actor):
    first = sheet(game).entries[0]
    rule_on_entry(first, Ruling.Decision.CORRECT, actor)
    assert flip(game) is None
    rule_on_entry(first, Ruling.Decision.LET_STAND, actor, reason="both agreed")
    assert flip(game) == ("Ben wins, 29 to 25", "Ann wins, 35 to 29", STANDS)
    entry = Activity.objects.latest("id")
    assert (entry.verb, entry.reason) == ("result_flips", "both agreed")
    assert "the result flips. Before: Ben wins, 29 to 25. Now: Ann wins, 35 to 29." in entry.summary
    rule_on_entry(first, Ruling.Decision.CORRECT, actor, reason="counted again")
    why = "Turn 1 was ruled on: the correct score counts"
    assert flip(game) == ("Ann wins, 35 to 29", "Ben wins, 29 to 25", why)


def test_correction_to_a_tie_and_its_undo_are_both_flips(game, actor):
    fourth = next(entry for entry in sheet(game).entries if entry.kind == "adjustment")
    row = next(row for row in sheet(game).rows if row.entry == fourth)
    correct_turn(fourth, row.turn._replace(announced=26), actor, reason="misread")
    assert flip(game) == ("Ben wins, 29 to 25", "Tie, 25 each", "Turn 8 was corrected")
    undo(game, actor)
    assert flip(game) == ("Tie, 25 each", "Ben wins, 29 to 25", "The last change was undone")
    redo(game, actor)
    assert flip(game)[:2] == ("Ben wins, 29 to 25", "Tie, 25 each")


def test_unfinished_game_has_no_flips(actor):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 36", "pass")
    rule_on_entry(sheet(game).entries[0], Ruling.Decision.CORRECT, actor)
    assert last_flips([game]) == {}


def test_reopened_game_finished_with_another_winner_is_a_flip(game, actor):
    finish_game(game, actor)
    reopen_game(game, actor, reason="a turn was forgotten")
    for _ in range(2):
        undo(game, actor)  # the racks: the game has no winner meanwhile
    undo(game, actor)  # the thirty points
    put(game, "1: rack A", "2: rack E")
    finish_game(game, actor)
    assert flip(game)[:2] == ("Ben wins, 29 to 25", "Ann wins, 25 to −1")


def test_ruling_from_the_sheets_logs_its_flip_once(game, actor):
    finish_game(game, actor)
    first = sheet(game).entries[0]
    rule_on_disputed_turn(first, "let_stand", 36, actor, reason="both sheets have it")
    assert flip(game) == ("Ben wins, 29 to 25", "Ann wins, 35 to 29", STANDS)
    assert Activity.objects.filter(verb="result_flips").count() == 1
