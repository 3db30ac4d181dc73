"""Accepting results reported by players at the desk, several boards at once."""

import pytest

from scoring.models import Activity
from tests.shown import text
from tournament.hall.actions.reports import report_result
from tournament.hall.models import PlayerCode

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/results/"


def test_reports_of_marked_boards_are_accepted_together(director_client, round_one, board):
    codes = PlayerCode.objects.select_related("entry__player", "entry__division__event")
    for number in (1, 2):
        code = codes.get(entry=board(number).first)
        report_result(code, board(number), 400 + number, 380, key=f"form {number}")
    marks = {"rows": "a.1.1 a.1.2", "do": "accept"}
    done = director_client.post(f"{PAGE}marked/", marks, follow=True)
    assert "The reports for 2 boards now count." in text(done)
    rows = done.context["table"].paginated_rows
    assert [[str(cell) for _column, cell in row.items()][4:6] for row in rows] == [
        ["401", "380"],
        ["402", "380"],
    ]
    log = Activity.objects.order_by("id").last()
    assert log.summary == "Players' reports for 2 boards of division A accepted."
