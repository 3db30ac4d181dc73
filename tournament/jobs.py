"""Long work in a process of its own: its progress, its result, and the button that stops it.

Each job has a place, a folder below the data folder, where its state is written. Every process of the installation
can read it and show the bar; closing the page stops nothing. At one place one job runs at a time.
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
from scoring.processes import exclusive

START_SECONDS = 60
"""A process that has not begun within so many seconds has failed to start."""
GRACE_SECONDS = 2.0
"""Seconds after a note in which the lock is not looked at: the process may just be taking it."""
NOTE_EVERY_SECONDS = 0.3
"""Seconds from one note to the next."""
WAIT_SECONDS = 1.0
"""Seconds for which a page waits for a job: what is done by then needs no bar."""

SITES, PAPERS, RATING_RUNS, BACKUPS = "sites", "whole-events", "rating-runs", "backups"
PAIRINGS, IMPORTS, CHECKS = "pairings", "imports", "checks"
"""The kinds of jobs. Behind the kind a place has the short name of an event, the key of an organisation or a
division, or the word of a batch of files.
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
"""For so long the files of a job can be downloaded, and a form be sent again; a backup until the next one."""

logger = logging.getLogger("ninetimer.jobs")


class Stopped(Exception):
    """Somebody pressed Stop."""


class JobFailed(Exception):
    """The work cannot be done; the message says why and what to do."""


@dataclass(frozen=True)
class JobState:
    """The progress of a job, and its result."""

    done: int = 0
    all: int = 0
    phase: str = ""
    """The part of the work that is being done, or was when it was stopped; empty where it has one."""
    result: Mapping[str, Any] = field(default_factory=dict)
    """The result as JSON; until there is one, and of a job that was stopped or failed, that of the job before."""
    is_over: bool = False
    is_stopped: bool = False
    problem: str = ""
    """Why it failed, in words."""
    at: float = 0.0
    """When this was written, in seconds since 1970."""
    is_stopping: bool = False
    """Whether Stop was pressed and the process has not seen it yet."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """What the page shows of the job's arguments, as JSON."""

    @property
    def goes_on(self) -> bool:
        """Return whether a process works on it."""
        return not self.is_over

    @property
    def is_whole(self) -> bool:
        """Return whether it was finished."""
        return self.is_over and not self.is_stopped and not self.problem


class JobProgress:
    """What the work calls as it proceeds: writes the progress now and then, and raises `Stopped`."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.phase = ""
        """The part of the work at the last call."""
        state = state_of(place) or JobState()
        self.result, self.about = state.result, state.about
        """The result of the job before this one, and what the page shows of this one's arguments."""
        self._last = 0.0

    def __call__(self, done: int, number: int, phase: str = "") -> None:
        """Note that `done` of `number` parts are done; 0 where the number is unknown. Raises `Stopped`."""
        self.phase = phase
        if time.monotonic() - self._last > NOTE_EVERY_SECONDS:
            self._last = time.monotonic()
            if _stop_mark(self.place).exists():
                raise Stopped
            note(self.place, JobState(done, number, phase, self.result, about=self.about))


OnProgress = Callable[..., None]
"""A `JobProgress`, or another function of the same arguments."""


def unwatched(done: int, number: int, phase: str = "") -> None:
    """Do nothing: the progress of work that nobody watches."""


def state_of(place: str) -> JobState | None:
    """Return the state of the job at a place; None without one. Where its process has died it has failed."""
    try:
        state = JobState(**json.loads(_note(place).read_text("utf-8")))
        seen = _note(place).stat().st_mtime
    except (OSError, ValueError, TypeError):
        return None
    if not state.goes_on:
        return state
    if _has_ended(place, time.time() - seen):
        return replace(state, is_over=True, problem=_lost())
    return replace(state, is_stopping=_stop_mark(place).exists())


def _has_ended(place: str, silent_for: float) -> bool:
    """Return whether the process of a place has ended: killed, it no longer holds the lock it began with."""
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
    file.touch()  # releasing may remove it, and the next to ask has to see that the process had begun
    return True


def is_under_way(place: str) -> bool:
    """Return whether a process works at a place."""
    state = state_of(place)
    return state is not None and state.goes_on


def result_of(place: str) -> Mapping[str, Any]:
    """Return the result of the last job that was finished at a place; empty without one."""
    state = state_of(place)
    return state.result if state else {}


def folder_of(place: str) -> Path:
    """Return the folder of a place, which is made if need be. Raises `OSError`."""
    folder = Path(settings.NINETIMER_DATA_DIR) / place
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def begin(
    place: str,
    work: Callable[..., Mapping[str, Any]],
    *arguments: Any,
    about: Mapping[str, Any] | None = None,
) -> bool:
    """Start a process that does `work(progress, *arguments)`, whose return value is the result.

    Function and arguments can be pickled. The process works for the same organisation and in the same language. This
    waits for it a moment, so that a short job is done on return. `about` stays in the state until the next job.
    Returns False, and starts nothing, while another job runs. Raises `OSError`.
    """
    with exclusive(f"job {place}"):  # pressing twice begins one job
        if is_under_way(place):
            return False
        for left in (_stop_mark(place), Path(_lock(place).lock_file)):
            left.unlink(missing_ok=True)
        note(place, JobState(result=result_of(place), about=about or {}))
    start(place, work, *arguments)
    return True


def stop(place: str) -> None:
    """Ask the job at a place to stop. Raises `OSError`."""
    if is_under_way(place):
        _stop_mark(place).touch()


def forget(place: str) -> None:
    """Remove everything at a place; a job that runs there is stopped."""
    with suppress(OSError):
        stop(place)
    needed = {_note(place), _stop_mark(place), Path(_lock(place).lock_file)}
    stays = needed if is_under_way(place) else set()
    for path in (Path(settings.NINETIMER_DATA_DIR) / place).glob("*"):
        if path not in stays:
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(
                missing_ok=True
            )


def clear_old(now: float | None = None) -> list[str]:
    """Remove files of jobs that are past their time, but not of one that runs; return the places."""
    now, cleared = now or time.time(), []
    for kind, lasts in KEEP_SECONDS.items():
        for folder in sorted((Path(settings.NINETIMER_DATA_DIR) / kind).glob("*/")):
            place, touched = f"{kind}/{folder.name}", _touched(folder)
            if lasts is not None and now - touched > lasts and not is_under_way(place):
                shutil.rmtree(folder, ignore_errors=True)
                cleared.append(place)
    return cleared


def _touched(folder: Path) -> float:
    """Return when anything in a folder was last written, in seconds since 1970."""
    times = [0.0]
    for path in (folder, *folder.rglob("*")):
        with suppress(OSError):  # removed meanwhile
            times.append(path.stat().st_mtime)
    return max(times)


def start(place: str, work: Callable[..., Mapping[str, Any]], *arguments: Any) -> None:
    """Start the process, and wait for it a moment."""
    subprocesses.start(_work, place, work, *arguments).join(WAIT_SECONDS)


def run(place: str, work: Callable[..., Mapping[str, Any]], *arguments: Any) -> None:
    """Do the work in this process, and write the result."""
    progress = JobProgress(place)
    before = JobState(result=progress.result, about=progress.about, is_over=True)
    try:
        state = replace(before, result=dict(work(progress, *arguments)))
    except Stopped:
        state = replace(before, is_stopped=True, phase=progress.phase)
    except JobFailed as reason:
        state = replace(before, problem=str(reason))
    except OSError as reason:
        state = replace(before, problem=not_written(place, reason))
    except SystemExit:  # the program is being ended
        note(place, replace(before, problem=_lost()))
        raise
    except Exception:
        logger.exception("The work at %s failed.", place)
        state = replace(before, problem=_faulty())
    note(place, state)


def note(place: str, state: JobState) -> None:
    """Write the state of the job at a place. Raises `OSError`."""
    path = folder_of(place) / _note(place).name
    half = path.with_suffix(f".{os.getpid()}")
    half.write_text(json.dumps(asdict(state) | {"at": time.time()}), "utf-8")
    half.replace(path)


def _work(place: str, work: Callable[..., Mapping[str, Any]], *arguments: Any) -> None:
    """Do the work in a new process, which holds the lock of the place until it ends."""
    signal.signal(signal.SIGTERM, _end)
    multiprocessing.current_process().daemon = False  # it may have a process of its own, too
    with suppress(AttributeError, OSError):
        os.nice(5)  # who answers the hall comes first
    folder_of(place)
    with _lock(place).acquire():
        run(place, work, *arguments)


def _end(*_signal: object) -> None:
    raise SystemExit(1)


def not_written(place: str, reason: OSError) -> str:
    """Return the sentence for a job whose files could not be written."""
    folder = Path(settings.NINETIMER_DATA_DIR) / place
    if reason.errno in (ENOSPC, EDQUOT):
        return _(
            "Nothing could be written: there is no room left in {folder}. Make room, then try again."
        ).format(folder=folder)
    return _(
        "Nothing could be written into {folder}: {problem}. Correct that, then try again."
    ).format(folder=folder, problem=reason.strerror or reason)


def _faulty() -> str:
    return _(
        "It failed because of a fault in the program, which is in its log. Try again; if it fails again, "
        "send us the file ninetimer.log from the data folder."
    )


def _lost() -> str:
    return _("It stopped before it was done. Try again.")


def _note(place: str) -> Path:
    return Path(settings.NINETIMER_DATA_DIR) / place / "state.json"


def _stop_mark(place: str) -> Path:
    return Path(settings.NINETIMER_DATA_DIR) / place / "stop"


def _lock(place: str) -> FileLock:
    """Return the lock that the process of a place holds until it ends in any way."""
    return FileLock(Path(settings.NINETIMER_DATA_DIR) / place / "lock", thread_local=False)
