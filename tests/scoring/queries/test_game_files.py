"""A recorded game survives export and import."""

import pytest

from scoring.actions.edits import undo
from scoring.actions.games import open_game
from scoring.actions.turns import correct_turn, record_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg import read
from scoring.models import Game
from scoring.queries.game_files import faithful_copy
from scoring.queries.sheets import sheet, turn_from_entry
from scoring.queries.uploads import verify_file
from tests.scoring.views.pads import NOBODY
from tests.scoring.views.uploads import save, send

pytestmark = pytest.mark.django_db

NOTED = """#player1 the#1 Ana Lopez
#player2 b~n! Ben Okafor
#description Club night, table 3
#id club 17
#note Both clocks were set late.
>the#1: FLOTY 8H LOFTY +30 30
#note The chair wobbled
and was changed.
>b~n!: LOAM 7I LOAM +24 24
#note Long thought.
"""


def test_notes_pragmas_and_nicks_are_exported_and_survive_a_correction(director_client):
    send(director_client, ("noted.gcg", NOTED))
    save(director_client)
    game = Game.objects.get()
    assert game.pragmas == [["description", "Club night, table 3"], ["id", "club 17"]]
    text = faithful_copy(game)
    assert text.splitlines()[1:3] == NOTED.splitlines()[:2]
    assert read(text).notes == read(NOTED).notes
    assert {pragma[:2] for pragma in read(NOTED).pragmas} <= {
        pragma[:2] for pragma in read(text).pragmas
    }
    shown = director_client.get(f"/games/{game.pk}/?turn=1").text
    assert "The chair wobbled<br>and was changed." in shown
    entry = sheet(game).entries[0]
    fresh = correct_turn(entry, turn_from_entry(entry)._replace(announced=31), NOBODY)
    assert fresh.notes == entry.notes
    undo(game, NOBODY)
    assert sheet(game).record.notes == read(NOTED).notes


def test_game_with_multi_letter_tiles_round_trips():
    game = open_game(["Ana", "Luis"], "spanish", NOBODY, title="Copa\nmesa 1")
    record_turn(game, Turn(TurnKind.PLAY, 0, None, "8H", "[CH]ICO", 24), NOBODY, confirmed=True)
    sent = faithful_copy(game)
    assert "#title Copa mesa 1\n" in sent
    (turn,) = verify_file(sent.encode()).verification.audit.record.turns
    assert turn.tiles == ("CH", "I", "C", "O")
