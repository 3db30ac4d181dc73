"""Racks, clocks and words stored with turns, as entered and shown on the pad."""

import pytest

from scoring.actions.games import finish_game, open_game
from scoring.queries.finishes import unlisted_plays
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import NOBODY, pad, put

pytestmark = pytest.mark.django_db


def test_invalid_words_are_named_only_after_the_game(director_client):
    game = open_game(["Ann", "Ben"], "wespa", NOBODY, lexicon="open_english")
    put(game, "8H FLTOY 24", "7I LOAM 20", *["pass"] * 6, "1: = E", "2: = E")
    assert "not in" not in pad(director_client, game).text
    finish_game(game, NOBODY)
    now = sheet(game)
    play, *others = unlisted_plays(now)
    assert [play.winners, *(other.winners for other in others)] == [("Ben",), ()]
    assert (play.number, play.name, play.words[0]) == (1, "Ann", "FLTOY")
    assert play.points == now.rows[0].counts
    assert play.finals == (now.outcome.finals[0] - play.points, now.outcome.finals[1])
    text = pad(director_client, game).text
    assert "Turn 1 Ann: FLTOY . A successful challenge would have removed the play and its" in text
    assert "so the result stands." in text
