"""Scorekeepers of an event practise on a game of their own."""

import pytest
from django.contrib.auth.models import User

from scoring.models import PracticeGame
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import Page, at
from tests.tournament.logged_in import browser_in, browser_of
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db


def test_scorekeeper_starts_a_practice_game_and_records_only_in_it(desk, event):
    own, other = (browser_in(desk, event, Role.SCOREKEEPER, name) for name in ("Kim", "Lee"))
    assert "/games/practice/" in own.get("/events/autumn-open/games/").text
    answer = own.post("/games/practice/", {"pace": "0", "turns": "8"})
    practice = PracticeGame.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/games/{practice.pk}/")
    line = practice.turns[0]["line"]
    seen = sheet(practice.game).fingerprint
    form = {"line": line, "seen": seen, "confirmed": line, "cased": "1"}
    assert other.post(at("record", practice.game), form).status_code == 403
    assert not sheet(practice.game).rows
    assert own.post(at("record", practice.game), form).status_code == 302
    assert len(sheet(practice.game).rows) == 1
    ended = own.post(f"/games/{practice.pk}/practice/", {"keys": "9"}, follow=True)
    assert ended.status_code == 200
    assert "Practice result" in Page(ended).text


def test_user_without_a_role_cannot_practise(desk, event):
    client = browser_of(User.objects.create_user("Nobody"))
    assert client.get("/games/practice/").status_code == 403
    assert "/games/practice/" not in client.get("/").text
