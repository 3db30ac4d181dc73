"""Actions on marked rows: atomic, one log entry, and confirmed before anything is deleted."""

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actions.activity import Actor
from scoring.actions.unpacking import GameFile
from scoring.actions.uploads import save_selected_games, select_files, store_upload
from scoring.models import Activity, Game, Upload, UploadedGame
from tests.shown import text
from tests.tournament.web.test_lists import GAME, make_prizes
from tournament.actions.rounds.plans import plan_rounds
from tournament.engine.pairing.event_plan import ONE_EARLIER, PlannedRounds
from tournament.queries.rounds.pairing import plan_of
from tournament.queries.standings.prizes import prizes_of

pytestmark = pytest.mark.django_db
EVENT = "/events/autumn-open/"
PLAN = f"{EVENT}a/plan/"


def post(client, address, marks, **more):
    """Send the marked rows and return the next page; the first mark is a checked box, the others are kept marks."""
    first, *others = map(str, marks)
    given = {"row": [first], "rows": " ".join(others), **more}
    return client.post(address, given, follow=True)


def confirm(client, question, address):
    """Confirm the question with all the data of its form."""
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', question.text)
    given = {name: html.unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}
    return client.post(address, {**given, "sure": "1"}, follow=True)


def entries_since(number):
    """Return the entries of the log after this number."""
    return list(Activity.objects.order_by("id")[number:])


def test_marked_prizes_are_removed_after_confirmation(director_client, desk, division, event):
    make_prizes(desk, division, 3)
    first, second, third = prizes_of(event)
    marks, address = [first.pk, third.pk], f"{EVENT}prizes/marked/"
    back = f"{EVENT}prizes/?sort=-number"
    question = post(director_client, address, marks, do="remove", back=back)
    assert "Remove 2 prizes from the list?" in text(question)
    assert "1st place, division A, 50" in text(question)
    assert "2nd place" not in text(question)
    assert f'href="{back}#list-rows"' in question.text
    assert len(prizes_of(event)) == 3, "a question changes nothing"
    before = Activity.objects.count()
    done = confirm(director_client, question, address)
    assert "2 prizes have been removed from the list." in text(done)
    assert done.redirect_chain[-1][0] == back
    assert prizes_of(event) == [second]
    (entry,) = entries_since(before)
    assert entry.summary == (
        "2 prizes of Autumn Open removed from the list: 1st place, division A (50), 3rd "
        "place, division A (48)."
    )
    assert [prize["place"] for prize in entry.before] == [1, 3]


def test_only_uploads_without_saved_games_are_removed(director_client, desk, event):
    one, other, saved = (
        store_upload(
            Actor("director"), [GameFile(f"{n}.gcg", GAME.replace("Ana", name).encode())], ""
        )
        for n, name in enumerate(("Ana", "Cy", "Dee"))
    )
    select_files(saved, [row.pk for row in saved.games.all()], desk)
    save_selected_games(saved, desk)
    address = "/games/upload/marked/"
    question = post(director_client, address, [one.pk, saved.pk], do="remove")
    assert f"Upload {one.pk}: 1 file" in text(question)
    refused = confirm(director_client, question, address)
    assert f"Games from Upload {saved.pk} have been saved" in text(refused)
    assert Upload.objects.count() == 3
    before = Activity.objects.count()
    question = post(director_client, address, [one.pk, other.pk], do="remove")
    assert "2 uploads removed." in text(confirm(director_client, question, address))
    assert list(Upload.objects.all()) == [saved]
    assert (UploadedGame.objects.count(), Game.objects.count()) == (1, 1)
    (entry,) = entries_since(before)
    assert entry.summary == f"2 uploads removed: Upload {one.pk}, Upload {other.pk}"


@pytest.fixture
def planned(desk, four):
    """Create a plan of three lines."""
    plan_rounds(desk, four, PlannedRounds(1, 2, "swiss"))
    plan_rounds(desk, four, PlannedRounds(3, 4, "king_of_the_hill", source=ONE_EARLIER))
    plan_rounds(desk, four, PlannedRounds(5, 6, "swiss"))
    return four


def spans(division):
    return [(line.from_round, line.to_round, line.method) for line in plan_of(division)]


def test_marked_plan_lines_get_another_method_in_one_step(director_client, planned):
    before = Activity.objects.count()
    seen = director_client.get(PLAN).context["seen"]
    given = {"do": "method", "method": "random", "seen": seen}
    done = post(director_client, f"{PLAN}marked/", ["3-4", "5-6"], **given)
    assert "Planned rounds: 3–4, 5–6. Method: Random." in text(done)
    assert spans(planned) == [(1, 2, "swiss"), (3, 4, "random"), (5, 6, "random")]
    assert [line.source for line in plan_of(planned)][1] == ONE_EARLIER
    assert [entry.verb for entry in entries_since(before)] == ["plan_rounds"]
    refused = post(director_client, f"{PLAN}marked/", ["1-2"], **given)
    assert "The plan of division A has changed since you opened this page." in text(refused)
    assert spans(planned)[0] == (1, 2, "swiss")


@pytest.mark.parametrize("address", [
    f"{EVENT}prizes/marked/", f"{PLAN}marked/", "/ratings/marked/", "/clubs/marked/", "/games/upload/marked/",
])  # fmt: skip
def test_missing_and_outdated_marks_are_reported(director_client, division, address):
    nothing = director_client.post(address, {"do": "remove"}, follow=True)
    assert "No row is selected. Select rows in the list first." in text(nothing)
    gone = director_client.post(address, {"do": "remove", "row": ["9999", "x' OR 1"]}, follow=True)
    assert "2 selected rows are no longer in the list and were skipped." in text(gone)
    assert director_client.get(address).status_code == 405


def test_removing_prizes_takes_a_constant_number_of_queries(director_client, desk, division, event):
    def queries(number):
        make_prizes(desk, division, number)
        marks = [prize.pk for prize in prizes_of(event)]
        with CaptureQueriesContext(connection) as asking:
            page = post(director_client, f"{EVENT}prizes/marked/", marks, do="remove")
        with CaptureQueriesContext(connection) as done:
            confirm(director_client, page, f"{EVENT}prizes/marked/")
        return len(asking), len(done)

    assert queries(9) <= queries(2)
