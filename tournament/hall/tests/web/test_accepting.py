"""Accepting results reported by players at the desk, several boards at once."""

import pytest

from scoring.models import Activity
from tests.shown import text
from tournament.actions.safety.undo import undo_action
from tournament.hall.actions.reports import report_result
from tournament.hall.models import PlayerCode
from tournament.models import UndoStep

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/results/"


def cells(page):
    return [
        [str(cell) for _column, cell in row.items()] for row in page.context["table"].paginated_rows
    ]


def test_reports_of_marked_boards_are_accepted_and_undone_together(
    director_client, desk, round_one, board
):
    for number in (1, 2):
        first = board(number).first
        code = PlayerCode.objects.select_related("entry__player", "entry__division__event").get(
            entry=first
        )
        report_result(code, board(number), 400 + number, 380, key=f"form {number}")
    before = Activity.objects.count()
    marks = {"rows": "a.1.1 a.1.2", "do": "accept"}
    done = director_client.post(f"{PAGE}marked/", marks, follow=True)
    assert "The reports for 2 boards now count." in text(done)
    assert [row[4:6] for row in cells(done)] == [["401", "380"], ["402", "380"]]
    entries = list(Activity.objects.order_by("id")[before:])
    assert entries[-1].summary == ("Players' reports for 2 boards of division A accepted.")
    again = director_client.post(f"{PAGE}marked/", marks, follow=True)
    assert ("cannot be accepted: there is no report, or there are two different ones") in text(
        again
    )
    step = UndoStep.objects.latest("pk")
    undo_action(desk, step)
    assert [row[9] for row in cells(director_client.get(PAGE))] == ["reported, not confirmed"] * 2
