"""Lists of the desk: sorting and filters in the address, columns, download, and few queries."""

import csv
import datetime as dt
import io
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver
from django.utils import timezone
from openpyxl import load_workbook

from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.actions.judging import judge
from scoring.actions.unpacking import GameFile
from scoring.actions.uploads import store_upload
from scoring.lexicon import lexicon
from scoring.tables import ListTable
from tests.rooms import of_rooms
from tournament.actions.people.clubs import create_club
from tournament.actions.people.entries import add_players
from tournament.actions.people.rating_lists import add_rating_list
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.plans import plan_rounds
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.prizes import add_prizes
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.engine.ratings.rating_list import parse_rating_list
from tournament.models import Club, Entry, RatingList

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
            read=parse_rating_list(people),
        )


def make_prizes(desk, division, number):
    add_prizes(desk, division.event, "\n".join(f"{n + 1}. = {50 - n}" for n in range(number)))


def make_judgements(desk, division, number):
    for _ in range(number):
        judge(desk, lexicon("open_english"), "QI", "QI", place="Board 5")


def make_uploads(desk, division, number):
    for n in range(number):
        store_upload(Actor("director"), [GameFile(f"{n}.gcg", GAME.encode())], "")


def make_nothing(desk, division, number):
    """Word lists are shipped with the program."""


def make_entries(desk, division, number):
    first = Entry.objects.filter(division=division).count()
    lines = [f"Person {LETTERS[first + n]} {1000 + first + n}" for n in range(number)]
    add_players(desk, division, "\n".join(lines))


def make_results(desk, division, number):
    if not division.entries.exists():
        make_entries(desk, division, 2)
    for _ in range(number):
        round_ = publish_round(desk, pair_by_hand(desk, division, [(1, 2)]))
        enter_result(desk, round_.pairings.get(), 400, 380 + round_.number)


def make_games(desk, division, number):
    for n in range(number):
        open_game([f"Person {LETTERS[n]}", "Ben Okafor"], "wespa", desk)


def make_clubs(desk, division, number):
    for _ in range(number):
        create_club(desk, name=f"Club {LETTERS[Club.objects.count()]}")


LETTERS = ("Adams", "Baker", "Clark", "Davis", "Evans", "Frank", "Ghosh", "Hills")
LISTS = {
    "activity": (f"{EVENT}activity/", make_activity, "actor", "Action and reason"),
    "rating-lists": ("/ratings/", make_rating_lists, "-as_of", "List"),
    "prizes": (f"{EVENT}prizes/", make_prizes, "-number", "Prize"),
    "judgements": ("/judge/log/", make_judgements, "lexicon_name", "Verdict"),
    "uploads": ("/games/upload/", make_uploads, "-files", "Files"),
    "word-lists": ("/lexicons/", make_nothing, "name", "Short name"),
    "plan": (f"{EVENT}a/plan/", make_activity, "-rounds", "Method"),
    "players": (f"{EVENT}players/", make_entries, "-rating", "Name"),
    "check-in": (f"{EVENT}check-in/", make_entries, "-number", "Name"),
    "people": ("/people/", make_entries, "-entry_count", "Name"),
    "results": (f"{EVENT}results/", make_results, "-round", "Board"),
    "games": ("/games/", make_games, "players", "Players"),
    "clubs": ("/clubs/", make_clubs, "-name", "Club"),
    "rating-list": ("/ratings/{list}/", make_rating_lists, "rating", "Rating"),
}
"""For each list: its address, the function that fills it, an order, and a heading of its file."""
for lists_of_room in of_rooms("LISTS"):
    LISTS |= lists_of_room


def every_list(of=ListTable):
    """Yield every list class."""
    return {row.key for row in of.__subclasses__()}.union(*map(every_list, of.__subclasses__()))


def test_every_list_of_the_desk_is_tested():
    assert get_resolver().url_patterns, "the lists are read with the addresses"
    assert every_list() == {*LISTS, "snapshots"}, "snapshots are held in safety/test_snapshots.py"


@pytest.mark.full
@pytest.mark.parametrize("key", LISTS)
def test_list_sorts_filters_and_downloads_in_few_queries(
    director_client, desk, division, lists_folder, key, monkeypatch
):
    address, make, sort, heading = LISTS[key]
    make(desk, division, 1)
    address = address.format(list=RatingList.objects.values_list("pk", flat=True).first())
    with CaptureQueriesContext(connection) as first:
        assert director_client.get(address).status_code == 200
    make(desk, division, 3)
    with CaptureQueriesContext(connection) as second:
        director_client.get(address, {"sort": sort})
    assert len(second) <= len(first), "every row asks the database"
    hold_promises(director_client, address, sort, heading, monkeypatch)


def hold_promises(client, address, sort, heading, monkeypatch):
    """Check order, pages, search, filters, downloads, marks and columns of a list with some rows."""

    def get(**query):
        return client.get(address, query)

    page = get(sort=sort)
    state, table = page.context["list"], page.context["table"]
    assert state.sort == sort
    marks = re.findall(r' name="row" value="([^"]+)"', page.text)
    assert len(set(marks)) == len(marks) == state.total, "every row can be marked"
    assert get(marks=1, sort=sort).text.split(" ") == marks
    names = [row.get_cell(table.always[0]) for row in table.paginated_rows]
    for order, _label in state.sort_options:
        ordered = get(sort=order).context["table"]
        assert len(ordered.rows) == state.total, order
    back = sort.removeprefix("-") if sort.startswith("-") else f"-{sort}"
    turned = [row.get_cell(table.always[0]) for row in get(sort=back).context["table"].rows]
    assert sorted(map(str, turned)) == sorted(map(str, names))
    with monkeypatch.context() as patch:
        declared = next(row for row in type(table).__mro__ if "key" in vars(row))
        patch.setattr(declared, "per_page", 1)
        for at, name in enumerate(names[:3], 1):
            (row,) = get(sort=sort, page=at).context["table"].paginated_rows
            assert row.get_cell(table.always[0]) == name
    if table.searched:
        none = get(find="quux quux")
        assert (none.context["list"].count, none.context["list"].is_filtered) == (0, True)
        assert get(find=" ").context["list"].count == state.total
    for filter_ in state.filters:
        counts = [
            get(**{filter_.key: choice}).context["list"].count for choice, _ in filter_.choices
        ]
        assert state.total >= max(counts) > 0, filter_.key
        assert get(**{filter_.key: "nonsense"}).context["list"].count == state.total
        form = get(sort=sort, **{filter_.key: filter_.choices[0][0]}).text
        form = form.partition('class="row list-search"')[2].partition("</form>")[0]
        sent_by_form = re.findall(r' name="([^"]+)"', form)
        assert len(sent_by_form) == len(set(sent_by_form)), "a form asks for each thing once"
    sent = get(sort=sort, file="csv")
    assert re.fullmatch(r'attachment; filename="[\w-]+\.csv"', sent["Content-Disposition"])
    rows = [row for row in csv.reader(io.StringIO(sent.content.decode("utf-8-sig"))) if row]
    head = next(at for at, row in enumerate(rows) if heading in row)
    assert len(rows) - head - 1 == state.total == len(table.rows)
    book = load_workbook(io.BytesIO(get(sort=sort, file="xlsx").content))
    cells = [row for row in book.active.iter_rows(values_only=True) if any(row)]
    below = next(at for at, row in enumerate(cells) if heading in row)
    column, in_file = rows[head].index(heading), cells[below].index(heading)
    assert [str(row[in_file] or "") for row in cells[below + 1 :]][: state.total] == [
        row[column] for row in rows[head + 1 :]
    ]
    assert get(file="exe").status_code == 404
    some = rows_of_file(get(sort=sort, file="csv", rows=" ".join(marks[1:]), find="quux"), heading)
    assert some == rows[head + 2 :], "marked rows go into a file, also those a search leaves out"
    assert rows_of_file(get(file="csv", row=[marks[0], "nobody"]), heading) == [rows[head + 1]]
    chosen = get(columns=["", "nonsense"])
    assert chosen.url == address
    hidden = get().context["table"]
    assert {column.name for column in hidden.columns} == set(type(table).always)
    by = sort.removeprefix("-")
    ordered = get(sort=sort).context["table"]
    assert {column.name for column in ordered.columns} == {*type(table).always, by}
    assert [row.get_cell(table.always[0]) for row in ordered.paginated_rows] == names
    assert get(sort=sort, columns=["", by]).url == f"{address}?sort={sort}"
    assert by in table.always or get(sort=sort, columns=[""]).url == address


def rows_of_file(sent, heading):
    """Return the rows of a file below their headings."""
    rows = [row for row in csv.reader(io.StringIO(sent.content.decode("utf-8-sig"))) if row]
    return rows[next(at for at, row in enumerate(rows) if heading in row) + 1 :]


@pytest.fixture
def lists_folder(settings, tmp_path):
    """Use an empty folder for word lists loaded by a director."""
    settings.NINETIMER_DATA_DIR = tmp_path


def test_dates_and_times_of_a_list_are_dates_in_a_workbook(director_client, desk, division):
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
