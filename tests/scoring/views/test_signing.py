"""The signed slip on the pad: whose it is, and who may change the game then."""

import pytest

from scoring import access
from scoring.access import Permission
from scoring.actions.games import finish_game, reopen_game, sign_slip
from scoring.models import Activity
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import CLOSE_GAME, NOBODY, Page, at, opened, pad

pytestmark = pytest.mark.django_db
CLOSED = "The slip of this game has been signed. Only the director can change the game now."


def post(client, address, **data) -> Page:
    return Page(client.post(address, data, follow=True))


def test_scorekeeper_cannot_change_a_signed_game(director_client, monkeypatch):
    monkeypatch.setattr(
        access, "_permission_check", [lambda _user, question, _place: question is Permission.RECORD]
    )
    game = opened("wespa", ("Ann", "Ben"), *CLOSE_GAME)
    finish_game(game, NOBODY)
    sign_slip(game, NOBODY)
    assert not {at("reopen", game), at("unsign", game)} & set(pad(director_client, game).forms)
    before = Activity.objects.count()
    first = sheet(game).entries[0].pk
    for address in (
        at("reopen", game), at("finish", game), at("record", game), at("undo", game), at("redo", game),
        at("take_back", game), at("rule", game, first), at("correct", game, first),
        at("insert", game, first), at("take_out", game, first), at("annotate", game, first),
    ):  # fmt: skip
        page = post(director_client, address, reason="because", line="8H QI 22", decision="correct")
        assert (page.status, CLOSED in page.text) == (409, True), address
    reopen_game(game, NOBODY, reason="by the director")
    assert CLOSED in post(director_client, at("record", game), line="8H QI 22").text
    assert Activity.objects.count() == before + 1
    assert director_client.post(at("unsign", game), {"reason": "x"}).status_code == 403
