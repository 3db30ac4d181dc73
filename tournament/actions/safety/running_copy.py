"""A running copy of the database in a second place, such as a stick: every change is there within seconds.

A thread of the server looks whether something was written and copies the database to a file beside the last
copy, which it then takes the place of: a stick that is pulled out holds one whole copy or the other. The file
is a snapshot, so `manage.py restore` opens it on another laptop.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.actions.activity import Actor
from tournament.actions.safety.snapshots import OWNER_ONLY, sign_copy
from tournament.queries.safety.snapshots import RUNNING_COPY, CopyState
from tournament.wording.log import say

EVERY = 2.0
"""Seconds between two looks: a change is copied within five, on a stick as slow as they come within ten."""


@dataclass
class RunningCopy:
    """The copy at a place: when it was last made, and what went wrong since."""

    place: Path
    database: Path
    seen: int | None = None
    """The counter of writes that the copy holds."""
    made_at: datetime | None = None
    problem: str = ""

    def look(self, watch: sqlite3.Connection) -> bool:
        """Copy the database if it was written since the last copy; return whether it was copied."""
        written = int(watch.execute("PRAGMA data_version").fetchone()[0])
        if written == self.seen and not self.problem and self.target.exists():
            return False
        try:
            self._copy()
        except (OSError, sqlite3.Error) as problem:
            self.problem = getattr(problem, "strerror", None) or str(problem)
            return False
        self.seen, self.made_at, self.problem = written, timezone.now(), ""
        return True

    @property
    def target(self) -> Path:
        """The file of the copy."""
        return self.place / RUNNING_COPY

    @property
    def state(self) -> CopyState:
        """What the desk shows."""
        return CopyState(self.place, self.made_at, self.problem)

    def _copy(self) -> None:
        if not self.place.is_dir():
            raise FileNotFoundError(2, "the folder is not there")
        fresh = self.place / f".{RUNNING_COPY}.{os.getpid()}"
        with suppress(FileNotFoundError):
            fresh.unlink()
        try:
            os.close(os.open(fresh, os.O_CREAT | os.O_EXCL, OWNER_ONLY))
            with (
                closing(sqlite3.connect(self.database)) as source,
                closing(sqlite3.connect(fresh)) as target,
            ):
                source.backup(target)
                target.execute("PRAGMA journal_mode=DELETE")
            sign_copy(fresh, say("running_copy"), Actor("manage.py serve"), by_hand=True)
            fresh.replace(self.target)
        finally:
            with suppress(FileNotFoundError):
                fresh.unlink()


_running: list[RunningCopy] = []


def copy_state() -> CopyState | None:
    """How the running copy is doing; None where none is wanted."""
    if not settings.NINETIMER_COPY_TO:
        return None
    if _running:
        return _running[0].state
    return CopyState(Path(settings.NINETIMER_COPY_TO), None, "")


def start_running_copy() -> Callable[[], None]:
    """Copy in a thread of its own until the function that is returned is called.

    Nothing is done where no second place is set, or the database is not a file of ours.
    """
    if not settings.NINETIMER_COPY_TO or connection.vendor != "sqlite":
        return lambda: None
    running = RunningCopy(Path(settings.NINETIMER_COPY_TO), Path(connection.settings_dict["NAME"]))
    _running[:] = [running]
    stopped = threading.Event()

    def work() -> None:
        with closing(sqlite3.connect(running.database, timeout=20)) as watch:
            running.look(watch)
            while not stopped.wait(EVERY):
                running.look(watch)

    thread = threading.Thread(target=work, name="running copy", daemon=True)
    thread.start()

    def stop() -> None:
        stopped.set()
        thread.join(timeout=10)
        _running.clear()

    return stop
