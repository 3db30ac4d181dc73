"""The page of the activity log and its report."""

import csv
import html
import io

import pytest

from scoring.actions.activity import Actor
from tournament.actions.results.results import correct_result, enter_result

pytestmark = pytest.mark.django_db

AT = "/events/autumn-open/activity/"
REPORT = "/events/autumn-open/reports/activity_log/"


@pytest.fixture
def corrected(desk, board):
    enter_result(Actor("helper"), board(1), 400, 380)
    correct_result(desk, board(1), 410, 380, reason="the slip said <410>")


def text(answer):
    return " ".join(html.unescape(answer.text).split())


def test_entry_shows_person_action_reason_before_and_after(director_client, corrected):
    answer = director_client.get(AT)
    assert "said <410>" not in answer.text
    page = text(answer)
    assert "<em>Reason: the slip said <410></em>" in page
    assert "<li>first: <del>400</del>→ <span>410</span></li>" in page
    assert "No action matches." in text(director_client.get(AT, {"text": "zebra"}))


def test_filtered_log_is_available_as_a_report(director_client, corrected):
    answer = director_client.get(REPORT, {"person": "helper", "format": "csv"})
    rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    (line,) = (row for row in rows if "helper" in row)
    assert "Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor: 400-380." in line
    answer = director_client.get(REPORT, {"day": "tomorrow", "format": "csv"})
    assert answer.status_code == 422
    assert "“tomorrow” is not a date." in text(answer)
