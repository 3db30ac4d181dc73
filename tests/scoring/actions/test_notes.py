"""Notes and marks of turns: stored, logged, exported to GCG and imported."""

import pytest

from scoring.actions.games import open_game
from scoring.actions.notes import MAX_NOTES_LENGTH, annotate
from scoring.actions.refusals import EditConflict, Refused
from scoring.actions.turns import correct_turn, record_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg import read
from scoring.models import Activity
from scoring.queries.game_files import faithful_copy, strict_copy
from scoring.queries.sheets import sheet
from tests.remembered import remembered
from tests.scoring.views.uploads import save, send

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def entry(actor):
    """Return the opening turn of a game."""
    game = open_game(["Ana", "Ben"], "wespa", actor)
    return record_turn(game, Turn(TurnKind.PLAY, 0, None, "8H", "LOFTY", 30), actor)


def test_notes_and_mark_are_stored_with_the_turn_and_logged(entry, actor):
    annotate(entry, "Long thought.\r\n\r\nThe clock\nstood.", actor, mark="?")
    (standing,) = sheet(entry.game).entries
    assert (standing.mark, standing.comments) == ("?", ["Long thought.", "The clock\nstood."])
    number = Activity.objects.count()
    annotate(entry, " Long thought.\n\nThe clock\nstood.\n", actor, mark="?")
    assert Activity.objects.count() == number
    annotate(entry, "", actor)
    last = Activity.objects.order_by("-id").first()
    assert (last.verb, last.after["notes"]) == ("annotate", [])
    assert last.summary == f"Game {entry.game.pk}, turn 1: notes saved"
    assert last.before["notes"] == ["?", "Long thought.", "The clock\nstood."]


def test_open_pads_show_a_new_note_and_one_changed_meanwhile_is_not_overwritten(entry, actor):
    seen, shown = entry.notes_version, sheet(entry.game).version
    annotate(entry, "Ben doubts it.", actor, seen=seen)
    assert sheet(entry.game).version != shown
    with pytest.raises(
        Refused, match=r"notes of turn 1 .* Your notes were not saved: “Ana knows it.”"
    ):
        annotate(entry, "Ana knows it.", actor, seen=seen)
    (standing,) = sheet(entry.game).entries
    assert standing.comments == ["Ben doubts it."]
    annotate(entry, "Ana knows it.", actor, seen=standing.notes_version)


def test_notes_survive_gcg_export_and_import(entry, actor, director_client):
    annotate(entry, "Long thought.", actor, mark="!")
    text = faithful_copy(entry.game)
    assert text.splitlines()[-2:] == ["#note !", "#note Long thought."]
    assert strict_copy(entry.game).text.splitlines()[-2:] == ["#note !", "#note Long thought."]
    assert read(text).notes == {0: ("!", "Long thought.")}
    send(director_client, ("again.gcg", text.replace("Ben", "Bea")))
    save(director_client)
    again = type(entry).objects.exclude(game=entry.game).get()
    assert (again.mark, again.comments) == ("!", ["Long thought."])


def test_invalid_mark_long_note_and_missing_turn_are_refused(entry, actor):
    for text, mark in (("", "x"), ("a" * (MAX_NOTES_LENGTH + 1), "")):
        with pytest.raises(Refused):
            annotate(entry, text, actor, mark=mark)
    fresh = correct_turn(entry, Turn(TurnKind.PLAY, 0, None, "8H", "LOFTY", 31), actor)
    with pytest.raises(EditConflict):
        annotate(entry, "late", actor)
    annotate(fresh, "in time", actor)
    assert sheet(entry.game).entries[0].comments == ["in time"]
