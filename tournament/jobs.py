"""Long jobs in processes of their own, with progress, a result, and a stop button.

Each job has a place: a folder below the data folder, with its state and files. Every process of the
installation can read the state and show the progress; closing the page does not stop the job. Only
one job runs at a place at a time.
"""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import shutil
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from errno import EDQUOT, ENOSPC
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from filelock import FileLock, Timeout

from scoring import subprocesses
from scoring.processes import limit_concurrency

START_SECONDS = 60
"""The seconds within which a process must start."""
GRACE_SECONDS = 2.0
"""The seconds after the state is written during which the lock is not checked, since it may not be held yet."""
MIN_WRITE_INTERVAL_SECONDS = 0.3
"""The minimum number of seconds between two writes of the progress."""
WAIT_SECONDS = 1.0
"""The seconds that a page waits for a job; jobs finished by then need no progress bar."""

SITES, PAPERS, RATING_RUNS, BACKUPS = "sites", "whole-events", "rating-runs", "backups"
PAIRINGS, IMPORTS, CHECKS = "pairings", "imports", "checks"
"""Kinds of jobs, in addition to those above.

In the name of a place, the kind is followed by the slug of an event, the key of an organisation or
division, or the name of a batch of files.
"""

A_DAY = 24 * 3600
KEEP_SECONDS = {
    SITES: 30 * A_DAY,
    PAPERS: 30 * A_DAY,
    RATING_RUNS: 30 * A_DAY,
    BACKUPS: None,
    PAIRINGS: A_DAY,
    IMPORTS: A_DAY,
    CHECKS: 30 * A_DAY,
}
"""The seconds for which a job's files are kept, by kind of job; None means until the next job at the same place."""

logger = logging.getLogger("ninetimer.jobs")


class JobStopped(Exception):
    """The user pressed Stop."""


class JobFailed(Exception):
    """The work is impossible; the message gives the reason and the remedy."""


@dataclass(frozen=True)
class JobState:
    """The progress of a job, and its result."""

    done: int = 0
    all: int = 0
    phase: str = ""
    """The current part of the work, or the last one before a stop; empty if there is only one."""
    result: Mapping[str, Any] = field(default_factory=dict)
    """The result as JSON. Until there is one, or if the job fails, this is the previous job's result."""
    is_over: bool = False
    is_stopped: bool = False
    problem: str = ""
    """The reason for a failure, as a sentence; empty if the job has not failed."""
    at: float = 0.0
    """The time at which the state was written, in seconds since 1970."""
    is_stopping: bool = False
    """Whether Stop was pressed and the process is still running."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """The part of the job's arguments shown on the page, as JSON."""

    @property
    def is_running(self) -> bool:
        """Whether the job is not over yet."""
        return not self.is_over

    @property
    def has_succeeded(self) -> bool:
        """Whether the job finished successfully."""
        return self.is_over and not self.is_stopped and not self.problem


class JobProgress:
    """The progress callback of a job.

    It writes the progress at intervals, and raises `JobStopped` once Stop has been pressed.
    """

    def __init__(self, place: str) -> None:
        self.place = place
        self.phase = ""
        """The part of the work reported by the last call."""
        state = state_of(place) or JobState()
        self.result, self.about = state.result, state.about
        """The result of the previous job, and the arguments of this one shown on the page."""
        self._last = 0.0

    def __call__(self, done: int, number: int, phase: str = "") -> None:
        """Record that `done` of `number` parts are finished; `number` is 0 if unknown.

        At most once every `MIN_WRITE_INTERVAL_SECONDS`, write the state, or raise `JobStopped` if Stop was pressed.
        """
        self.phase = phase
        if time.monotonic() - self._last > MIN_WRITE_INTERVAL_SECONDS:
            self._last = time.monotonic()
            if _stop_request_path(self.place).exists():
                raise JobStopped
            write_state(self.place, JobState(done, number, phase, self.result, about=self.about))


OnProgress = Callable[..., None]
"""A `JobProgress`, or another function with the same arguments."""


def ignore_progress(done: int, number: int, phase: str = "") -> None:
    """Ignore progress."""


def state_of(place: str) -> JobState | None:
    """Return the state of the job at a place, or None if there is none or its file is unreadable.

    A job whose process has died counts as failed.
    """
    try:
        state = JobState(**json.loads(_state_path(place).read_text("utf-8")))
        seen = _state_path(place).stat().st_mtime
    except (OSError, ValueError, TypeError):
        return None
    if not state.is_running:
        return state
    if _has_ended(place, time.time() - seen):
        return replace(state, is_over=True, problem=_lost_job_message())
    return replace(state, is_stopping=_stop_request_path(place).exists())


def _has_ended(place: str, silent_for: float) -> bool:
    """Return whether the process of a place has ended and released its lock, or never started.

    `silent_for` is the number of seconds since the state was last written.
    """
    lock, file = _lock(place), Path(_lock(place).lock_file)
    if not file.exists():
        return silent_for > START_SECONDS
    if silent_for < GRACE_SECONDS:
        return False
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return False
    lock.release()
    file.touch()  # releasing may remove the file, which shows that the process has started
    return True


def is_under_way(place: str) -> bool:
    """Return whether a process is working at a place."""
    state = state_of(place)
    return state is not None and state.is_running


def result_of(place: str) -> Mapping[str, Any]:
    """Return the result stored at a place, or an empty mapping if there is none."""
    state = state_of(place)
    return state.result if state else {}


def folder_of(place: str) -> Path:
    """Return the folder of a place, created if missing. Raise `OSError` if it cannot be created."""
    folder = Path(settings.NINETIMER_DATA_DIR) / place
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def begin_job(
    place: str,
    work: Callable[..., Mapping[str, Any]],
    *arguments: Any,
    about: Mapping[str, Any] | None = None,
) -> bool:
    """Start a process that calls `work(progress, *arguments)`, whose return value is the result.

    The function and its arguments must be picklable. The process uses the current organisation and
    language. The call waits briefly, so that a short job is done on return. `about` remains in the
    state until the next job. Return False without starting anything if another job is running at
    this place. Raise `OSError` if the state cannot be written.
    """
    with limit_concurrency(f"job {place}"):  # pressing twice starts one job
        if is_under_way(place):
            return False
        for left in (_stop_request_path(place), Path(_lock(place).lock_file)):
            left.unlink(missing_ok=True)
        write_state(place, JobState(result=result_of(place), about=about or {}))
    start_process(place, work, *arguments)
    return True


def stop_job(place: str) -> None:
    """Ask the job at a place to stop, if one is running. Raise `OSError` if the request cannot be written."""
    if is_under_way(place):
        _stop_request_path(place).touch()


def remove_job(place: str) -> None:
    """Remove the files at a place. A running job is only asked to stop, and its state files remain."""
    with suppress(OSError):
        stop_job(place)
    needed = {_state_path(place), _stop_request_path(place), Path(_lock(place).lock_file)}
    stays = needed if is_under_way(place) else set()
    for path in (Path(settings.NINETIMER_DATA_DIR) / place).glob("*"):
        if path not in stays:
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(
                missing_ok=True
            )


def remove_expired_jobs(now: float | None = None) -> list[str]:
    """Remove the expired files of jobs that are not running, and return the names of their places."""
    now, cleared = now or time.time(), []
    for kind, lasts in KEEP_SECONDS.items():
        for folder in sorted((Path(settings.NINETIMER_DATA_DIR) / kind).glob("*/")):
            place, touched = f"{kind}/{folder.name}", _last_modified(folder)
            if lasts is not None and now - touched > lasts and not is_under_way(place):
                shutil.rmtree(folder, ignore_errors=True)
                cleared.append(place)
    return cleared


def _last_modified(folder: Path) -> float:
    """Return the latest modification time in a folder, in seconds since 1970; 0 if the folder is gone."""
    times = [0.0]
    for path in (folder, *folder.rglob("*")):
        with suppress(OSError):  # removed in the meantime
            times.append(path.stat().st_mtime)
    return max(times)


def start_process(place: str, work: Callable[..., Mapping[str, Any]], *arguments: Any) -> None:
    """Start a process that does the work, and wait for it, at most `WAIT_SECONDS`."""
    subprocesses.start_process(_run_in_new_process, place, work, *arguments).join(WAIT_SECONDS)


def run_in_this_process(
    place: str, work: Callable[..., Mapping[str, Any]], *arguments: Any
) -> None:
    """Do the work in this process, and write its result, or the reason why it failed or stopped.

    Raise `SystemExit` again if the program is exiting.
    """
    progress = JobProgress(place)
    before = JobState(result=progress.result, about=progress.about, is_over=True)
    try:
        state = replace(before, result=dict(work(progress, *arguments)))
    except JobStopped:
        state = replace(before, is_stopped=True, phase=progress.phase)
    except JobFailed as reason:
        state = replace(before, problem=str(reason))
    except OSError as reason:
        state = replace(before, problem=write_failure_message(place, reason))
    except SystemExit:  # the program is exiting
        write_state(place, replace(before, problem=_lost_job_message()))
        raise
    except Exception:
        logger.exception("The work at %s failed.", place)
        state = replace(before, problem=_fault_message())
    write_state(place, state)


def write_state(place: str, state: JobState) -> None:
    """Write the state of the job at a place. Raise `OSError` if it cannot be written."""
    path = folder_of(place) / _state_path(place).name
    half = path.with_suffix(f".{os.getpid()}")
    half.write_text(json.dumps(asdict(state) | {"at": time.time()}), "utf-8")
    half.replace(path)


def _run_in_new_process(
    place: str, work: Callable[..., Mapping[str, Any]], *arguments: Any
) -> None:
    """Do the work in a new process, which holds the lock of the place until it ends."""
    signal.signal(signal.SIGTERM, _exit_on_signal)
    multiprocessing.current_process().daemon = (
        False  # a daemon could not start processes of its own
    )
    with suppress(AttributeError, OSError):
        os.nice(5)  # the server has priority
    folder_of(place)
    with _lock(place).acquire():
        run_in_this_process(place, work, *arguments)


def _exit_on_signal(*_signal: object) -> None:
    raise SystemExit(1)


def write_failure_message(place: str, reason: OSError) -> str:
    """Return the sentence for a job whose files could not be written."""
    folder = Path(settings.NINETIMER_DATA_DIR) / place
    if reason.errno in (ENOSPC, EDQUOT):
        return _(
            "Nothing could be written: there is no space left in {folder}. Make space, then try "
            "again."
        ).format(folder=folder)
    return _(
        "Nothing could be written to {folder}: {problem}. Correct that, then try again."
    ).format(folder=folder, problem=reason.strerror or reason)


def _fault_message() -> str:
    return _(
        "An error in Ninetimer stopped the job; the details are in the file ninetimer.log in the "
        "data folder. Try again; if the job fails again, send us that file."
    )


def _lost_job_message() -> str:
    return _("The job stopped before it was finished. Try again.")


def _state_path(place: str) -> Path:
    return Path(settings.NINETIMER_DATA_DIR) / place / "state.json"


def _stop_request_path(place: str) -> Path:
    return Path(settings.NINETIMER_DATA_DIR) / place / "stop"


def _lock(place: str) -> FileLock:
    """Return the lock that the process of a place holds until it ends, for whatever reason."""
    return FileLock(Path(settings.NINETIMER_DATA_DIR) / place / "lock", thread_local=False)
