"""Rosters from a file or an earlier list, on the page for adding players."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring import subprocesses
from scoring.subprocesses import run_limited
from tests.crafted import heavy_workbook
from tests.shown import text
from tests.tournament.exchange.test_tables import simple, workbook
from tournament.actions.event.events import create_division, create_event
from tournament.exchange.upload import NamedFile, pack_files
from tournament.models import Entry

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/a/players/"
QUERIES_OF_PREVIEW = 8


def send(client, name, content):
    return client.post(PAGE, {"step": "file", "file": SimpleUploadedFile(name, content)})


def test_workbook_is_previewed_before_saving(director_client, division):
    page = director_client.get(PAGE).text
    assert re.search(r'<input type="file"[^>]* form="list"', page), "sent with what is typed"
    response = send(director_client, "field.xlsx", workbook(simple))
    words = text(response)
    assert "2 of 2 lines can be added." in words
    assert "2 Zoë Müller Müller, Zoë 1623 read" in words
    assert not Entry.objects.exists()
    pasted = response.context["form"]["roster"].value()
    director_client.post(PAGE, {"step": "save", "roster": pasted})
    assert [(row.name, row.rating) for row in Entry.objects.all()] == [
        ("Zoë Müller", 1623), ("Ana Lopez", None),
    ]  # fmt: skip


def test_slow_workbook_is_refused_and_the_page_still_works(director_client, division, monkeypatch):
    run_limited(max, 1, 2)
    monkeypatch.setattr(subprocesses, "MAX_SECONDS", 0.2)
    response = send(director_client, "field.xlsx", heavy_workbook())
    assert response.status_code == 422
    assert "The file takes too long to read, or unpacks to far too much data." in text(response)


RESULTS = "Lopez, Ana 900 2 2; 400 390\nOkafor, Ben 800 1 1; 380 410\n"
COCO = "Round,Winner,Winners Score,Opponent,Opponents Score\n1,Ana,400,Ben,380\n"


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.txt", RESULTS, "tsh division (.t)"),
        ("results.csv", COCO, "CoCo results (CSV)"),
        ("open.tou", "*M25.05.2020 Open\n", "AUPAIR file (.TOU)"),
    ],
)
def test_file_of_results_is_referred_to_the_import(director_client, division, name, content, kind):
    response = send(director_client, name, content.encode())
    assert response.context["lines"] == []
    assert f"{name} contains results in {kind} format." in text(response)


def names_read(answer):
    return [(line.name, line.rating) for line in answer.context["lines"] if line.is_valid]


def test_tsh_division_before_round_one_is_read_as_a_list_of_players(director_client, division):
    shown = send(director_client, "a.t", b"Alder, Bo          1620\nElm, Fay  0\n")
    assert names_read(shown) == [("Bo Alder", 1620), ("Fay Elm", None)]


def test_matching_division_of_a_tsh_zip_is_read(director_client, division):
    files = {
        "config.tsh": b"division A a.t\ndivision B b.t\n",
        "a.t": b"Alder, Bo 1620\n",
        "b.t": b"Elm, Fay 900\n",
    }
    zipped = pack_files([NamedFile(*file) for file in files.items()], "open").content
    assert names_read(send(director_client, "open.zip", zipped)) == [("Bo Alder", 1620)]
    division.name = "Novices"
    division.save()
    refused = text(send(director_client, "open.zip", zipped))
    assert "open.zip contains the divisions A and B, but not Novices. Send the .t file" in refused


@pytest.mark.parametrize(("preset", "member"), [("naspa_csw", "AA0123"), ("wespa", "")])
def test_member_number_is_copied_only_within_the_same_rating_body(
    director_client, desk, four, preset, member
):
    Entry.objects.filter(number=1).update(member="AA0123")
    week = create_division(desk, create_event(desk, name="Week two", preset=preset), name="A")
    page = f"/events/{week.event.slug}/a/players/"
    director_client.post(page, {"step": "ticked", "again": [Entry.objects.get(number=1).pk]})
    assert list(week.entries.values_list("rating", "member")) == [(1800, member)]


def test_reassigned_columns_are_applied_and_remembered(
    director_client, division, django_assert_num_queries
):
    def post(roster, step="read", **more):
        return director_client.post(PAGE, {"roster": roster, "step": step, **more})

    def roles(answer):
        return [column.role for column in answer.context["table"].columns]

    pasted = "Ana Lopez\tLund\t1500\nBen Okafor\tKöln\t1450,5\nBye\t\t0\n"
    first = post(pasted)
    assert roles(first) == ["name", "club", "rating"]
    leave = "3:Bye\t\t0"
    assert f'name="leave" value="{leave}" checked' in first.text
    chosen = {"column-0": "name", "column-1": "team", "column-2": "rating"}
    chosen["outline"] = first.context["table"].outline
    with django_assert_num_queries(QUERIES_OF_PREVIEW):
        again = post(pasted, **chosen)
    assert [row.team for row in again.context["lines"] if row.is_valid] == ["Lund", "Köln"]
    assert "Check The rating 1450,5 is rounded to 1450." in text(again)
    assert not Entry.objects.exists()
    assert "2 of 2 lines can be added." in text(post(pasted, leave=leave, **chosen))
    post(pasted, "save", leave=leave, **chosen)
    assert list(Entry.objects.values_list("player__name", "team")) == [
        ("Ana Lopez", "Lund"), ("Ben Okafor", "Köln"),
    ]  # fmt: skip
    assert roles(post("Cem Aydin\tDelft\t900\n")) == ["name", "team", "rating"]
    roster = "Eva Moreau\tDelft\t900\nFay Elm\tYork\t800\n"
    new = {"name": "Week two", "preset": "club", "roster": roster}
    director_client.post("/events/new/", new)
    assert Entry.objects.get(player__name="Eva Moreau").team == "Delft"
    heads = post("Name\tClub\nDai Jones\tLeeds\n")
    post(heads.context["form"]["roster"].value(), "save")
    assert Entry.objects.get(player__name="Dai Jones").extras == {"tags": [["club", "Leeds"]]}
