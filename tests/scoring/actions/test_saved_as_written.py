"""A file with malformed lines still contains them after an import and an export."""

from random import Random

import pytest

from scoring.actions.activity import Actor
from scoring.actions.turns import correct_turn, take_back_turn
from scoring.actions.unpacking import GameFile
from scoring.actions.uploads import save_selected_games, select_files, store_upload
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Game, UploadedGame
from scoring.queries.game_files import faithful_copy
from scoring.queries.sheets import sheet
from tests.scoring.engine.gcg.mutated import mutated, sheets

pytestmark = pytest.mark.django_db

TEXT = """#player1 ana Ana Lopez
#player2 ben Ben Okafor
left over
>ana: FLOTY 8H LOFTY +30 30
#note Long thought.
>zed: ABC - +0 0
>ben: 8H G5 BOHS
>ben:
#player1 eve Eve
"""


def saved(text: str, actor: Actor) -> Game | None:
    """Return the game saved from a file, or None if it cannot be saved."""
    upload = store_upload(actor, [GameFile("sheet.gcg", text.encode())])
    row = UploadedGame.objects.get(upload=upload)
    if row.state != UploadedGame.State.LOOKED_AT or not row.text:
        return None
    select_files(upload, [row.pk], actor)
    save_selected_games(upload, actor)
    return UploadedGame.objects.get(pk=row.pk).game


def test_malformed_lines_of_a_saved_game_are_exported_unchanged(actor):
    game = saved(TEXT, actor)
    added = ["#character-encoding UTF-8", "#title sheet.gcg"]
    written = faithful_copy(game).splitlines()
    assert sorted(written) == sorted([*added, *TEXT.splitlines()])
    assert written[-6:] == [
        ">ana: FLOTY 8H LOFTY +30 30", ">zed: ABC - +0 0", "#note Long thought.",
        ">ben: 8H G5 BOHS", ">ben:", "#player1 eve Eve",
    ]  # fmt: skip
    entry = sheet(game).entries[1]
    correct_turn(entry, Turn(TurnKind.PASS, 1, announced=0), actor, confirmed=True)
    corrected = [">ben:  -  +0 0", ">ben:", "#player1 eve Eve"]
    assert faithful_copy(game).splitlines()[-3:] == corrected
    take_back_turn(game, actor)
    assert faithful_copy(game).splitlines()[-1] == "#note Long thought."


@pytest.mark.full
def test_exported_file_is_unchanged_after_another_import_and_export(actor):
    texts, went_through = [TEXT, *sheets()], 0
    for seed in range(30):
        rng = Random(seed)
        game = saved(mutated(rng.choice(texts), rng), actor)
        if game is None:
            continue
        once = faithful_copy(game)
        again = saved(once, actor)
        assert again is not None
        assert faithful_copy(again) == once
        went_through += 1
    assert went_through > 10
