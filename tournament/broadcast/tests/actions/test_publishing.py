"""Automatic publishing of a site: when it is written, failures, and the command."""

import shlex
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tournament.actions.results.results import correct_result, enter_result
from tournament.broadcast.actions import publishing
from tournament.broadcast.actions.publishing import (
    QUIET_SECONDS,
    RETRY_DELAY_SECONDS,
    AutoPublisher,
    parse_folder,
    publish_in_worker,
    run_publish_command,
    save_publishing_settings,
)
from tournament.broadcast.queries.publishing import (
    PublishingSettings,
    publishing_file,
    publishing_settings_of,
    site_job_name,
)
from tournament.jobs import JobState, JobStopped, write_state

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path, settings):
    settings.NINETIMER_DATA_DIR = tmp_path


class Writer:
    """Fake writer that records what is to be written and fails on demand."""

    def __init__(self):
        self.calls = []
        self.problem = ""

    def __call__(self, slug, folder):
        self.calls.append((slug, folder))
        return self.problem


@pytest.fixture
def writer():
    return Writer()


@pytest.fixture
def follower(desk, event, writer):
    save_publishing_settings(desk, event, "/media/stick", follows=True)
    return AutoPublisher(writer)


def test_folder_is_stored_beside_the_database_and_changes_are_logged(desk, event):
    assert publishing_settings_of("autumn-open") == PublishingSettings()
    save_publishing_settings(desk, event, "/media/stick", follows=True)
    assert publishing_settings_of("autumn-open") == PublishingSettings("/media/stick", True)
    publishing_file().write_text("{broken")
    assert publishing_settings_of("autumn-open") == PublishingSettings()


def test_site_is_written_after_a_quiet_moment(follower, writer, desk, board):
    assert follower.publish_due_sites(0.0) == [
        "autumn-open"
    ]  # changes made while the program was off
    assert follower.publish_due_sites(1.0) == []
    enter_result(desk, board(1), 402, 380)
    assert follower.publish_due_sites(10.0) == []
    enter_result(desk, board(2), 402, 380)
    assert follower.publish_due_sites(10.0 + QUIET_SECONDS) == []
    assert follower.publish_due_sites(10.0 + 2 * QUIET_SECONDS) == ["autumn-open"]
    assert follower.publish_due_sites(100.0) == []
    assert writer.calls == [("autumn-open", "/media/stick")] * 2


def test_continuous_results_are_written_at_the_maximum_delay(follower, desk, board, monkeypatch):
    monkeypatch.setattr(publishing, "MAX_DELAY_SECONDS", 4.0)
    follower.publish_due_sites(0.0)
    enter_result(desk, board(1), 402, 380)
    times = []
    for second in range(10, 20):
        correct_result(desk, board(1), 300 + second, 380, reason="misread", accepted=True)
        if follower.publish_due_sites(float(second)):
            times.append(second)
    assert times == [14, 19]


def test_failed_publishing_is_reported_and_retried(follower, writer, desk, event):
    writer.problem = "There is no room left."
    follower.publish_due_sites(0.0)
    assert follower.publish_due_sites(RETRY_DELAY_SECONDS - 1) == []
    assert follower.problems == {"autumn-open": "There is no room left."}
    save_publishing_settings(desk, event, "/media/stick", follows=False)
    assert follower.publish_due_sites(RETRY_DELAY_SECONDS) == []
    assert follower.problems == {}
    save_publishing_settings(desk, event, "/media/stick", follows=True)
    writer.problem = ""
    assert follower.publish_due_sites(RETRY_DELAY_SECONDS) == ["autumn-open"]
    assert follower.problems == {}


def test_site_just_written_from_the_page_is_not_written_again(follower, writer):
    write_state(site_job_name("autumn-open"), JobState(1, 9))
    assert follower.publish_due_sites(0.0) == []
    write_state(site_job_name("autumn-open"), JobState(is_over=True))
    assert follower.publish_due_sites(1.0) == ["autumn-open"]


def test_worker_process_reports_its_problem(event, tmp_path):
    assert publish_in_worker("nowhere", str(tmp_path))


def test_publishing_that_takes_too_long_is_a_problem_of_its_site(monkeypatch, tmp_path):
    def run(words, *, timeout, **_others):
        raise subprocess.TimeoutExpired(words, timeout)

    monkeypatch.setattr(subprocess, "run", run)
    assert publish_in_worker("autumn-open", str(tmp_path)) == "Publishing was stopped."


def test_problem_of_a_worker_is_its_last_line(monkeypatch):
    runs = (0, b"Slow", ""), (1, b"Slow\nCommandError: Full", "Full"), (-9, b"Killed", "Killed")
    for status, errors, problem in runs:
        done = SimpleNamespace(returncode=status, stderr=errors)
        monkeypatch.setattr(subprocess, "run", lambda *_words, done=done, **_options: done)
        assert publish_in_worker("autumn-open", "/media/stick") == problem


def own(settings, script):
    settings.NINETIMER_AFTER_PUBLISHING = shlex.join(
        [sys.executable, "-c", script, "{folder}", "{event}"]
    )


def test_publish_command_receives_the_folder_without_a_shell(settings, tmp_path):
    own(settings, "import sys, pathlib; pathlib.Path(sys.argv[1], 'out').write_text(sys.argv[2])")
    folder = tmp_path / "a folder; $(touch x)"
    folder.mkdir()
    assert run_publish_command("autumn-open", str(folder)) == ""
    assert (folder / "out").read_text() == "autumn-open"
    settings.NINETIMER_AFTER_PUBLISHING = ""
    assert run_publish_command("autumn-open", str(folder)) == ""


def test_failing_publish_command_is_reported_with_its_status(settings, tmp_path):
    own(
        settings,
        "import sys; print('secret'); print('no route to host', file=sys.stderr); sys.exit(12)",
    )
    problem = run_publish_command("autumn-open", str(tmp_path))
    assert problem.endswith("ended with status 12: no route to host")
    assert "secret" not in problem
    settings.NINETIMER_AFTER_PUBLISHING = "false"
    assert run_publish_command("autumn-open", "").endswith("false ended with status 1: –")
    settings.NINETIMER_AFTER_PUBLISHING = "/no/such/program {folder}"
    assert "/no/such/program could not be started" in run_publish_command(
        "autumn-open", str(tmp_path)
    )


def test_publish_command_is_stopped_after_its_ten_minutes(settings, monkeypatch, tmp_path):
    settings.NINETIMER_AFTER_PUBLISHING = "sleep 900"
    seconds, checks = [0.0, 600.0, 600.1], []
    monkeypatch.setattr(publishing, "time", SimpleNamespace(monotonic=lambda: seconds.pop(0)))
    monkeypatch.setattr(publishing, "CANCEL_POLL_SECONDS", 0.01)
    problem = run_publish_command("autumn-open", str(tmp_path), lambda *now: checks.append(now))
    assert problem == "The site was written, but sleep was stopped after 10 minutes."
    assert checks == [(0, 0, "command")] * 2


SLEEPS = """
import pathlib, subprocess, sys, time
copier = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path(sys.argv[1], "copier").write_text(str(copier.pid))
time.sleep(600)
"""


def test_stopping_ends_the_publish_command_and_its_child_processes(settings, tmp_path):
    own(settings, SLEEPS)
    note_of_it, phases = tmp_path / "copier", []

    def stop_once_it_runs(done, number, phase):
        phases.append((done, number, phase))
        if note_of_it.exists() and note_of_it.read_text():
            raise JobStopped

    with pytest.raises(JobStopped):
        run_publish_command("autumn-open", str(tmp_path), stop_once_it_runs)
    assert set(phases) == {(0, 0, "command")}
    end = time.monotonic() + 60
    while is_running(copier := int(note_of_it.read_text())):
        assert time.monotonic() < end, copier
        time.sleep(0.05)


def is_running(process):
    """Return whether the process has not ended; a zombie is waited for."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_folder_is_absolute_or_starts_with_the_home_directory():
    for typed in ("", "site", "./site", "../site", "~nobody-here/site", "/a\0b"):
        assert parse_folder(typed) is None, typed
    assert parse_folder(" ~/site ").is_absolute()
