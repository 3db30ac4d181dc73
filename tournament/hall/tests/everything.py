"""The hall's part of the data for core tests that cover every action, row and page."""

from tests.tournament.actions.safety.at_the_desk import board_of, of_division, published, round_of
from tournament.actions.results.accepted_reports import accept_reports
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.hall.actions.clock import (
    change_clock,
    pause_clock,
    resume_clock,
    start_clock,
    stop_clock,
)
from tournament.hall.actions.reports import report_result
from tournament.hall.models import Kiosk, PlayerCode
from tournament.models import Event, PlayerReport


def minute(desk, division):
    published(desk, division)
    start_clock(desk, division, minutes=25, overtime_minutes=1)


def paused(desk, division):
    minute(desk, division)
    pause_clock(desk, division)


def clock_of_the_round_before(desk, division):
    minute(desk, division)
    enter_result(desk, board_of(division, 1), 400, 380)
    enter_result(desk, board_of(division, 2), 400, 380)
    pair_by_hand(desk, division, [(1, 3), (2, 4)])
    publish_round(desk, round_of(division, 2))


def report(which, own, opponent):
    def do(_desk, division):
        codes = PlayerCode.objects.select_related("entry__player", "entry__division__event")
        code = codes.get(entry__division=division, entry__number=which)
        report_result(code, board_of(division, 1), own, opponent, key=f"{which} {own}")

    return do


def reported(desk, division):
    published(desk, division)
    report(1, 400, 380)(desk, division)


def reported_at_once(desk, division):
    event = Event.objects.get(pk=division.event_id)
    event.rules_copy |= {"players_report": "at_once"}
    event.save()


def accept_all(desk, division):
    accept_reports(desk, list(PlayerReport.objects.filter(replaced_at=None)))


UNDONE = {
    "start_clock": (published, of_division(start_clock)),
    "start_clock, of the next round": (clock_of_the_round_before, of_division(start_clock)),
    "pause_clock": (minute, of_division(pause_clock)),
    "resume_clock": (paused, of_division(resume_clock)),
    "change_clock": (minute, of_division(change_clock, added_minutes=5, overtime_minutes=2)),
    "stop_clock": (minute, of_division(stop_clock)),
    "report_result": (published, report(1, 400, 380)),
    "report_result, at once": (
        lambda desk, d: (published(desk, d), reported_at_once(desk, d)),
        report(1, 400, 380),
    ),
    "report_result, another": (reported, report(1, 410, 380)),
    "confirm_report": (reported, report(2, 380, 400)),
    "accept_reports": (reported, accept_all),
}
"""Actions that are undone in the tests, each with its preparation."""
CHANGED = {"code": "token = 'mine'", "kiosk": "secret = 'mine'"}
"""Changes made to one row of each kind behind the program's back, as SQL assignments."""


def make_rows(desk, event, now):
    """Create a row of each kind that the event does not have yet."""
    Kiosk.objects.create(event=event, code="x", secret="y", made_at=now)


QUERIES = {
    "/events/autumn-open/": 1,
    "/events/autumn-open/b/": 5,
    "/events/autumn-open/b/pictures/": 1,
}
"""The number of queries that the hall adds to pages of the core, for clocks and players' requests."""
