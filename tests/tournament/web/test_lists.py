"""Every list of the desk: sorted and narrowed by the address, its columns chosen, as a file, in few queries."""

import csv
import datetime as dt
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from openpyxl import load_workbook

from scoring.actions.activity import Actor
from scoring.actions.judging import judge
from scoring.actions.unpacking import Piece
from scoring.actions.uploads import take_in
from scoring.lexicon import lexicon
from tournament.actions.people.rating_lists import add_rating_list
from tournament.actions.rounds.plans import plan_rounds
from tournament.actions.standings.prizes import add_prizes
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.engine.ratings.listed import read_list

pytestmark = pytest.mark.django_db
EVENT = "/events/autumn-open/"
GAME = "#player1 A Ana\n#player2 B Ben\n>A: QI 8H QI +22 22\n"


def make_activity(desk, division, number):
    for n in range(number):
        plan_rounds(desk, division, PlannedRounds(n + 1, n + 1, "swiss"))


def make_rating_lists(desk, division, number):
    for n in range(number):
        people = [["Name", "Rating", "Games"]] + [
            [f"Person {m}", str(1000 + m), str(m)] for m in range(n + 1)
        ]
        add_rating_list(
            desk,
            key="wespa",
            name=f"List {n}",
            as_of=dt.date(2026, 9, n + 1),
            source="typed",
            read=read_list(people),
        )


def make_prizes(desk, division, number):
    add_prizes(desk, division.event, "\n".join(f"{n + 1}. = {50 - n}" for n in range(number)))


def make_judgements(desk, division, number):
    for _ in range(number):
        judge(desk, lexicon("open_english"), "QI", "QI", place="Board 5")


def make_uploads(desk, division, number):
    for n in range(number):
        take_in(Actor("director"), [Piece(f"{n}.gcg", GAME.encode())], "")


def make_nothing(desk, division, number):
    """Word lists come with the program."""


LISTS = {
    "activity": (f"{EVENT}activity/", make_activity, "actor", "What and why"),
    "rating_lists": ("/ratings/", make_rating_lists, "-as_of", "List"),
    "prizes": (f"{EVENT}prizes/", make_prizes, "-number", "Prize"),
    "judgements": ("/judge/log/", make_judgements, "lexicon_name", "Verdict"),
    "uploads": ("/games/upload/", make_uploads, "-files", "Files"),
    "word_lists": ("/lexicons/", make_nothing, "name", "Short name"),
    "plan": (f"{EVENT}a/plan/", make_activity, "-rounds", "Method"),
}


@pytest.mark.parametrize("key", LISTS)
def test_a_list_is_sorted_and_downloaded_in_few_queries(
    director_client, desk, division, lists_folder, key
):
    address, make, sort, heading = LISTS[key]
    make(desk, division, 1)
    with CaptureQueriesContext(
        connection,
    ) as first:
        assert director_client.get(address).status_code == 200
    make(desk, division, 3)
    with CaptureQueriesContext(connection) as second:
        page = director_client.get(address, {"sort": sort})
    assert len(second) <= len(first), "every row asks the database"
    state, table = page.context["list"], page.context["table"]
    assert state.sort == sort
    sent = director_client.get(address, {"sort": sort, "file": "csv"})
    rows = [row for row in csv.reader(io.StringIO(sent.content.decode("utf-8-sig"))) if row]
    head = next(at for at, row in enumerate(rows) if heading in row)
    assert len(rows) - head - 1 == state.total == len(table.rows)
    workbook = load_workbook(io.BytesIO(director_client.get(address, {"file": "xlsx"}).content))
    assert any(heading in row for row in workbook.active.iter_rows(values_only=True))
    chosen = director_client.get(address, {"columns": ["", "nonsense"]})
    assert chosen.url == address
    hidden = director_client.get(address).context["table"]
    assert {column.name for column in hidden.columns} == set(type(table).always)


@pytest.fixture
def lists_folder(settings, tmp_path):
    """An empty folder for what a director loads."""
    settings.NINETIMER_DATA_DIR = tmp_path


def test_the_people_of_a_rating_list_are_found_by_name_and_number(director_client, desk, division):
    make_rating_lists(desk, division, 3)
    page = director_client.get("/ratings/3/", {"find": "person 2"})
    (row,) = page.context["table"].paginated_rows
    assert (row.record.name, row.record.rating) == ("Person 2", 1002)
    sent = director_client.get("/ratings/3/", {"file": "xlsx", "sort": "-rating"})
    cells = list(load_workbook(io.BytesIO(sent.content)).active.iter_rows(values_only=True))
    assert [row[1] for row in cells if row[0] and str(row[0]).startswith("Person")] == [1002, 1001, 1000]  # fmt: skip


def test_days_and_moments_of_a_list_are_dates_in_a_workbook(director_client, desk, division):
    make_rating_lists(desk, division, 1)
    sheet = load_workbook(
        io.BytesIO(director_client.get("/ratings/", {"file": "xlsx"}).content)
    ).active
    days = [cell.value for row in sheet.iter_rows() for cell in row if cell.is_date]
    assert dt.date(2026, 9, 1) in [day.date() for day in days]
    make_judgements(desk, division, 1)
    sheet = load_workbook(
        io.BytesIO(director_client.get("/judge/log/", {"file": "xlsx"}).content)
    ).active
    moments = [cell.value for row in sheet.iter_rows() for cell in row if cell.is_date]
    assert any(timezone.localdate() == moment.date() for moment in moments)


def test_the_newest_rating_list_and_upload_come_first(director_client, desk, division):
    make_rating_lists(desk, division, 3)
    page = director_client.get("/ratings/")
    assert [row.record.name for row in page.context["table"].rows] == ["List 2", "List 1", "List 0"]
    make_uploads(desk, division, 2)
    first, second = director_client.get("/games/upload/").context["table"].rows
    assert first.record.pk > second.record.pk


def test_the_judgements_are_narrowed_by_verdict(director_client, desk, division):
    make_judgements(desk, division, 1)
    judge(desk, lexicon("open_english"), "QZX", "QZX", place="Board 6")
    page = director_client.get("/judge/log/", {"verdict": "no"})
    assert [row.record.words for row in page.context["table"].paginated_rows] == [["QZX"]]
    matching = director_client.get("/judge/log/", {"find": "board 5"})
    assert [row.record.words for row in matching.context["table"].paginated_rows] == [["QI"]]


def test_a_prize_is_moved_from_the_list(director_client, desk, division):
    make_prizes(desk, division, 2)
    page = director_client.get(f"{EVENT}prizes/")
    first, second = [row.record for row in page.context["table"].paginated_rows]
    director_client.post(f"{EVENT}prizes/move/", {"prize": second.prize.pk, "to": "up"})
    page = director_client.get(f"{EVENT}prizes/")
    assert [row.record.title for row in page.context["table"].paginated_rows] == [
        second.title,
        first.title,
    ]
