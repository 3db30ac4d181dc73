"""Starting, pausing, changing and stopping clocks; notices; log entries and undo."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.models import Activity
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division
from tournament.actions.event.housekeeping import remove_event
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
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
from tournament.hall.queries.clock import clock_of, default_clocks, notices_of
from tournament.models import Event
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


def last_sentence():
    return Activity.objects.order_by("-id").first().summary


def test_clock_duration_follows_the_rules(desk, round_one, at):
    division = round_one.division
    moment = at(0)
    start_clock(desk, division)
    clock = clock_of(division)
    assert (clock.round_number, clock.clock.total_seconds, clock.clock.overtime) == (1, 3000, 600)
    assert clock.clock.seconds_left(moment.timestamp() + 600) == 2400
    assert last_sentence() == "Clock of round 1, division A, started: 50 minutes."


def test_clock_pauses_and_resumes(desk, round_one, at):
    division = round_one.division
    at(0)
    start_clock(desk, division)
    at(20)
    pause_clock(desk, division)
    assert clock_of(division).left_when_paused == "30:00"
    assert last_sentence() == "Clock of round 1, division A, paused."
    at(45)
    resume_clock(desk, division)
    assert clock_of(division).clock.seconds_left(at(46).timestamp()) == 29 * 60
    assert last_sentence() == "Clock of round 1, division A, resumed."


def test_second_pause_changes_nothing(desk, round_one, at):
    at(0)
    start_clock(desk, round_one.division)
    at(1)
    pause_clock(desk, round_one.division)
    before = Activity.objects.count()
    at(2)
    pause_clock(desk, round_one.division)
    assert Activity.objects.count() == before


def test_minutes_are_added_and_overtime_is_changed(desk, round_one):
    division = round_one.division
    start_clock(desk, division, minutes=30, overtime_minutes=5)
    change_clock(desk, division, added_minutes=5, overtime_minutes=0)
    clock = clock_of(division)
    assert (clock.clock.total_seconds, clock.clock.overtime, clock.added_minutes) == (2100, 0, 5)
    assert last_sentence() == "Clock of round 1, division A, changed: 35 minutes."
    change_clock(desk, division, added_minutes=-10)
    assert clock_of(division).clock.total_seconds == 1500


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
    start_clock(desk, four)
    with pytest.raises(Refused, match="The clock of round 1, division A, has already been started"):
        start_clock(desk, four)


@pytest.mark.parametrize(
    ("kind", "time", "text", "sentence"),
    [
        ("pairings", dt.time(14, 5), "", "Pairings at 14:05"),
        ("lunch", dt.time(13, 30), "Soup in the foyer", "Lunch until 13:30. Soup in the foyer"),
        ("start", dt.time(9, 0), "", "The round starts at 09:00"),
        ("break", dt.time(9, 0), "", "Break until 09:00"),
        ("text", dt.time(9, 0), "  The   car park closes at 8 ", "The car park closes at 8"),
    ],
)
def test_notice_stays_until_it_is_removed(desk, event, kind, time, text, sentence):
    notice = post_notice(desk, event, kind=kind, time=time, text=text)
    assert [row.sentence for row in notices_of(event)] == [sentence]
    take_down_notice(desk, notice)
    take_down_notice(desk, notice)
    assert notices_of(event) == ()
    assert Activity.objects.filter(verb="take_down_notice").count() == 1


def test_log_quotes_the_notice(desk, event):
    notice = post_notice(desk, event, kind="lunch", time=dt.time(13, 30))
    assert last_sentence() == "Notice for Autumn Open: lunch until 13:30."
    take_down_notice(desk, notice)
    assert last_sentence() == "Notice for Autumn Open taken down: lunch until 13:30."
    post_notice(desk, event, kind="text", text="Car 12 has its lights on")
    assert last_sentence() == "Notice for Autumn Open: “Car 12 has its lights on”."


def test_division_sees_its_own_notices_and_those_of_the_event(desk, event, division):
    other = create_division(desk, event, name="B")
    post_notice(desk, event, kind="text", text="For all")
    post_notice(desk, event, kind="text", text="For A", division=division)
    assert [row.sentence for row in notices_of(event, division)] == ["For all", "For A"]
    assert [row.sentence for row in notices_of(event, other)] == ["For all"]
    assert len(notices_of(event)) == 2


def test_empty_notice_is_refused(desk, event):
    with pytest.raises(Refused, match="The notice is empty"):
        post_notice(desk, event, kind="text", text="  ")
    with pytest.raises(Refused, match="has no time"):
        post_notice(desk, event, kind="lunch")
    with pytest.raises(Refused, match="200 characters; this one has 201"):
        post_notice(desk, event, kind="text", text="x" * 201)
    for number in range(12):
        post_notice(desk, event, kind="text", text=f"Notice {number}")
    with pytest.raises(Refused, match="12 notices are already shown"):
        post_notice(desk, event, kind="text", text="One more")


def test_deleting_an_event_deletes_its_notices(desk, event, four):
    post_notice(desk, event, kind="text", text="For A", division=four)
    remove_event(desk, event)
    assert not Event.objects.exists()
    assert not Notice.objects.exists()


def test_stopped_clock_counts_as_removed():
    assert has_ended("clock:1", {"stopped_at": "2026-10-03"})
    assert not has_ended("clock:1", {"stopped_at": None})
