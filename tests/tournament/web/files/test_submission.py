"""Submitting an event for rating: one page that asks, corrects, confirms and returns the file."""

import io
import zipfile

import pytest

from tournament.actions.event.events import create_event
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.exchange.submission import BODIES, default_body
from tournament.models import Entry, Event

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


def test_data_required_by_naspa_is_entered_on_the_page(director_client, whole_robin):
    shown = director_client.get(PAGE)
    assert shown.context["body"] == "naspa"
    assert [row.entry.name for row in shown.context["job"].missing] == [
        "Ana Lopez", "Ben Okafor", "Zoë Müller", "Dai Jones",
    ]  # fmt: skip
    keys = dict(Entry.objects.values_list("number", "pk"))
    typed = {**DATE, "body": "naspa", "naspa_tournament_id": "1234", "naspa_director_id": "AA99"}
    typed |= {f"member-{keys[1]}": "AA000001", f"games-{keys[1]}": "250"}
    director_client.post(PAGE, typed)
    event = Event.objects.get()
    assert (event.naspa_tournament_id, event.naspa_director_id) == ("1234", "AA99")
    ana = Entry.objects.get(number=1)
    assert (ana.member, ana.career_games) == ("AA000001", 250)
    again = director_client.get(f"{PAGE}?body=naspa")
    assert 'value="1234"' in again.text
    assert len(again.context["job"].missing) == 3


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


def test_missing_result_prevents_the_rating_file(director_client, round_one):
    shown = director_client.get(PAGE)
    text = shown.text
    assert "Round 1: board 1, Ana Lopez and Ben Okafor have no result." in text
    assert "Download the file" not in text
    refused = director_client.post(PAGE, {"body": "naspa", "step": "write", "confirmed": "1"})
    assert refused.status_code == 422


def test_event_without_a_date_must_be_given_one(director_client, whole_robin):
    Event.objects.update(date=None)
    assert "The event has no date. Set it below." in director_client.get(PAGE).text
    wrong = director_client.post(PAGE, {"body": "naspa", "step": "note", "date": ""})
    assert "Enter the first day of the event; rating bodies need it." in wrong.text
    director_client.post(PAGE, {**DATE, "body": "naspa"})
    assert Event.objects.get().date.isoformat() == "2026-10-03"


def test_invalid_number_is_refused_and_nothing_is_stored(director_client, whole_robin):
    key = Entry.objects.get(number=1).pk
    answer = director_client.post(PAGE, {**DATE, "body": "naspa", f"games-{key}": "many"})
    assert answer.status_code == 422
    assert "“many” is not a valid number of games." in answer.text
    assert Entry.objects.get(number=1).career_games is None


def test_plain_text_file_lists_players_and_every_game(director_client, whole_robin):
    answer = director_client.post(PAGE, {"body": "absp", "step": "write", "confirmed": "1"})
    lines = contents(answer)["autumn-open.txt"].decode().splitlines()
    assert lines[:2] == ["Autumn Open", "2026-10-03"]
    assert "   1  Ana Lopez    1800" in lines
    assert len([line for line in lines if "400" in line and "380" in line]) == 6
    assert BODIES["absp"].format == "results_text"
