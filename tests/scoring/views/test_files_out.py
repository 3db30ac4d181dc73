"""A recorded game survives export and import."""

import pytest
from django.urls import reverse

from scoring.actions.activity import Actor
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
from tests.scoring.views.pads import opened
from tests.scoring.views.uploads import save, send

pytestmark = pytest.mark.django_db


NOTED = """#player1 ana Ana Lopez
#player2 ben Ben Okafor
#description Club night, table 3
#id club 17
#note Both clocks were set late.
#note =2+2 <script>alert(1)</script>
>ana: FLOTY 8H LOFTY +30 30
#note The chair wobbled
and was changed.
>ben: LOAM 7I LOAM +24 24
#note Long thought.
"""


def test_notes_and_pragmas_are_saved_and_exported(director_client, client):
    send(director_client, ("noted.gcg", NOTED))
    save(director_client)
    game = Game.objects.get()
    assert game.notes == ["Both clocks were set late.", "=2+2 <script>alert(1)</script>"]
    assert game.pragmas == [["description", "Club night, table 3"], ["id", "club 17"]]
    text = client.get(reverse("scoring:game_file", args=[game.pk])).content.decode()
    before, after = read(NOTED), read(text)
    assert after.notes == before.notes
    assert [pragma[:2] for pragma in before.pragmas] == [
        pragma[:2] for pragma in after.pragmas if pragma.name in ("description", "id")
    ]
    shown = client.get(f"/games/{game.pk}/?turn=0").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "The chair wobbled<br>and was changed." in (
        client.get(f"/games/{game.pk}/?turn=1").content.decode()
    )


def test_notes_of_a_turn_survive_its_correction(director_client, director):
    send(director_client, ("noted.gcg", NOTED))
    save(director_client)
    game = Game.objects.get()
    entry = game.entries.order_by("position").first()
    actor = Actor.for_user(director)
    correct_turn(entry, turn_from_entry(entry)._replace(announced=31), actor, reason="heard wrong")
    assert game.entries.get(position=entry.position, superseded_at=None).notes == entry.notes
    undo(game, actor)
    assert sheet(game).record.notes == read(NOTED).notes


def test_game_with_multi_letter_tiles_round_trips(director_client, director):
    actor = Actor.for_user(director)
    game = open_game(["Ana", "Luis"], "spanish", actor, title="Copa\nmesa 1")
    record_turn(game, Turn(TurnKind.PLAY, 0, None, "8H", "[CH]ICO", 24), actor, confirmed=True)
    sent = director_client.get(f"/games/{game.pk}/game.gcg").content.decode()
    assert "#title Copa mesa 1\n" in sent
    assert verify_file(sent.encode()).verification.audit.record.turns[0].tiles == (
        "CH",
        "I",
        "C",
        "O",
    )


def test_nicks_of_a_file_are_exported_unchanged(director_client, client):
    send(director_client, ("noted.gcg", NOTED.replace("ana", "the#1").replace("ben", "b~n!")))
    save(director_client)
    text = client.get(reverse("scoring:game_file", args=[Game.objects.get().pk])).content.decode()
    assert text.splitlines()[1:3] == ["#player1 the#1 Ana Lopez", "#player2 b~n! Ben Okafor"]


def test_strict_export_comes_first_with_announced_or_correct_scores(director_client, director):
    actor = Actor.for_user(director)
    game = open_game(["Ana Lopez", "Luis"], "wespa", actor, title="Copa")
    record_turn(game, Turn(TurnKind.PLAY, 0, None, "8H", "LOFTY", 31), actor)
    page = director_client.get(reverse("scoring:game_files", args=[game.pk])).content.decode()
    addresses = [
        f"/games/{game.pk}/game.gcg{form}" for form in ("?form=announced", "?form=corrected", "")
    ]
    places = [page.index(f'href="{address}"') for address in addresses]
    assert places == sorted(places)
    files = [director_client.get(address).content.decode() for address in addresses]
    assert [file.splitlines()[-1] for file in files] == [
        ">Ana_Lopez: LOFTY 8H LOFTY +31 31",
        "#note announced 31",
        ">Ana_Lopez:  8H LOFTY +31 31",
    ]
    assert files[1].splitlines()[-2] == ">Ana_Lopez: LOFTY 8H LOFTY +30 30"
    assert "#title Copa" in files[0]


def test_corrected_export_has_ruled_scores_and_announced_ones_as_notes(director_client, director):
    actor = Actor.for_user(director)
    game = open_game(["Ana", "Luis"], "wespa", actor)
    record_turn(game, Turn(TurnKind.PLAY, 0, None, "8H", "LOFTY", 31), actor)
    record_turn(game, Turn(TurnKind.PLAY, 1, None, "7I", "LOAM", 26), actor)
    rule_on_entry(game.entries.get(tiles="LOAM"), "let_stand", actor, reason="both had signed")
    corrected = director_client.get(f"/games/{game.pk}/game.gcg?form=corrected").content.decode()
    assert corrected.splitlines()[-3:] == [
        ">Ana: LOFTY 8H LOFTY +30 30",
        "#note announced 31",
        ">Luis: LOAM 7I LOAM +26 26",
    ]
    again = verify_file(corrected.encode())
    assert again.report["announced"] == [30, 26]


def test_three_player_game_is_exported_only_as_recorded_with_the_reason(director_client, director):
    game = open_game(["A", "B", "C"], "box_mattel", Actor.for_user(director))
    page = director_client.get(reverse("scoring:game_files", args=[game.pk])).content.decode()
    assert "Other programs read only games between two players; this game has 3 players." in page
    assert "form=announced" not in page
    assert director_client.get(f"/games/{game.pk}/game.gcg?form=corrected").status_code == 404
    assert director_client.get(f"/games/{game.pk}/game.gcg").status_code == 200


def test_remaining_racks_of_four_players_have_amounts_and_totals():
    names = ("Ann", "Ben", "Cleo", "Dai")
    plays = ("8H ZONE 26", "9G EAR 19", "10F RETAIN 22", "-ABC", *["pass"] * 4)
    racks = ("1: rack AB", "2: rack Q", "3: rack EE", "4: rack T")
    game = opened("box_mattel", names, *plays, *racks)
    written = faithful_copy(game)
    assert written.splitlines()[-4:] == [
        ">Ann: AB (AB) -4 22",
        ">Ben: Q (Q) -10 9",
        ">Cleo: EE (EE) -2 20",
        ">Dai: T (T) -1 -1",
    ]
    assert verify_file(written.encode()).report["announced"] == [22, 9, 20, -1]
