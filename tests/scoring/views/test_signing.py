"""The signed slip on the pad: signed once, then changed only by the director with a reason."""

import pytest

from scoring import access
from scoring.access import Permission
from scoring.actions.games import finish_game, reopen_game, sign_slip
from scoring.models import Activity, Game
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import CLOSE_GAME, NOBODY, Page, at, opened

pytestmark = pytest.mark.django_db
CLOSED = "The slip of this game has been signed. Only the director can change the game now."


@pytest.fixture
def game() -> Game:
    """Return a finished game: Ann 25 by the rules (35 announced), Ben 29."""
    game = opened("wespa", ("Ann", "Ben"), *CLOSE_GAME)
    finish_game(game, NOBODY)
    return game


@pytest.fixture
def only_records(monkeypatch):
    """Give every logged-in user the permission to record only."""

    def decide(_user, permission, _place):
        return permission is Permission.RECORD

    monkeypatch.setattr(access, "_permission_check", [decide])


def post(client, address, **data) -> Page:
    return Page(client.post(address, data, follow=True))


@pytest.mark.full
def test_signatures_are_entered_by_one_button_and_withdrawn_with_a_reason(director_client, game):
    stale = post(director_client, at("sign", game), seen="1")
    assert (stale.status, Game.objects.get().signed_at) == (409, None)
    assert "Someone else has changed" in stale.text
    page = Page(director_client.get(at("pad", game)))
    assert at("sign", game) in page.forms
    page = post(director_client, at("sign", game), seen=page.fields["seen"])
    assert "Both players have signed the slip." in page.text
    assert ", director. From now on, only the director can change this game" in page.text
    assert at("sign", game) not in page.forms
    again = post(director_client, at("sign", game))
    assert "The slip of this game has already been signed." in again.text
    refused = post(director_client, at("unsign", game), reason="")
    assert refused.status == 409
    assert "Give a reason for the change; the reason is saved" in refused.text
    page = post(director_client, at("unsign", game), reason="the wrong board")
    assert "The slip is no longer signed." in page.text
    assert at("sign", game) in page.forms


@pytest.mark.full
def test_scorekeeper_cannot_change_a_signed_game(director_client, only_records, game):
    sign_slip(game, NOBODY)
    page = Page(director_client.get(at("pad", game)))
    assert at("reopen", game) not in page.forms
    assert at("unsign", game) not in page.forms
    before = Activity.objects.count()
    first = sheet(game).entries[0].pk
    for address in (
        at("reopen", game), at("finish", game), at("record", game), at("undo", game), at("redo", game),
        at("take_back", game), at("rule", game, first), at("correct", game, first),
        at("insert", game, first),
    ):  # fmt: skip
        page = post(director_client, address, reason="because", line="8H QI 22", decision="correct")
        assert (page.status, CLOSED in page.text) == (409, True), address
    reopen_game(game, NOBODY, reason="by the director")
    page = post(director_client, at("record", game), line="8H QI 22")
    assert CLOSED in page.text
    assert Activity.objects.count() == before + 1
    assert director_client.post(at("unsign", game), {"reason": "x"}).status_code == 403


@pytest.mark.full
def test_reopened_signed_game_asks_the_director_for_a_reason_per_change(director_client, game):
    sign_slip(game, NOBODY)
    reopen_game(game, NOBODY, reason="recount")
    first = sheet(game).entries[0].pk
    page = post(director_client, at("rule", game, first), decision="let_stand")
    assert (
        "The slip of this game has been signed. Give a reason for the change; the reason is saved"
        in page.text
    )
    page = Page(director_client.get(at("pad", game) + f"?correct={first}"))
    assert 'name="reason" value="" maxlength="300" autocomplete="off" required' in page.raw
    page = post(director_client, at("correct", game, first), line="8H ZONE 26")
    assert "Give a reason for the change; the reason is saved" in page.text
    assert page.fields["line"] == "8H ZONE 26"
    page = post(director_client, at("rule", game, first), decision="let_stand", reason="agreed")
    assert "The result flips. Before: Ben wins, 29 to 25. Now: Ann wins, 35 to 29 ." in page.text
    assert "the announced score stands. director," in page.text


@pytest.mark.full
def test_turn_of_a_signed_game_is_removed_only_with_a_reason(director_client, game):
    sign_slip(game, NOBODY)
    reopen_game(game, NOBODY, reason="recount")
    turns = sheet(game).entries
    page = post(director_client, at("take_out", game, turns[1].pk))
    assert (page.status, len(sheet(game).entries)) == (409, len(turns))
    assert "Give a reason for the change; the reason is saved" in page.text
    page = Page(director_client.get(at("pad", game) + "?turn=2"))
    assert 'name="reason" value="" maxlength="300" autocomplete="off" required' in page.raw
    post(director_client, at("take_out", game, turns[1].pk), reason="never made")
    assert len(sheet(game).entries) == len(turns) - 1


def test_four_player_slip_is_signed_by_all(director_client):
    racks = ("1: rack AB", "2: rack Q", "3: rack EE", "4: rack T")
    names = ("Ann", "Ben", "Cleo", "Dai")
    game = opened("box_mattel", names, "8H ZONE 26", "-", "-", "-", *["pass"] * 4, *racks)
    finish_game(game, NOBODY)
    page = Page(director_client.get(at("pad", game)))
    assert "All players have signed the slip" in page.text
    page = post(director_client, at("sign", game), seen=page.fields["seen"])
    assert "All players have signed the slip." in page.text
    assert "Both have" not in page.text
