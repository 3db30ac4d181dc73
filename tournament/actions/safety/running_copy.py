"""A running copy of the database in a second place, such as a stick: every change is there within seconds.

A thread of the server looks whether something was written and copies the database to a file beside the last
copy, which it then takes the place of: a stick that is pulled out holds one whole copy or the other. The file
is a snapshot, so `manage.py restore` opens it on another laptop; one of a PostgreSQL database on another PostgreSQL.
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
from tournament.actions.safety.snapshots import OWNER_ONLY, sign_copy
from tournament.queries.safety.snapshots import RUNNING_COPY, CopyState
from tournament.wording.log import say

INTERVAL_SECONDS = 2.0
"""Seconds between two looks: a change is copied within five, on a stick as slow as they come within ten."""


class CopiedDatabase(Protocol):
    """The database that is copied, looked at from one thread."""

    def written(self) -> object:
        """What is another after anything was written."""

    def copy_to(self, path: Path) -> None:
        """Copy the whole database, as it is at one moment, into the empty file."""

    def close(self) -> None:
        """Leave the database alone, until it is looked at again."""


class SqliteFile:
    """A database in a file of ours."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._watch: sqlite3.Connection | None = None

    def written(self) -> object:
        """The counter that moves when another connection has written."""
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
        """Close the connection that watches."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None


class PostgresqlDatabase:
    """The database on a server, by this thread's own connection."""

    def written(self) -> object:
        """Which transactions have ended: only those that write have a number."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT CAST(txid_current_snapshot() AS text)")
            return cursor.fetchone()[0]

    def copy_to(self, path: Path) -> None:
        """Copy table by table."""
        copy_tables(path)

    def close(self) -> None:
        """Give the connection back: the next look makes a new one."""
        connection.close()


@dataclass
class RunningCopy:
    """The copy at a place: when it was last made, and what went wrong since."""

    place: Path
    source: CopiedDatabase
    seen: object = None
    """What of the database the copy holds."""
    made_at: datetime | None = None
    problem: str = ""

    def look(self) -> bool:
        """Copy the database if it was written since the last copy; return whether it was copied."""
        try:
            written = self.source.written()
            if written == self.seen and not self.problem and self.target.exists():
                return False
            self._copy()
        except (OSError, sqlite3.Error, DatabaseError, InterfaceError) as problem:
            self.problem = getattr(problem, "strerror", None) or str(problem).strip()
            with suppress(DatabaseError, InterfaceError):
                self.source.close()
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
            self.source.copy_to(fresh)
            sign_copy(fresh, say("running_copy"), Actor("manage.py serve"), by_hand=True)
            fresh.replace(self.target)
        finally:
            with suppress(FileNotFoundError):
                fresh.unlink()


_running: list[RunningCopy] = []
STATE = "running_copy"
"""The key under which the cache has the state of the copy, so that the desk shows it whichever process answers."""


def copy_state() -> CopyState | None:
    """Return how the running copy is doing; None where none is wanted."""
    if not settings.NINETIMER_COPY_TO:
        return None
    state: CopyState | None = cache.get(STATE)
    return state or CopyState(Path(settings.NINETIMER_COPY_TO), None, "")


def start_copying() -> bool:
    """Choose what is copied; False where no second place is set."""
    if not settings.NINETIMER_COPY_TO:
        return False
    source: CopiedDatabase = PostgresqlDatabase()
    if connection.vendor == "sqlite":
        source = SqliteFile(Path(connection.settings_dict["NAME"]))
    _running[:] = [RunningCopy(Path(settings.NINETIMER_COPY_TO), source)]
    return True


def copy_if_changed() -> None:
    """Look once, and copy where something was written."""
    for running in _running:
        running.look()
        cache.set(STATE, running.state, timeout=None)


def stop_copying() -> None:
    """Leave the copy to another process, or to nobody; called when nothing looks any more."""
    while _running:
        _running.pop().source.close()
