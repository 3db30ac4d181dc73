"""The score pad: turns, authors, query counts, in and outside events."""

import re
from html import unescape

import pytest

from scoring.actions.games import open_game
from tests.scoring.views.pads import NOBODY, at, enter, opened, pad, put

pytestmark = pytest.mark.django_db


def test_names_and_titles_are_escaped(director_client):
    evil = "<script>alert(1)</script>"
    game = open_game([evil, '"><img src=x onerror=alert(1)>'], "wespa", NOBODY, title=evil)
    put(game, "8H ZONE 25", "pass")
    for page in (pad(director_client, game), pad(director_client, game, "?turn=1")):
        assert "<script>alert" not in page.raw
        assert "<img src=x" not in page.raw
        assert evil in page.text
    typed = enter(director_client, game, f"8H {evil} 3")
    assert typed.fields["line"] == f"8H {evil} 3"
    assert "<script>alert" not in typed.raw
    drawing = director_client.get(at("board_svg", game)).text
    assert "<script>" not in drawing
    assert evil not in drawing
    assert '"><img src=x onerror=alert(1)> passes.' in unescape(drawing)


def test_page_is_not_stored_and_follows_the_strict_content_security_policy(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 25")
    page = director_client.get(at("pad", game))
    assert "no-store" in page["Cache-Control"]
    for answer in (page, director_client.get("/games/new/")):
        assert not re.search(r" style=|<style| onclick=|javascript:", answer.text)


@pytest.mark.full
def test_pad_takes_as_many_queries_for_thirty_turns_as_for_three(
    director_client, django_assert_num_queries
):
    short = opened("wespa", ("Ann", "Ben"), "8H ZONE 25", "-ABC", "-ABC")
    long = opened("wespa", ("Ann", "Ben"), "8H ZONE 25", *["-ABC", "-3", "pass"] * 10)
    for game in (short, long):
        put(game, "1: adjust 1 why")
        # session, user, game, players, entries, rulings, undo state, and the pairing of the game
        with django_assert_num_queries(8):
            director_client.get(at("pad", game))


def test_typed_line_survives_an_expired_log_in(client, director):
    game = opened()
    answer = client.post(at("record", game), {"line": "8H QI 22"})
    assert answer["Location"] == f"/login/?next=/games/{game.pk}/%3Fline%3D8H%2BQI%2B22"
    client.force_login(director)
    assert pad(client, game, "?line=8H+QI+22").fields["line"] == "8H QI 22"
    client.logout()
    answer = client.post(at("record", game), {"line": "8H QI 22"}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"].startswith(f"/login/?next=/games/{game.pk}/")
