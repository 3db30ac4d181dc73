"""Submitting an event for rating: one page that asks, corrects, confirms and returns the file."""

import io
import zipfile

import pytest

from tournament.actions.event.events import create_event
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.exchange.submission import default_body
from tournament.models import Event

pytestmark = pytest.mark.django_db
PRESETS = {
    "absp": "absp", "coco": "coco", "german": "german", "naspa_csw": "naspa", "naspa_nwl": "naspa",
    "wespa": "wespa",
}  # fmt: skip
PAGE = "/events/autumn-open/files/send/"


def test_rating_body_is_proposed_by_the_rules_of_the_event(desk):
    bodies = {
        preset: default_body(create_event(desk, name=preset, preset=preset)) for preset in PRESETS
    }
    assert bodies == PRESETS


def test_event_without_a_date_must_be_given_one(director_client, whole_robin):
    Event.objects.update(date=None)
    assert "The event has no date. Set it below." in director_client.get(PAGE).text


@pytest.mark.parametrize(
    ("body", "file"),
    [
        ("naspa", "autumn-open.tsh"),
        ("wespa", "autumn-open.TOU"),
        ("coco", "results.csv"),
        ("absp", "autumn-open.txt"),
        ("other", "autumn-open.txt"),
    ],
)
def test_every_body_gets_its_own_file_and_a_cover_sheet(director_client, whole_robin, body, file):
    answer = director_client.post(PAGE, {"body": body, "step": "write", "confirmed": "1"})
    assert answer.status_code == 200, answer.context["refused"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as zipped:
        files = {name: zipped.read(name) for name in zipped.namelist()}
    assert files["cover-sheet.pdf"].startswith(b"%PDF")
    if body == "naspa":
        event = read_bundle([NamedFile(file, files[file])])
        assert [len(division.rounds) for division in event.divisions] == [3]
    elif file == "autumn-open.txt":
        lines = files[file].decode().splitlines()
        assert lines[:2] == ["Autumn Open", "2026-10-03"]
        assert "   1  Ana Lopez    1800" in lines
        assert len([line for line in lines if "400" in line and "380" in line]) == 6
    else:
        assert file in files
