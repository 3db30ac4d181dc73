"""Actions on marked rows: atomic, one log entry, and confirmed before anything is deleted."""

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Activity
from tests.shown import text
from tests.tournament.web.test_lists import make_prizes
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


def test_marked_prizes_are_removed_after_confirmation(director_client, desk, division, event):
    make_prizes(desk, division, 3)
    first, second, third = prizes_of(event)
    marks, address = [first.pk, third.pk], f"{EVENT}prizes/marked/"
    back = f"{EVENT}prizes/?sort=-number"
    question = post(director_client, address, marks, do="remove", back=back)
    assert "Remove 2 prizes from the list?" in text(question)
    assert ["2nd place" in text(question), "1st place" in text(question)] == [False, True]
    assert f'href="{back}#list-rows"' in question.text
    assert len(prizes_of(event)) == 3, "a question changes nothing"
    before = Activity.objects.count()
    done = confirm(director_client, question, address)
    assert done.redirect_chain[-1][0] == back
    assert prizes_of(event) == [second]
    (entry,) = Activity.objects.order_by("id")[before:]
    assert [prize["place"] for prize in entry.before] == [1, 3]


def test_marked_plan_lines_get_another_method_in_one_step(director_client, desk, four):
    plan_rounds(desk, four, PlannedRounds(1, 2, "swiss"))
    plan_rounds(desk, four, PlannedRounds(3, 4, "king_of_the_hill", source=ONE_EARLIER))
    seen = director_client.get(PLAN).context["seen"]
    for method in ("random", "chew"):
        given = {"do": "method", "method": method, "seen": seen}
        answer = post(director_client, f"{PLAN}marked/", ["3-4"], **given)
        lines = [(line.from_round, line.method, line.source) for line in plan_of(four)]
        assert lines[1] == (3, "random", ONE_EARLIER)
    assert "The plan of division A has changed since you opened this page." in text(answer)


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
