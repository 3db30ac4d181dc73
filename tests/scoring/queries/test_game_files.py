"""A recorded game survives export and import."""

import pytest

from scoring.actions.edits import undo
from scoring.actions.games import open_game
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import correct_turn, record_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg import read
from scoring.models import Game
from scoring.queries.game_files import faithful_copy
from scoring.queries.sheets import sheet, turn_from_entry
from scoring.queries.uploads import verify_file
from tests.scoring.views.pads import NOBODY, opened
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


def test_strict_export_comes_first_with_announced_or_correct_scores(director_client):
    game = opened("wespa", ("Ana Lopez", "Luis"), "8H LOFTY 31", "7I LOAM 26")
    rule_on_entry(game.entries.get(tiles="LOAM"), "let_stand", NOBODY, reason="both had signed")
    page = director_client.get(f"/games/{game.pk}/files/").text
    addresses = [f"/games/{game.pk}/game.gcg?form=announced", f"/games/{game.pk}/game.gcg?form=corrected",
                 f"/games/{game.pk}/game.gcg"]  # fmt: skip
    places = [page.index(f'href="{address}"') for address in addresses]
    assert places == sorted(places)
    announced, corrected, faithful = (
        director_client.get(address).text.splitlines() for address in addresses
    )
    assert announced[-2:] == [">Ana_Lopez: LOFTY 8H LOFTY +31 31", ">Luis: LOAM 7I LOAM +26 26"]
    assert corrected[-3:] == [
        ">Ana_Lopez: LOFTY 8H LOFTY +30 30", "#note announced 31", ">Luis: LOAM 7I LOAM +26 26",
    ]  # fmt: skip
    assert faithful[-2] == ">Ana_Lopez:  8H LOFTY +31 31"
    assert verify_file("\n".join(corrected).encode()).report["announced"] == [30, 26]


def test_game_of_more_than_two_players_is_exported_only_as_recorded(director_client):
    names = ("Ann", "Ben", "Cleo", "Dai")
    plays = ("8H ZONE 26", "9G EAR 19", "10F RETAIN 22", "-ABC", *["pass"] * 4)
    racks = ("1: rack AB", "2: rack Q", "3: rack EE", "4: rack T")
    game = opened("box_mattel", names, *plays, *racks)
    page = director_client.get(f"/games/{game.pk}/files/").text
    assert "Other programs read only games between two players; this game has 4 players." in page
    assert "form=announced" not in page
    assert director_client.get(f"/games/{game.pk}/game.gcg?form=corrected").status_code == 404
    written = director_client.get(f"/games/{game.pk}/game.gcg").text
    assert written.splitlines()[-4:] == [
        ">Ann: AB (AB) -4 22", ">Ben: Q (Q) -10 9", ">Cleo: EE (EE) -2 20", ">Dai: T (T) -1 -1",
    ]  # fmt: skip
    assert verify_file(written.encode()).report["announced"] == [22, 9, 20, -1]
