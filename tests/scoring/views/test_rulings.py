"""Decisions at the score pad: rulings on differences, accepting the end, reopening a game."""

from contextlib import contextmanager

import pytest

from scoring.actions.games import finish_game, reopen_game
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import correct_turn
from scoring.engine.game.outcome import DecidedBy, Outcome
from scoring.engine.game.replay import Replay, replay
from scoring.models import Activity, Game, Ruling
from scoring.queries.finishes import finish_of
from scoring.queries.sheets import sheet
from scoring.signals import game_finished
from scoring.simulation import SimulatedGame
from tests.scoring.views.pads import (
    CLOSE_GAME,
    NOBODY,
    SCORELESS,
    Page,
    at,
    enter,
    entries,
    opened,
    out_play,
    pad,
    put,
)

pytestmark = pytest.mark.django_db


@contextmanager
def posted():
    """Yield the signals that report finished games during the block."""
    signals = []

    def hear(sender, **signal):
        signals.append(signal)

    game_finished.connect(hear)
    try:
        yield signals
    finally:
        game_finished.disconnect(hear)


def test_difference_shows_both_figures_the_sum_and_the_likely_slip(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H FROZEN 19")
    page = pad(director_client, game)
    assert page.row("1") == "1 8H FROZEN announced 19 correct 38 38"
    assert page.row("19 too few") == (
        "19 too few 19 announced, 38 correct. "
        "FROZEN: F 4 + R 1 + O 1 + Z 10 + E 1 ×2 (L8) + N 1 = 19, ×2 (H8) = 38. "
        "Likely: The double word on H8 was not counted. Correct to 38 Let 19 stand Correct typing error"
    )


def test_wrong_total_is_distinguished_from_a_wrong_score(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26 26", "-3", "9G EAR 19 55")
    page = pad(director_client, game)
    assert page.row("3") == "3 9G EAR ✓ 19 , announced and correct agree 45"
    assert (
        "Total 55 announced, but 26 + 19 is 45. Likely: The total was increased by 10 too much. "
        "Correct typing error" in page.text
    )


@pytest.mark.full
def test_withdrawing_a_ruling_reopens_the_difference(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H FROZEN 19", "9H AX 20")
    first = sheet(game).entries[0]
    address = at("rule", game, first.pk)
    untouched = pad(director_client, game)
    assert "Withdraw the ruling" not in untouched.text
    assert "Ann to move provisional 38" in untouched.text
    director_client.post(address, {"decision": "let_stand", "reason": "both signed"})
    page = pad(director_client, game)
    assert page.row("1") == "1 8H FROZEN 19 announced, let stand, (38) 19"
    ruled = page.text
    assert "The announced score, 19, stands: ruled by director" in ruled
    assert "both signed" in ruled
    assert "Withdraw the ruling" in ruled
    assert "Ruled on turn 1: the score is 19. Ann has 19." in ruled
    assert "Ann to move 19" in ruled
    director_client.post(address, {"decision": "back", "reason": "wrong turn"})
    page = pad(director_client, game)
    assert "The ruling on turn 1 has been withdrawn. Ann’s provisional total is 38." in page.text
    assert page.row("1") == untouched.row("1")
    assert sheet(game).totals[0] == 38
    (saved,) = Ruling.objects.filter(entry=first)
    assert saved.superseded_at is not None
    logged = Activity.objects.get(verb="take_ruling_back")
    assert "turn 1: ruling withdrawn. Before: 19 announced, 38 correct" in logged.summary
    assert logged.reason == "wrong turn"
    again = Page(director_client.post(address, {"decision": "back"}))
    assert (again.status, "There is no ruling on turn 1." in again.text) == (409, True)


def test_withdrawing_a_ruling_that_flips_the_result_is_logged(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H FROZEN 19", "9H AH 23", *["pass"] * 6)
    put(game, "1: rack A", "2: rack E")
    first = sheet(game).entries[0]
    rule_on_entry(first, "let_stand", NOBODY)
    director_client.post(at("rule", game, first.pk), {"decision": "back"})
    flips = list(Activity.objects.filter(verb="result_flips").order_by("id"))
    assert [flip.after["winners"] for flip in flips] == [[2], [1]]
    assert flips[1].summary.endswith("The ruling on turn 1 was withdrawn.")


@pytest.mark.parametrize(
    ("lines", "decided", "sentence"),
    [
        (["8H FROZEN 38"], {"decision": "correct"}, "Turn 1: the announced score is correct, so"),
        (["8H FROZEN 38"], {"decision": "maybe"}, "Choose one of the two rulings: correct the score,"),
        (["8H ZONE 26"], {"seen": ""}, "The game has not ended: no player has gone out"),
        (SCORELESS, {"seen": ""}, "Enter Ann’s remaining tiles first."),
        (SCORELESS, {"seen": "1000"}, "Someone else has changed this game in the meantime."),
    ],
)  # fmt: skip
def test_impossible_decision_is_refused_with_the_reason(director_client, lines, decided, sentence):
    game = opened("wespa", ("Ann", "Ben"), *lines)
    rules = at("rule", game, sheet(game).entries[0].pk)
    page = Page(
        director_client.post(rules if "decision" in decided else at("finish", game), decided)
    )
    assert sentence in page.text
    assert page.status == (422 if decided == {"decision": "maybe"} else 409)
    assert (Ruling.objects.count(), Game.objects.get().finished_at) == (0, None)


@pytest.mark.full
def test_scoreless_end_is_proposed_and_requires_both_racks(director_client):
    game = opened("wespa", ("Ann", "Ben"), *SCORELESS)
    page = pad(director_client, game)
    assert "6 turns in a row scored nothing: the game may end" in page.text
    assert "Type the remaining tiles of Ann: 1: rack ABC ." in page.text
    assert "Accept the play and finish" not in page.text
    assert at("finish", game) not in page.forms
    enter(director_client, game, "1: rack QVA")
    page = enter(director_client, game, "2: rack I")
    assert "The remaining tiles have been counted" in page.text
    assert page.row("Ann") == "Ann 26 QVA −15 11"
    assert page.row("Ben") == "Ben 0 I −1 −1"
    assert "Ann wins by 12." in page.text
    assert at("finish", game) in page.forms


def test_out_play_asks_the_opponent_and_proposes_the_remaining_tiles(director_client):
    game, played = out_play()
    now = sheet(game)
    out, left = now.names[now.replay.out], now.replay.settlement.racks[1 - now.replay.out]
    page = pad(director_client, game)
    other = now.names[1 - now.replay.out]
    assert f"{out} has laid the last tile. Does {other} accept the play?" in page.text
    assert "Challenge won: the play comes off" in page.text
    assert "Challenge lost: +5" in page.text
    assert "".join(left) in page.text
    seen = str(now.fingerprint)
    director_client.post(at("finish", game), {"seen": seen})
    done = sheet(game)
    assert entries(game)[-1][:4] == ("end_rack", now.replay.out + 1, "", "".join(left))
    assert done.outcome.finals == done.totals
    assert list(done.outcome.finals) == list(played_out(played).finals)


def test_entered_overtime_removes_the_question_and_its_answers(director_client):
    game, _ = out_play()
    put(game, "1: time 10")
    page = pad(director_client, game)
    assert "has laid the last tile" in page.text
    for gone in ("accept the play?", "Accept the play and finish", "Challenge won"):
        assert gone not in page.text
    assert "Finish the game" in page.text


def played_out(played: SimulatedGame) -> Replay:
    return replay(
        played.record.split_into_tiles(played.tile_set).turns,
        played.rules,
        played.tile_set,
        played.layout,
    )


def test_out_play_challenged_off_continues_the_game_without_exchanges(director_client):
    game, _ = out_play()
    page = enter(director_client, game, "--")
    assert "has laid the last tile" not in page.text
    assert "to move" in page.text
    assert 'data-insert="exchange "' not in page.raw


@pytest.mark.full
def test_game_decided_by_differences_says_so(director_client):
    game, _ = out_play()
    now = sheet(game)
    loser = 1 - now.outcome.winners[0]
    row = next(row for row in now.rows if row.seat == loser and row.turn.coordinate)
    turn = row.turn._replace(announced=row.correct + 400)
    correct_turn(row.entry, turn, NOBODY)
    page = pad(director_client, game)
    assert "The differences decide this game." in page.text
    assert f"{now.names[loser]} would win." in page.text
    assert "1 difference without a ruling. The correct score counts." in page.text
    director_client.post(
        at("rule", game, sheet(game).entries[row.number - 1].pk), {"decision": "let_stand"}
    )
    page = pad(director_client, game)
    assert f"{now.names[loser]} wins by" in page.text
    assert "The differences decide" not in page.text


@pytest.mark.full
def test_finishing_posts_the_scores_and_reopening_requires_a_reason(director_client):
    game = opened("wespa", ("Ann", "Ben"), *SCORELESS, "1: rack QVA", "2: rack I")
    seen = str(sheet(game).fingerprint)
    with posted() as scores:
        page = Page(director_client.post(at("finish", game), {"seen": seen}, follow=True))
    assert [(one["game"], one["scores"], one["actor"].name) for one in scores] == [
        (game, (11, -1), "director")
    ]
    assert "The game is finished: Ann 11, Ben −1. Ann wins by 12." in page.text
    assert "line" not in page.fields
    refused = enter(director_client, game, "8H QI 22")
    assert "This game is finished. Reopen it to change its turns." in refused.text
    page = Page(director_client.post(at("reopen", game), {"reason": " "}))
    assert page.status == 422
    assert "Give a reason for reopening the game: its result has been posted." in page.text
    page = Page(director_client.post(at("reopen", game), {"reason": "wrong rack"}, follow=True))
    assert "The game is open again." in page.text
    assert Game.objects.get(pk=game.pk).finished_at is None
    page = Page(director_client.post(at("reopen", game), {"reason": "again"}))
    assert "This game is already open." in page.text


def test_game_finished_again_shows_the_reason_for_reopening():
    game = opened("wespa", ("Ann", "Ben"), *SCORELESS, "1: rack QVA", "2: rack I")
    with posted() as scores:
        finish_game(game, NOBODY)
        reopen_game(game, NOBODY, reason="wrong rack")
        finish_game(game, NOBODY)
    assert [one["reason"] for one in scores] == ["", "wrong rack"]


def test_end_shows_scores_before_the_racks_and_the_rack_points():
    game = opened("wespa", ("Ann", "Ben"), *CLOSE_GAME[:-1])
    end = finish_of(sheet(game))
    assert (end.is_complete, [line.name for line in end.players_without_rack]) == (False, ["Ben"])
    put(game, CLOSE_GAME[-1])
    end = finish_of(sheet(game))
    assert end.is_complete
    assert [(line.score, line.amount, line.final) for line in end.standings] == [
        (26, -1, 25),
        (30, -1, 29),
    ]
    assert (end.winners, end.margin, end.open_differences) == (("Ben",), 4, 1)
    assert (end.by_time, end.by_tie_break) == (False, False)
    assert (end.announced_winners, end.announced_finals) == (("Ann",), (35, 29))


def test_box_tie_break_uses_the_scores_that_count():
    """RULES section 2: equal finals are decided by the score before the racks, including rulings."""
    game = opened("box_mattel", ("Ann", "Ben"), "8H ZONE 36", *["pass"] * 4)
    put(game, "1: rack QE", "2: rack AEIOU", "2: adjust 30 ruling")
    rule_on_entry(sheet(game).entries[0], Ruling.Decision.LET_STAND, NOBODY)
    now = sheet(game)
    assert now.outcome == Outcome((25, 25), (0,))
    assert now.outcome.decided_by is DecidedBy.BEFORE_RACKS
    assert finish_of(now).by_tie_break


@pytest.mark.full
def test_player_over_the_time_limit_loses_and_the_end_says_so(
    director_client,
):
    """RULES section 4: WESPA, more than ten minutes over."""
    game = opened("wespa", ("Ann", "Ben"), *SCORELESS, "1: rack QVA", "2: rack I")
    put(game, "1: adjust 300 ruling", "1: time 110")
    assert sheet(game).outcome.winners == (1,)
    assert (
        "Ben wins on time: an opponent used more time than the rules allow."
        in pad(director_client, game).text
    )
    seen = str(sheet(game).fingerprint)
    page = Page(director_client.post(at("finish", game), {"seen": seen}, follow=True))
    assert "Ben −1. Ben wins on time." in page.text
