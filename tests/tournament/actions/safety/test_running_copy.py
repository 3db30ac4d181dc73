"""The running copy: every change reaches the second location within seconds, and the copy opens on another laptop."""

import sqlite3
import stat
import time
from contextlib import closing

import pytest

from scoring.actions.activity import Actor
from tests.fixtures import database_in
from tournament.actions.event.events import create_event
from tournament.actions.safety.restoring import restore_snapshot
from tournament.actions.safety.running_copy import (
    INTERVAL_SECONDS,
    RunningCopy,
    SqliteFile,
    copy_if_changed,
    running_copy_state,
    start_copying,
    stop_copying,
)
from tournament.models import Event
from tournament.queries.safety.snapshots import RUNNING_COPY, find_snapshot
from tournament.server.background import repeat_in_thread

ANA = Actor("ana")


@pytest.fixture
def stick(tmp_path):
    place = tmp_path / "stick"
    place.mkdir()
    return place


@pytest.fixture
def copy(file_database, stick):
    running = RunningCopy(stick, SqliteFile(file_database))
    yield running
    running.source.close()


def test_running_copy_is_updated_only_after_a_change(stick, copy):
    copy.source.close()  # nothing is open yet
    assert [copy.copy_if_changed(), copy.copy_if_changed()] == [True, False]
    create_event(ANA, name="Autumn Open", preset="club")
    assert [copy.copy_if_changed(), copy.copy_if_changed()] == [True, False]
    assert [path.name for path in stick.iterdir()] == [RUNNING_COPY]
    assert stat.S_IMODE((stick / RUNNING_COPY).stat().st_mode) == 0o600


def lose_the_stick(copy):
    """Remove the folder of a copy, write an event, and see that the copy catches up."""
    stick = copy.target.parent
    copy.target.unlink()
    stick.rmdir()
    create_event(ANA, name="Winter Open", preset="club")
    assert not copy.copy_if_changed()
    assert copy.state.problem == "the folder is not there"
    stick.mkdir()
    assert copy.copy_if_changed()
    assert (copy.state.problem, copy.state.made_at is not None) == ("", True)


def test_missing_stick_is_reported_and_updated_when_it_returns(copy):
    copy.copy_if_changed()
    lose_the_stick(copy)


def wait_for_events(stick, number, ask="SELECT COUNT(*) FROM tournament_event"):
    """Wait until the copy contains this many events, for at most ten seconds."""
    gives_up = time.monotonic() + 10
    while time.monotonic() < gives_up:
        if (target := stick / RUNNING_COPY).exists():
            with closing(sqlite3.connect(target)) as file:
                if file.execute(ask).fetchone() == (number,):
                    return
        time.sleep(0.05)
    raise AssertionError(f"the copy does not hold {number} events after ten seconds")


def test_every_change_is_copied_within_ten_seconds(file_database, stick, settings):
    settings.NINETIMER_COPY_TO = str(stick)
    assert start_copying()
    stop = repeat_in_thread(copy_if_changed, INTERVAL_SECONDS)
    try:
        create_event(ANA, name="Autumn Open", preset="club")
        wait_for_events(stick, 1)
        assert running_copy_state().made_at is not None
    finally:
        stop()
        stop_copying()


def test_running_copy_opens_on_another_laptop(stick, copy, tmp_path, empty_database, settings):
    create_event(ANA, name="Autumn Open", preset="club")
    copy.copy_if_changed()
    other = tmp_path / "other"
    other.mkdir()
    settings.NINETIMER_DATA_DIR = other
    (other / "ninetimer.sqlite3").write_bytes(empty_database.read_bytes())
    with database_in(other / "ninetimer.sqlite3"):
        restore_snapshot(ANA, find_snapshot(str(stick / RUNNING_COPY)))
        assert [event.name for event in Event.objects.all()] == ["Autumn Open"]
