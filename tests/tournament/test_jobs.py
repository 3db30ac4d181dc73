"""Background jobs: progress, stopping, failures, external termination, and the result of the last job."""

import os
import time

import pytest

from scoring.subprocesses import run_stoppable
from tournament import jobs
from tournament.jobs import (
    START_SECONDS,
    JobFailed,
    JobState,
    JobStopped,
    begin_job,
    is_under_way,
    remove_expired_jobs,
    result_of,
    run_in_this_process,
    state_of,
    stop_job,
    write_state,
)

PLACE = "counting/one"


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.NINETIMER_DATA_DIR = tmp_path


AGAIN = "The job stopped before it was finished. Try again."
FAULTY = (
    "An error in Ninetimer stopped the job; the details are in the file ninetimer.log in the data "
    "folder. Try again; if the job fails again, send us that file."
)


def counted(progress, number):
    for done in range(number):
        progress(done, number)
    return {"counted": number}


def count_slowly(progress, number):
    """Count with a twentieth of a second per step, in a separate process."""
    for done in range(number):
        progress(done, number)
        time.sleep(0.05)
    return {"counted": number}


def test_result_of_a_job_is_available_to_every_process(tmp_path):
    assert state_of(PLACE) is None
    assert result_of(PLACE) == {}
    assert begin_job(PLACE, counted, 3)
    state = state_of(PLACE)
    assert (state.has_succeeded, state.is_running, state.result) == (True, False, {"counted": 3})
    assert [path.name for path in (tmp_path / PLACE).iterdir()] == ["state.json"]


def test_place_runs_a_single_job_at_a_time():
    write_state(PLACE, JobState(1, 9, "counting"))
    assert is_under_way(PLACE)
    assert not begin_job(PLACE, counted, 3)
    assert (state_of(PLACE).done, state_of(PLACE).phase) == (1, "counting")
    assert begin_job("counting/two", counted, 3)


@pytest.mark.parametrize(
    ("raised", "is_stopped", "problem"),
    [
        (JobStopped(), True, ""),
        (JobFailed("Nothing to count."), False, "Nothing to count."),
        (
            OSError(28, "No space left on device"),
            False,
            "Nothing could be written: there is no space left in {}. Make space, then try again.",
        ),
        (
            OSError(5, "torn out"),
            False,
            "Nothing could be written to {}: torn out. Correct that, then try again.",
        ),
        (ZeroDivisionError(), False, FAULTY),
    ],
)
def test_stopped_or_failed_job_keeps_the_previous_result(tmp_path, raised, is_stopped, problem):
    def ended(_progress):
        raise raised

    begin_job(PLACE, counted, 3)
    run_in_this_process(PLACE, ended)
    state = state_of(PLACE)
    assert (state.is_stopped, state.has_succeeded) == (is_stopped, False)
    assert state.problem == problem.format(tmp_path / PLACE)
    assert state.result == {"counted": 3}


def test_stop_is_noticed_at_the_next_progress_report_and_then_cleared(tmp_path):
    stop_job(PLACE)  # no job is running
    assert not (tmp_path / PLACE).exists()
    write_state(PLACE, JobState(1, 9))
    stop_job(PLACE)
    assert state_of(PLACE).is_stopping
    run_in_this_process(PLACE, counted, 3)
    assert state_of(PLACE).is_stopped
    assert begin_job(PLACE, counted, 3)
    assert state_of(PLACE).has_succeeded


def test_job_without_signs_of_life_is_reported_as_ended(monkeypatch):
    write_state(PLACE, JobState(1, 9, result={"counted": 2}))
    now = time.time()
    monkeypatch.setattr(jobs.time, "time", lambda: now + START_SECONDS + 1)
    state = state_of(PLACE)
    assert state.problem == AGAIN
    assert state.result == {"counted": 2}
    assert begin_job(PLACE, counted, 3)


def test_old_results_are_deleted_except_running_jobs_and_backups(tmp_path):
    now = time.time()

    def made(place, *, days, state=None):
        folder = tmp_path / place
        folder.mkdir(parents=True)
        (folder / "made.zip").write_text("made")
        if state:
            write_state(place, state)
        for path in (*folder.rglob("*"), folder):
            os.utime(path, (now - days * 86_400,) * 2)

    over = JobState(is_over=True)
    gone = ["sites/old", "whole-events/old", "rating-runs/1"]
    for place in gone:
        made(place, days=31, state=over)
    for place in ("pairings/1", "imports/1-f00d"):
        gone.append(place)
        made(place, days=2, state=over)
    remaining = {"sites/recent": 29, "backups/1": 400}
    for place, days in remaining.items():
        made(place, days=days, state=over)
    remaining |= {"whole-events/just-begun": 0.5, "whole-events/slow": 40, "snapshots/old": 400}
    for place in ("whole-events/just-begun", "whole-events/slow", "snapshots/old"):
        made(place, days=remaining[place])
    write_state("whole-events/slow", JobState(1, 9))
    assert remove_expired_jobs(now) == gone
    assert {str(path.relative_to(tmp_path)) for path in tmp_path.glob("*/*")} == set(remaining)
    assert remove_expired_jobs(now) == []


def never_ends(_progress=None):
    """Run without reporting progress, in a separate process."""
    while True:
        pass


def work_out(progress):
    """Start an inner process, like a search for pairings."""
    return run_stoppable(never_ends, on_poll=lambda: progress(0, 0, "searching"))


IN_PROCESSES = """
import multiprocessing, time
from tournament import jobs
from tests.tournament.test_jobs import count_slowly, work_out

def once(holds):
    end = time.monotonic() + 60
    while not holds(state := jobs.state_of("slow")):
        assert time.monotonic() < end, state
        time.sleep(0.05)
    return state

def main():
    begun = time.monotonic()
    assert jobs.begin_job("short", count_slowly, 1)
    print("short", jobs.state_of("short").has_succeeded or time.monotonic() - begun >= jobs.WAIT_SECONDS)
    assert jobs.begin_job("slow", count_slowly, 1200)
    assert not jobs.begin_job("slow", count_slowly, 1200)
    print("moves", once(lambda state: state.done > 1).all)
    jobs.stop_job("slow")
    print("stopped", once(lambda state: not state.is_running).is_stopped)
    assert jobs.begin_job("slow", work_out, about={"round": 3})
    print("about", once(lambda state: state.phase == "searching").about)
    pressed = time.monotonic()
    jobs.stop_job("slow")
    state = once(lambda state: not state.is_running)
    print("stopped", state.is_stopped, state.about, time.monotonic() - pressed < 10)
    for end in ("terminate", "kill"):
        assert jobs.begin_job("slow", count_slowly, 1200)
        once(lambda state: state.done > 1)
        for process in multiprocessing.active_children():
            getattr(process, end)()
        ended = time.monotonic()
        print(end, once(lambda state: not state.is_running).problem, time.monotonic() - ended < 10)
    print("still", jobs.state_of("slow").is_over)

main()
"""


def test_job_in_a_subprocess_reports_progress_stops_and_reports_its_end(installation):
    printed = installation.manage("shell", "--no-imports", "--command", IN_PROCESSES)
    assert printed.splitlines() == [
        "short True",
        "moves 1200",
        "stopped True",
        "about {'round': 3}",
        "stopped True {'round': 3} True",
        f"terminate {AGAIN} True",
        f"kill {AGAIN} True",
        "still True",
    ]
