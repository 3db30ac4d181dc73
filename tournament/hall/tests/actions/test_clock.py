"""Starting, pausing, changing and stopping clocks; notices; log entries and undo."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.models import Activity
from tournament.actions.act import Refused
from tournament.actions.event.housekeeping import remove_event
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.safety.undo import undo_action
from tournament.hall.actions.clock import (
    change_clock,
    pause_clock,
    post_notice,
    resume_clock,
    start_clock,
    stop_clock,
    take_down_notice,
)
from tournament.hall.models import Notice, RoundClock
from tournament.hall.queries.clock import clock_of, default_clocks
from tournament.models import Event, UndoStep
from tournament.queries.safety.undo import has_ended

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(monkeypatch):
    """Return a function that sets the laptop's clock to the given number of minutes after 14:00."""

    def set_to(minutes):
        moment = dt.datetime(2026, 10, 3, 14, 0, tzinfo=dt.UTC) + dt.timedelta(minutes=minutes)
        monkeypatch.setattr(timezone, "now", lambda: moment)
        return moment

    return set_to


def test_second_pause_changes_nothing(desk, round_one, at):
    for minutes, action in enumerate((start_clock, pause_clock)):
        at(minutes)
        action(desk, round_one.division)
    before = Activity.objects.count()
    at(2)
    pause_clock(desk, round_one.division)
    assert Activity.objects.count() == before


def test_next_round_has_the_duration_of_the_previous_one(desk, round_one, board):
    division = round_one.division
    start_clock(desk, division, minutes=40, overtime_minutes=3)
    for number in (1, 2):
        enter_result(desk, board(number), 400, 380)
    close_round(desk, round_one)
    assert clock_of(division) is None
    assert default_clocks([division]) == {}
    publish_round(desk, pair_by_hand(desk, division, [(1, 3), (2, 4)]))
    assert clock_of(division) is None
    start_clock(desk, division)
    clock = clock_of(division)
    assert (clock.round_number, clock.clock.total_seconds, clock.clock.overtime) == (2, 2400, 180)
    assert RoundClock.objects.filter(stopped_at=None).count() == 1


def test_stopping_a_clock_is_undone_only_while_no_other_runs(desk, round_one):
    division = round_one.division
    start_clock(desk, division)
    stop_clock(desk, division)
    stopping = UndoStep.objects.latest("activity_id")
    start_clock(desk, division)
    with pytest.raises(Refused, match="First undo “Clock of round 1, division A, started"):
        undo_action(desk, stopping)
    undo_action(desk, UndoStep.objects.latest("activity_id"))
    undo_action(desk, stopping)
    assert RoundClock.objects.get(stopped_at=None) == RoundClock.objects.earliest("pk")


def test_impossible_clock_changes_are_refused(desk, four):
    with pytest.raises(Refused, match="No round of division A is being played"):
        start_clock(desk, four)
    for action in (pause_clock, resume_clock, change_clock, stop_clock):
        with pytest.raises(Refused, match="Division A has no clock"):
            action(desk, four)
    publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)]))
    for minutes in (0, -5, 1441):
        with pytest.raises(Refused, match="can last 1 to 1440 minutes"):
            start_clock(desk, four, minutes=minutes)
    start_clock(desk, four, minutes=1, overtime_minutes=0)
    with pytest.raises(Refused, match="The clock of round 1, division A, has already been started"):
        start_clock(desk, four)
    for minutes in (1500, -1441):
        with pytest.raises(Refused, match="can last 1 to 1440 minutes"):
            change_clock(desk, four, added_minutes=minutes)
    row = change_clock(desk, four, added_minutes=1440, overtime_minutes=0)
    assert (row.clock.total_seconds, row.clock.overtime) == (1441 * 60, 0)


def test_notice_taken_down_twice_is_logged_once(desk, event):
    notice = post_notice(desk, event, kind="text", text="For all")
    take_down_notice(desk, notice)
    take_down_notice(desk, notice)
    assert Activity.objects.filter(verb="take_down_notice").count() == 1


def test_deleting_an_event_deletes_its_notices(desk, event, four):
    post_notice(desk, event, kind="text", text="For A", division=four)
    remove_event(desk, event)
    assert not Event.objects.exists()
    assert not Notice.objects.exists()


def test_stopped_clock_counts_as_removed():
    assert has_ended("clock:1", {"stopped_at": "2026-10-03"})
    assert not has_ended("clock:1", {"stopped_at": None})
