"""The clock of a round: time left through pauses, added minutes and overtime."""

import pytest

from tournament.hall.engine.clock import (
    Clock,
    ClockState,
    default_length,
    default_overtime,
    started_clock,
)

START = 1_791_036_000.0


def at(minutes, seconds=0):
    return START + 60 * minutes + seconds


@pytest.fixture
def clock():
    """Return a clock with fifty minutes and ten of overtime, started at 14:00."""
    return started_clock(START, length=3000, overtime=600)


@pytest.mark.parametrize(
    ("moment", "left", "state"),
    [
        (at(0), 3000, ClockState.RUNNING),
        (at(49, 59), 1, ClockState.RUNNING),
        (at(50), 0, ClockState.OVERTIME),
        (at(53, 12), -192, ClockState.OVERTIME),
        (at(59, 59), -599, ClockState.OVERTIME),
        (at(60), -600, ClockState.OVER),
        (at(-5), 3000, ClockState.RUNNING),  # the laptop's clock was put back
    ],
)
def test_clock_counts_down_then_runs_overtime_and_ends(clock, moment, left, state):
    assert (clock.seconds_left(moment), clock.state(moment)) == (left, state)


def test_pause_takes_no_time(clock):
    paused = clock.paused_at(at(20))
    assert (paused.state(at(40)), paused.seconds_left(at(40)), paused.ends_at) == (
        "paused",
        1800,
        None,
    )
    again = paused.resumed_at(at(40))
    assert (again.seconds_left(at(41)), again.ends_at) == (1740, at(70))


def test_repeated_pause_and_resume_change_nothing(clock):
    paused = clock.paused_at(at(20))
    assert paused.paused_at(at(30)) == paused
    assert clock.resumed_at(at(30)) == clock


def test_added_minutes_extend_the_end_and_leave_overtime(clock):
    assert clock.state(at(52)) is ClockState.OVERTIME
    longer = clock.extended_by(300)
    assert (longer.state(at(52)), longer.seconds_left(at(52))) == (ClockState.RUNNING, 180)
    assert longer.ends_at == at(55)


def test_duration_is_never_negative(clock):
    assert clock.extended_by(-9999).total_seconds == 0
    assert clock.extended_by(-9999).extended_by(60).total_seconds == 60


def test_clock_without_overtime_ends_at_once():
    assert started_clock(START, length=60, overtime=0).state(at(1)) is ClockState.OVER


def test_round_duration_follows_the_rules_or_25_minutes_a_side():
    assert (default_length(1500), default_length(1800), default_length(0)) == (3000, 3600, 3000)
    assert (default_overtime(10), default_overtime(5), default_overtime(0)) == (600, 300, 600)


def test_clock_is_a_value(clock):
    assert eval(repr(clock), {"Clock": Clock}) == clock
