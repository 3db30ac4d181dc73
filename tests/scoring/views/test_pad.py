"""The score pad: turns, authors, query counts, in and outside events."""

from html import unescape
from xml.etree import ElementTree as ET

import pytest

from scoring.actions.games import open_game
from scoring.models import Game
from scoring.queries.sheets import sheet
from scoring.views.pad_sheet import lines_of
from tests.scoring.views.pads import NOBODY, Page, at, enter, opened, pad, put

pytestmark = pytest.mark.django_db


def test_game_is_stepped_through_turn_by_turn(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "8L S 15")
    page = pad(director_client, game, "?turn=1")
    assert "The board after turn 1. Ann: 8H ZONE." in page.text
    assert "Turn 1, Ann. ZONE: Z 10 + O 1 + N 1 + E 1 = 13, ×2 (H8) = 26." in page.text
    assert "Unseen: 96 tiles 82 in the bag" in page.text
    assert "blank 2 A 9" in page.text
    assert "E 11" in page.text
    assert page.links["Turn 2"] == at("pad", game) + "?turn=2"
    assert page.links["Settle a dispute"] == f"/games/{game.pk}/dispute/"
    assert "The board before the first turn." in pad(director_client, game, "?turn=0").text
    assert "The board after turn 2." in pad(director_client, game, "?turn=99").text


def test_last_line_of_the_sheet_is_marked():
    lines = lines_of(sheet(opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "-ABC", "-")))
    assert [line.is_last for line in lines] == [False, False, True]


def test_browser_history_shows_no_outdated_sheet(director_client):
    answer = director_client.get(at("pad", opened("wespa", ("Ann", "Ben"), "8H ZONE 26")))
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]


def test_unfinished_exchange_is_not_recorded_as_a_pass(director_client):
    game = opened("wespa", ("Ann", "Ben"))
    assert 'data-insert="exchange "' in pad(director_client, game).raw
    page = Page(director_client.post(at("preview", game), {"line": "exchange"}))
    assert "Which tiles are exchanged? Type -ABC, or only how many: -3." in page.text


def test_board_drawing_contains_every_tile(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZOnE 24")
    answer = director_client.get(at("board_svg", game))
    assert answer["Content-Type"] == "image/svg+xml"
    drawing = ET.fromstring(answer.content)
    texts = [item.text for item in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:16] == [*"ABCDEFGHIJKLMNO", "1"]
    assert texts[-7:] == ["Z", "10", "O", "1", "n", "E", "1"]
    assert texts.count("TWS") == 8
    assert texts.count("DWS") == 17, "the one under the Z is named on its rim"
    assert len(list(drawing.iter("{http://www.w3.org/2000/svg}circle"))) == 1


def test_bingos_and_nine_timers_are_marked(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8D RETAINS 68")
    assert "RETAINS bingo" in pad(director_client, game).row("1")


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
    drawing = director_client.get(at("board_svg", game)).content.decode()
    assert "<script>" not in drawing
    assert evil not in drawing
    assert '"><img src=x onerror=alert(1)> passes.' in unescape(drawing)


def test_pages_follow_the_strict_content_security_policy(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 25")
    for raw in (pad(director_client, game).raw, Page(director_client.get("/games/new/")).raw):
        assert " style=" not in raw
        assert "<style" not in raw
        assert " onclick=" not in raw
        assert "javascript:" not in raw


@pytest.mark.full
def test_pad_takes_as_many_queries_for_thirty_turns_as_for_three(
    director_client, django_assert_num_queries
):
    short = opened("wespa", ("Ann", "Ben"), "8H ZONE 25", "-ABC", "-ABC")
    long = opened("wespa", ("Ann", "Ben"), "8H ZONE 25", *["-ABC", "-3", "pass"] * 10)
    for game in (short, long):
        put(game, "1: adjust 1 why")
        with django_assert_num_queries(PAD_QUERIES):
            director_client.get(at("pad", game))


PAD_QUERIES = 8
"""Session, user, game, players, entries, rulings, undo state, and the pairing of the game."""


def test_typed_line_survives_an_expired_log_in(client, director):
    game = opened()
    answer = client.post(at("record", game), {"line": "8H QI 22"})
    assert answer["Location"] == f"/login/?next=/games/{game.pk}/%3Fline%3D8H%2BQI%2B22"
    client.force_login(director)
    assert pad(client, game, "?line=8H+QI+22").fields["line"] == "8H QI 22"
    client.logout()
    answer = client.post(at("record", game), {"line": "8H QI 22"}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"].startswith(f"/login/?next=/games/{game.pk}/")


def test_game_outside_any_event_is_opened(director_client):
    page = Page(
        director_client.post(
            "/games/new/",
            {"first": "Ann", "second": "Ben", "rules": "wespa", "title": "Club night, table 3"},
            follow=True,
        )
    )
    game = Game.objects.get()
    assert (game.title, [player.name for player in game.players.all()]) == (
        "Club night, table 3", ["Ann", "Ben"],
    )  # fmt: skip
    assert "Turn 1: Ann to move" in page.text


def test_game_with_too_many_players_for_its_rules_is_refused(director_client):
    data = {"first": "Ann", "second": "Ben", "third": "Cid", "rules": "wespa"}
    page = Page(director_client.post("/games/new/", data))
    assert page.status == 422
    assert "WESPA is for 2 players, but 3 were entered." in page.text
    assert page.fields["third"] == "Cid"
    assert Game.objects.count() == 0
