"""`manage.py export_person NAME`: the data of a person as one file."""

import io
import json
import zipfile

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.models import GamePhoto
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.models import Entry, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(tmp_path):
    """Return a function that runs the command and returns the zip's name, its members and the JSON document."""

    def write(name):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        call_command("export_person", name, "--to", str(folder), stdout=io.StringIO())
        (path,) = folder.iterdir()
        with zipfile.ZipFile(path) as bundle:
            names = bundle.namelist()
            document = next(name for name in names if name.endswith(".json"))
            return path.name, names, json.loads(bundle.read(document))

    return write


def test_personal_data_file_contains_entries_results_and_log_entries(written, whole_robin):
    name, names, document = written("ana  LOPEZ")
    assert name == "ana-lopez-personal-data.zip"
    assert names == [f"ana-lopez-personal-data.{ending}" for ending in ("html", "pdf", "json")]
    assert [row["number"] for row in document["entries"]] == [1]
    assert [
        (row["round"], row["opponent"], row["score"], row["opponent_score"])
        for row in document["results"]
    ] == [(1, "Dai Jones", 400, 380), (2, "Ben Okafor", 400, 380), (3, "Zoë Müller", 380, 400)]
    assert [row["verb"] for row in document["activity"]] == ["add_players", *3 * ["enter_result"]]


def test_longer_name_with_the_same_beginning_is_left_out(written, desk, division):
    add_players(desk, division, "Ann Li 1500")
    add_players(desk, division, "Ann Lindt 1400")
    assert [row["name"] for row in written("Ann Li")[2]["names"]] == ["Ann Li"]
    (entered,) = written("Ann Li")[2]["activity"]
    assert entered["verb"] == "add_players"


def test_log_entries_follow_a_corrected_name_and_exclude_later_namesakes(written, desk, division):
    add_players(desk, division, "Ana Lopez 1800")
    ana = Entry.objects.get()
    update_entry(desk, ana, name="Ana Lopes", rating=1800)
    add_players(desk, division, "Ana Lopez 1200")
    assert [row["verb"] for row in written("Ana Lopes")[2]["activity"]] == [
        "add_players",
        "describe_entry",
    ]


def test_photographs_of_the_persons_games_are_included(written, desk, board):
    game = start_game(desk, board(1))
    GamePhoto.objects.create(game=game, picture=b"\xff\xd8", added_at=timezone.now())
    assert "photographs/1.jpg" in written("Ana Lopez")[1]
    assert "photographs/1.jpg" not in written("Dai Jones")[1]


def test_every_table_referring_to_a_person_is_exported():
    """A new model that refers to people or entries must be added to the export."""
    pointing = {
        relation.related_model.__name__
        for model in (Player, Entry)
        for relation in model._meta.get_fields(include_hidden=True)
        if relation.auto_created and not relation.concrete
    }
    assert pointing == {
        "Contact", "Entry", "KeepApart", "Pairing", "Penalty", "Player", "PlayerCode", "PlayerReport", "PlayerRequest",
        "Prize", "RatingChange", "SharedPerson", "Registration",
    }  # fmt: skip


def test_unknown_name_is_reported(tmp_path):
    with pytest.raises(
        CommandError, match=r"^No person called Nora Nobody has ever been entered\.$"
    ):
        call_command("export_person", "Nora Nobody", "--to", str(tmp_path))
    assert list(tmp_path.iterdir()) == []
