"""The page that assigns the columns of a table of results, and the import."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests.tournament.exchange.test_tables import workbook
from tournament.exchange.event_exchange import prepare_event
from tournament.models import Event
from tournament.queries.standings.ratings import rated_division
from tournament.queries.standings.standings import division_standings
from tournament.reports.definition import find_definition

pytestmark = pytest.mark.django_db
TABLE = (
    "Rd\tPlayer A\tPoints A\tPlayer B\tPoints B\n"
    "1\tAna Lopez\t412\tBen Okafor\t380\n"
    "1\tCem Aydin\t390\tDai Jones\t391\n"
    "2\tAna Lopez\t444\tDai Jones\t3x0\n"
    "2\tBen Okafor\t350\tCem Aydin\t350\n"
    "Final\tAna Lopez\t401\tDai Jones\t377\n"
)


def pasted(client, text=TABLE):
    return client.post("/import/", {"pasted": text}, follow=True)


def assigned(answer, **changes):
    """Return the form data of the page, with some values changed."""
    table = answer.context["table"]
    columns = {f"column-{column.at}": column.role for column in table.columns}
    return {**columns, "outline": table.outline, "step": "on", **changes}


def test_play_off_game_is_printed_and_rated_but_not_counted_in_standings(director_client):
    answer = pasted(director_client)
    page = answer.redirect_chain[-1][0]
    preview = director_client.post(page, assigned(answer, leave="4"), follow=True)
    director_client.post(preview.redirect_chain[-1][0], {"name": "Open", "preset": "naspa_nwl"})
    division = Event.objects.get(name="Open").divisions.get()
    ana = division_standings(division).rows[0]
    assert ana.person.name == "Ana Lopez"
    assert {row.person.name: row.games for row in rated_division(division).rows}["Ana Lopez"] == 2
    report = find_definition("playoffs")
    shown = report.build(division.event, report.Options(), timezone.localtime())
    (table,) = shown.sections
    assert table.groups[0].rows == (("Final", "Ana Lopez", 401, "Dai Jones", 377),)
    (file,) = prepare_event(division.event, "coco_csv").files()
    assert ",Final,Ana Lopez,401,Dai Jones,377," in file.content.decode()


def test_workbook_with_other_headings_is_read_as_a_table_of_results(director_client):
    def simple(book):
        for line in TABLE.splitlines():
            book.active.append(line.split("\t"))

    file = SimpleUploadedFile("r.xlsx", workbook(simple))
    answer = director_client.post("/import/", {"files": [file]}, follow=True)
    assert answer.redirect_chain[-1][0].endswith("/columns/")
    assert answer.context["games"] == 3


def test_unreadable_row_of_a_coco_file_is_corrected_on_the_page(director_client):
    text = (
        b"Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\n"
        b",1,Ana,400,Ben,380\n,1,Cem,x,Dai,300\n,1,Ana,390,Dai,300\n"
    )
    file = SimpleUploadedFile("results.csv", text)
    answer = director_client.post("/import/", {"files": [file]}, follow=True)
    assert answer.redirect_chain[-1][0].endswith("/columns/")
    assert answer.context["odd_left"] == 1
    assert [row.label for row in answer.context["playoffs"]] == ["1"]


def test_list_of_players_is_refused_as_a_table_of_results(director_client):
    file = SimpleUploadedFile("players.csv", b"Name,Rating\nAna Lopez,1500\n")
    answer = director_client.post("/import/", {"files": [file]})
    assert answer.status_code == 422
    assert "To import a list of players, use “Add players”" in answer.text


def test_column_choice_is_remembered_for_the_same_headings(director_client):
    answer = pasted(director_client)
    page = answer.redirect_chain[-1][0]
    nothing = director_client.post(page, assigned(answer, **{"column-0": ""}))
    assert "Choose a column for: Round." in nothing.text
    changes = {"column-2": "other_score", "column-4": "one_score", "leave": "4"}
    director_client.post(page, assigned(answer, **changes))
    again = pasted(director_client, TABLE.replace("412", "413"))
    assert [column.role for column in again.context["table"].columns] == [
        "round", "one", "other_score", "other", "one_score",
    ]  # fmt: skip
