"""Every recorded game of an event as GCG in one zip, as on the score pad."""

import io
import zipfile

import pytest
from django.utils import timezone

from scoring.models import GamePhoto
from scoring.queries.sheets import sheet
from scoring.queries.uploads import verify_file
from tournament.actions.files.importing import import_event
from tournament.engine.interchange import UnwritableEvent
from tournament.exchange.event_exchange import prepare_event
from tournament.exchange.event_files import read_bundle
from tournament.models import Pairing

pytestmark = pytest.mark.django_db


def test_every_game_has_a_file_named_by_division_round_and_board(recorded):
    sent = prepare_event(recorded, "gcg_zip").single_file(recorded.slug)
    with zipfile.ZipFile(io.BytesIO(sent.content)) as zipped:
        texts = {info.filename: zipped.read(info).decode() for info in zipped.infolist()}
    folder = "practice-4-players-1-rounds"
    assert list(texts) == [
        f"{folder}/division-a-round-01-board-01.gcg",
        f"{folder}/division-a-round-01-board-02.gcg",
    ]
    for pairing in Pairing.objects.filter(game__isnull=False):
        text = texts[f"{folder}/division-a-round-01-board-0{pairing.board}.gcg"]
        seen, result = verify_file(text.encode(), pairing.game.rules), pairing.results.get()
        assert seen.report["names"] == [pairing.first.name, pairing.second.name]
        assert seen.report["announced"] == [result.first_score, result.second_score]
        assert seen.report["turns"] == len(sheet(pairing.game).record.turns)


def test_one_recorded_game_is_in_a_zip_too(recorded):
    Pairing.objects.filter(board=2).update(game=None)
    (sent,) = prepare_event(recorded, "gcg_zip").files()
    with zipfile.ZipFile(io.BytesIO(sent.content)) as zipped:
        assert [sent.name, *zipped.namelist()] == [
            "practice-4-players-1-rounds.zip",
            "practice-4-players-1-rounds/division-a-round-01-board-01.gcg",
        ]


def test_boards_without_a_recorded_game_are_counted_beforehand(recorded, whole_robin, event):
    assert prepare_event(recorded, "gcg_zip").losses == ()
    assert [loss.summary for loss in prepare_event(event, "gcg_zip").losses] == [
        "6 of 6 boards have no recorded game."
    ]
    with pytest.raises(
        UnwritableEvent, match=("No game of this event has been recorded turn by turn yet")
    ):
        prepare_event(event, "gcg_zip").files()


def test_recorded_games_are_included_in_the_archive(recorded):
    whole = prepare_event(recorded, "archive").value.archive_content
    assert len(whole["rows"]["scoring.Game"]) == 2
    turns = whole["rows"]["scoring.TurnEntry"]
    assert {turn["game"] for turn in turns} == {1, 2}
    assert [item["game"] for item in whole["rows"]["tournament.Pairing"]] == [1, 2]


def test_photographs_of_a_game_are_included_in_the_archive(recorded, desk):
    game = Pairing.objects.filter(game__isnull=False).first().game
    GamePhoto.objects.create(
        game=game, caption="Sheet", picture=b"\xff\xd8", added_at=timezone.now()
    )
    again = import_event(
        desk, read_bundle([prepare_event(recorded, "archive").single_file(recorded.slug)])
    )
    photo = GamePhoto.objects.get(game__pairing__round__division__event=again)
    assert (photo.caption, bytes(photo.picture)) == ("Sheet", b"\xff\xd8")
    assert photo.game != game
