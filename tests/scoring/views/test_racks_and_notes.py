"""Racks, clocks and words stored with turns, as entered and shown on the pad."""

import pytest

from scoring.actions.games import finish_game, open_game
from scoring.actions.notes import annotate
from scoring.models import TurnEntry
from scoring.queries.finishes import unlisted_plays
from scoring.queries.game_files import faithful_copy, strict_copy
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import NOBODY, at, enter, opened, pad, put

pytestmark = pytest.mark.django_db


def test_clock_of_a_turn_is_shown_on_sheet_in_files_and_in_correction(director_client):
    game = opened("wespa", ("Ann", "Ben"))
    page = enter(director_client, game, "8H LOFTY 30 ~24:10")
    assert page.row("1").startswith("1 clock 24:10 8H LOFTY")
    entry = TurnEntry.objects.get()
    assert (entry.clock, entry.comments) == ("24:10", [])
    annotate(entry, "Long thought.", NOBODY, mark="?")
    entry.refresh_from_db()
    assert (entry.clock, entry.comments, entry.mark) == ("24:10", ["Long thought."], "?")
    assert "#note clock 24:10" in faithful_copy(game)
    assert "#note clock 24:10" in strict_copy(game).text
    line = pad(director_client, game, f"?correct={entry.pk}").fields["line"]
    assert line == "8H LOFTY 30 ~24:10"
    director_client.post(at("correct", game, entry.pk), {"line": "8H LOFTY 30 ~23:50"})
    (standing,) = sheet(game).entries
    assert (standing.clock, standing.comments) == ("23:50", ["Long thought."])


def test_invalid_words_are_named_only_after_the_game(director_client):
    game = open_game(["Ann", "Ben"], "wespa", NOBODY, lexicon="open_english")
    put(game, "8H FLTOY 24", "7I LOAM 20", *["pass"] * 6, "1: = E", "2: = E")
    assert "not in" not in pad(director_client, game).text
    finish_game(game, NOBODY)
    now = sheet(game)
    (play, *_others) = unlisted_plays(now)
    assert (play.number, play.name, play.words[0]) == (1, "Ann", "FLTOY")
    assert play.points == now.rows[0].counts
    assert play.finals == (now.outcome.finals[0] - play.points, now.outcome.finals[1])
    text = pad(director_client, game).text
    assert "Turn 1 Ann: FLTOY . A successful challenge would have removed the play and its" in text
    assert "so the result stands." in text
