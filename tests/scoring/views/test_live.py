"""Polling a page for entries made elsewhere."""

import re

import pytest

from scoring import access
from scoring.access import Permission
from scoring.actions.games import finish_game, reopen_game
from scoring.actions.rulings import rule_on_entry, withdraw_ruling
from scoring.models import Game
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import NOBODY, SCORELESS, Page, at, opened, put

pytestmark = pytest.mark.django_db


def question(raw: str) -> str:
    return re.search(r'id="live"[^>]* hx-get="([^"]+)"', raw)[1].replace("&amp;", "&")


def questioned(client, game) -> str:
    """Return the address that the page of a game polls."""
    return question(client.get(at("pad", game)).text)


def test_page_polls_within_two_seconds_and_gets_204_if_unchanged(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 20")
    raw = director_client.get(at("pad", game)).text
    assert 'hx-trigger="every 1500ms"' in raw
    answer = director_client.get(question(raw))
    assert (answer.status_code, answer.content) == (204, b"")
    assert 'id="live"' not in director_client.get(at("pad", game) + "?turn=1").text


def test_new_turn_and_ruling_and_its_withdrawal_reach_a_polling_page(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 20")
    query = questioned(director_client, game)
    put(game, "-ABC")
    page = Page(director_client.get(query))
    assert page.row("2") == "2 exchanged ABC 0 0"
    assert 'name="line"' not in page.raw
    query = question(page.raw[page.raw.index('id="live"') :])
    assert director_client.get(query).status_code == 204
    rule_on_entry(sheet(game).entries[0], "correct", NOBODY)
    page = Page(director_client.get(query))
    assert "The correct score, 26, counts: ruled by" in page.text
    query = question(page.raw[page.raw.index('id="live"') :])
    withdraw_ruling(sheet(game).entries[0], NOBODY)
    assert "ruled by" not in Page(director_client.get(query)).text


def test_polling_reader_gets_the_page_of_a_reader(director_client, monkeypatch):
    monkeypatch.setattr(
        access,
        "_permission_check",
        [lambda _user, questioned, _place: questioned is Permission.DESK],
    )
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 20")
    query = questioned(director_client, game)
    put(game, "-ABC")
    page = Page(director_client.get(query))
    assert page.row("2") == "2 exchanged ABC 0 0"
    assert page.forms == []
    assert "entry-state" not in page.raw


def test_page_of_a_finished_game_reloads_when_it_is_reopened(director_client):
    game = opened("wespa", ("Ann", "Ben"), *SCORELESS, "1: rack QVA", "2: rack I")
    finish_game(game, NOBODY)
    query = questioned(director_client, game)
    assert director_client.get(query).status_code == 204
    reopen_game(Game.objects.get(), NOBODY, reason="wrong rack")
    assert director_client.get(query)["HX-Refresh"] == "true"
