"""Racks, clocks and words stored with turns, as entered and shown on the pad."""

import pytest

from scoring.actions.activity import Actor
from scoring.actions.games import finish_game, open_game
from scoring.actions.notes import annotate
from scoring.models import TurnEntry
from scoring.queries.finishes import unlisted_plays
from scoring.queries.game_files import faithful_copy, strict_copy
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import at, enter, opened, pad

pytestmark = pytest.mark.django_db


def test_remaining_rack_is_shown_and_completed(director_client):
    game = opened("wespa", ("Ann", "Ben"))
    enter(director_client, game, "8H LOFTY 30 @LOFTYAE")
    page = enter(director_client, game, "7I LOAM 24")
    assert "Ann keeps AE: type @+ and the tiles drawn to complete the rack." in page.text
    enter(director_client, game, "pass @+RSTNO")
    assert TurnEntry.objects.get(position=3 * TurnEntry.STEP).rack == "AERSTNO"


def test_clock_of_a_turn_is_shown_on_sheet_in_files_and_in_correction(director_client, director):
    game = opened("wespa", ("Ann", "Ben"))
    page = enter(director_client, game, "8H LOFTY 30 ~24:10")
    assert page.row("1").startswith("1 clock 24:10 8H LOFTY")
    entry = TurnEntry.objects.get()
    assert (entry.clock, entry.comments) == ("24:10", [])
    annotate(entry, "Long thought.", Actor.for_user(director), mark="?")
    entry.refresh_from_db()
    assert (entry.clock, entry.comments, entry.mark) == ("24:10", ["Long thought."], "?")
    assert "#note clock 24:10" in faithful_copy(game)
    assert "#note clock 24:10" in strict_copy(game).text
    line = pad(director_client, game, f"?correct={entry.pk}").fields["line"]
    assert line == "8H LOFTY 30 ~24:10"
    director_client.post(at("correct", game, entry.pk), {"line": "8H LOFTY 30 ~23:50"})
    (standing,) = sheet(game).entries
    assert (standing.clock, standing.comments) == ("23:50", ["Long thought."])


def test_overtime_is_proposed_from_the_last_negative_clock(director_client):
    game = opened("wespa", ("Ann", "Ben"))
    for line in ("pass ~0:10", "pass ~-1:01", "pass", "pass", "pass", "pass"):
        enter(director_client, game, line)
    answer = director_client.get(at("pad", game)).text
    assert 'data-insert="2: time -1:01"' in answer
    assert 'data-insert="1: time "' in answer
    enter(director_client, game, "1: rack A")
    enter(director_client, game, "2: rack B")
    page = enter(director_client, game, "2: time -1:01")
    assert sheet(game).entries[-1].announced == -20, page.text


@pytest.fixture
def with_a_phony(director):
    """Return a game that Ann wins with a phony that Ben did not challenge."""
    actor = Actor.for_user(director)
    game = open_game(["Ann", "Ben"], "wespa", actor, lexicon="open_english")

    def end(client):
        lines = ["8H FLTOY 24", "7I LOAM 20", "-", "-", "-", "-", "-", "-", "1: = E", "2: = E"]
        for line in lines:
            seen = sheet(game).fingerprint
            client.post(at("record", game), {"line": line, "seen": seen, "confirmed": line})
        finish_game(game, actor)
        return game

    game.end = end
    return game


def test_invalid_words_are_named_only_after_the_game(director_client, with_a_phony):
    game = with_a_phony
    before = pad(director_client, game)
    assert "not in" not in before.text
    game.end(director_client)
    (play, *_others) = unlisted_plays(sheet(game))
    assert (play.number, play.name, play.words[0]) == (1, "Ann", "FLTOY")
    counted = sheet(game).rows[0].counts
    finals = sheet(game).outcome.finals
    assert play.points == counted
    assert play.finals == (finals[0] - counted, finals[1])
    text = pad(director_client, game).text
    assert "Turn 1 Ann: FLTOY . A successful challenge would have removed the play and its" in text
    assert "so the result stands." in text
