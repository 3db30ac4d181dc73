"""The page of the activity log and its report, hidden from strangers."""

import csv
import html
import io
import re

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
    assert "7 actions, newest first" in page
    assert re.search('<td data-label="Who"[^>]*>director</td>', page)
    assert "Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor: 410-380." in page
    assert "<em>Reason: the slip said <410></em>" in page
    assert "<li>first: <del>400</del>→ <span>410</span></li>" in page


def test_log_is_filtered_and_an_empty_result_explained(director_client, corrected):
    page = text(director_client.get(AT, {"person": "helper"}))
    assert "1 action found" in page
    assert "410-380" not in page
    assert "No action matches." in text(director_client.get(AT, {"text": "zebra"}))
    assert "No action matches" in text(director_client.get(AT, {"day": "2001-01-01"}))


def test_unknown_person_is_refused(director_client, corrected):
    answer = director_client.get(AT, {"person": "nobody"})
    assert answer.status_code == 422
    assert "Select a valid choice" in text(answer)


def test_action_not_yet_performed_gives_an_empty_list(director_client, corrected):
    """Pages link to the log of an action even before its first use."""
    answer = director_client.get(AT, {"verb": "merge_persons"})
    assert answer.status_code == 200
    assert "No action matches." in text(answer)
    assert director_client.get(AT, {"verb": "no_such_action"}).status_code == 422


@pytest.mark.full
def test_log_is_paginated_and_keeps_the_filter(director_client, desk, board):
    for score in range(300, 400):
        enter_result(desk, board(1), score, 280, accepted=True)
    first = director_client.get("/activity/", {"verb": "enter_result"})
    assert "Page 1 of 2" in text(first)
    assert "?verb=enter_result&page=2" in text(first)
    second = text(director_client.get("/activity/", {"verb": "enter_result", "page": 2}))
    assert ": 300-280." in second
    assert ": 399-280." not in second


def test_filtered_log_is_available_as_a_report(director_client, corrected):
    page = text(director_client.get(AT, {"person": "helper"}))
    assert f"{REPORT}?person=helper&format=pdf" in page
    answer = director_client.get(REPORT, {"person": "helper", "format": "csv"})
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    lines = [row for row in rows if "helper" in row]
    assert len(lines) == 1
    assert "Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor: 400-380." in lines[0]


def test_invalid_date_is_refused(director_client, corrected):
    answer = director_client.get(REPORT, {"day": "tomorrow", "format": "csv"})
    assert answer.status_code == 422
    assert "“tomorrow” is not a date." in text(answer)
