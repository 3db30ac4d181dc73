"""Submitting an event for rating: one page that asks, corrects, confirms and returns the file."""

import io
import zipfile

import pytest

from tournament.actions.event.events import create_event
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.exchange.submission import BODIES, default_body

pytestmark = pytest.mark.django_db
PRESETS = {
    "absp": "absp", "coco": "coco", "german": "german", "naspa_csw": "naspa", "naspa_nwl": "naspa",
    "wespa": "wespa",
}  # fmt: skip
PAGE = "/events/autumn-open/files/send/"
DATE = {"date": "2026-10-03", "step": "note"}


def contents(answer):
    with zipfile.ZipFile(io.BytesIO(answer.content)) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def test_rating_body_is_proposed_by_the_rules_of_the_event(desk):
    bodies = {
        preset: default_body(create_event(desk, name=preset, preset=preset)) for preset in PRESETS
    }
    assert bodies == PRESETS


def test_rating_file_and_cover_sheet_are_written_after_confirming_the_losses(
    director_client, whole_robin
):
    refused = director_client.post(PAGE, {"body": "naspa", "step": "write"})
    assert refused.status_code == 422
    assert "Confirm that you have seen what the file leaves out." in refused.text
    answer = director_client.post(PAGE, {"body": "naspa", "step": "write", "confirmed": "1"})
    assert answer["Content-Disposition"] == 'attachment; filename="autumn-open-results.zip"'
    files = contents(answer)
    assert sorted(files) == ["autumn-open.tsh", "cover-sheet.pdf"]
    assert files["cover-sheet.pdf"].startswith(b"%PDF")
    event = read_bundle([NamedFile("autumn-open.tsh", files["autumn-open.tsh"])])
    assert [len(division.rounds) for division in event.divisions] == [3]


@pytest.mark.parametrize(
    ("body", "file"),
    [
        ("wespa", "autumn-open.TOU"),
        ("coco", "results.csv"),
        ("absp", "autumn-open.txt"),
        ("other", "autumn-open.txt"),
    ],
)
def test_every_body_gets_its_own_file(director_client, whole_robin, body, file):
    answer = director_client.post(PAGE, {"body": body, "step": "write", "confirmed": "1"})
    assert answer.status_code == 200, answer.context["refused"]
    assert file in contents(answer)


def test_plain_text_file_lists_players_and_every_game(director_client, whole_robin):
    answer = director_client.post(PAGE, {"body": "absp", "step": "write", "confirmed": "1"})
    lines = contents(answer)["autumn-open.txt"].decode().splitlines()
    assert lines[:2] == ["Autumn Open", "2026-10-03"]
    assert "   1  Ana Lopez    1800" in lines
    assert len([line for line in lines if "400" in line and "380" in line]) == 6
    assert BODIES["absp"].format == "results_text"
