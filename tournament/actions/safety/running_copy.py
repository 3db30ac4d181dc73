"""A running copy of the database in a second place, such as a USB stick, updated within seconds.

A thread of the server checks for writes. It copies the database to a file beside the last copy,
and then replaces the last copy with that file, so that a stick pulled out always holds one complete
copy. The copy is a snapshot that `manage.py restore` opens on another laptop; a copy of a PostgreSQL
database can only be restored into PostgreSQL.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, connection
from django.utils import timezone

from scoring.actions.activity import Actor
from tournament.actions.safety.copied_tables import copy_tables
from tournament.actions.safety.snapshots import OWNER_ONLY, label_copy
from tournament.queries.safety.snapshots import RUNNING_COPY, CopyState
from tournament.wording.log import say

INTERVAL_SECONDS = 2.0
"""Seconds between two checks: a change is copied within five seconds, or ten on a very slow stick."""


class CopiedDatabase(Protocol):
    """The database to be copied, used from one thread."""

    def change_marker(self) -> object:
        """Return a value that changes after every write."""

    def copy_to(self, path: Path) -> None:
        """Copy a consistent snapshot of the whole database into the empty file at `path`."""

    def close(self) -> None:
        """Release the database until the next check."""


class SqliteFile:
    """A SQLite database file."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._watch: sqlite3.Connection | None = None

    def change_marker(self) -> object:
        """Return a counter that changes when another connection has written."""
        if self._watch is None:
            self._watch = sqlite3.connect(self.database, timeout=20, check_same_thread=False)
        return self._watch.execute("PRAGMA data_version").fetchone()[0]

    def copy_to(self, path: Path) -> None:
        """Copy page by page."""
        with (
            closing(sqlite3.connect(self.database)) as source,
            closing(sqlite3.connect(path)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")

    def close(self) -> None:
        """Close the watching connection."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None


class PostgresqlDatabase:
    """A PostgreSQL database, through this thread's own connection."""

    def change_marker(self) -> object:
        """Return PostgreSQL's transaction snapshot as a string.

        It changes only when a transaction has written, because reading transactions are not numbered.
        """
        with connection.cursor() as cursor:
            cursor.execute("SELECT CAST(txid_current_snapshot() AS text)")
            return cursor.fetchone()[0]

    def copy_to(self, path: Path) -> None:
        """Copy table by table."""
        copy_tables(path)

    def close(self) -> None:
        """Close the connection; the next check opens a new one."""
        connection.close()


@dataclass
class RunningCopy:
    """The running copy in a folder: when it was last made, and its last problem."""

    folder: Path
    source: CopiedDatabase
    copied_version: object = None
    """The version of the database that the copy contains."""
    made_at: datetime | None = None
    problem: str = ""

    def copy_if_changed(self) -> bool:
        """Copy the database if it has been written to since the last copy; return whether it was copied.

        It is also copied after a problem or if the copy is missing. A failure sets `problem`.
        """
        try:
            written = self.source.change_marker()
            if written == self.copied_version and not self.problem and self.target.exists():
                return False
            self._copy()
        except (OSError, sqlite3.Error, DatabaseError, InterfaceError) as problem:
            self.problem = getattr(problem, "strerror", None) or str(problem).strip()
            with suppress(DatabaseError, InterfaceError):
                self.source.close()
            return False
        self.copied_version, self.made_at, self.problem = written, timezone.now(), ""
        return True

    @property
    def target(self) -> Path:
        """The file of the copy."""
        return self.folder / RUNNING_COPY

    @property
    def state(self) -> CopyState:
        """The state shown at the desk."""
        return CopyState(self.folder, self.made_at, self.problem)

    def _copy(self) -> None:
        if not self.folder.is_dir():
            raise FileNotFoundError(2, "the folder is not there")
        fresh = self.folder / f".{RUNNING_COPY}.{os.getpid()}"
        with suppress(FileNotFoundError):
            fresh.unlink()
        try:
            os.close(os.open(fresh, os.O_CREAT | os.O_EXCL, OWNER_ONLY))
            self.source.copy_to(fresh)
            label_copy(fresh, say("running_copy"), Actor("manage.py serve"), by_hand=True)
            fresh.replace(self.target)
        finally:
            with suppress(FileNotFoundError):
                fresh.unlink()


_running: list[RunningCopy] = []
STATE_CACHE_KEY = "running_copy"
"""The cache key of the copy's state, so that the desk can show the state whichever process answers."""


def running_copy_state() -> CopyState | None:
    """Return the state of the running copy, or None if none is configured."""
    if not settings.NINETIMER_COPY_TO:
        return None
    state: CopyState | None = cache.get(STATE_CACHE_KEY)
    return state or CopyState(Path(settings.NINETIMER_COPY_TO), None, "")


def start_copying() -> bool:
    """Prepare the running copy; return False if no second place is configured."""
    if not settings.NINETIMER_COPY_TO:
        return False
    source: CopiedDatabase = PostgresqlDatabase()
    if connection.vendor == "sqlite":
        source = SqliteFile(Path(connection.settings_dict["NAME"]))
    _running[:] = [RunningCopy(Path(settings.NINETIMER_COPY_TO), source)]
    return True


def copy_if_changed() -> None:
    """Check once, and copy if something was written."""
    for running in _running:
        running.copy_if_changed()
        cache.set(STATE_CACHE_KEY, running.state, timeout=None)


def stop_copying() -> None:
    """Stop the running copy; called when the checks end."""
    while _running:
        _running.pop().source.close()
