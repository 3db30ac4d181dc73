"""A SQLite backend in which writers queue fairly instead of polling.

SQLite allows one writing connection at a time, and the others retry with growing pauses, so
that some are passed over for seconds. The threads of one process can do better: a
transaction queues before it begins, and the next one is woken when it ends. Another
process, such as a management command, is waited for in SQLite's own way.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

OWNER_ONLY = 0o600
READ_ONLY_MODE = "DEFERRED"
"""The mode of a read-only transaction, which locks nothing and waits for nobody."""
PATIENCE = 20.0
"""Seconds before a queued writer gives up, the same as SQLite's timeout for another process."""


class FairLock:
    """A lock that is acquired in order of arrival."""

    def __init__(self) -> None:
        self._door = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._taken = False

    def acquire(self, seconds: float = PATIENCE) -> bool:
        """Wait for the lock, at most `seconds`; return whether it was acquired."""
        with self._door:
            if not self._taken:
                self._taken = True
                return True
            turn = threading.Event()
            self._waiting.append(turn)
        if turn.wait(seconds):
            return True
        with self._door:
            if turn.is_set():  # released at the last moment
                return True
            self._waiting.remove(turn)
            return False

    def release(self) -> None:
        """Pass the lock to the thread that has waited longest, or free it if none is waiting."""
        with self._door:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False


_write_locks: dict[str, FairLock] = {}
_write_locks_guard = threading.Lock()


def write_lock_of(database: str) -> FairLock:
    """Return the write lock of a database file, one per process."""
    with _write_locks_guard:
        return _write_locks.setdefault(database, FairLock())


def _make_private(path: str) -> None:
    """Create the file if it is missing, and make it accessible only to its owner.

    SQLite's additional files get the same permissions.
    """
    if path.startswith((":", "file:")):
        return
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    except FileExistsError:
        file = Path(path)
        rights = stat.S_IMODE(file.stat().st_mode)
        if rights & ~OWNER_ONLY:
            file.chmod(rights & OWNER_ONLY)
    else:
        os.close(handle)


@contextmanager
def keep_open(database: str) -> Iterator[None]:
    """Keep a database file open during the block, so that it can be read on a full disk.

    The first connection creates two files beside it, and the last one removes them: without
    another connection, even a read would need disk space.
    """
    with closing(sqlite3.connect(database, check_same_thread=False)) as file:
        file.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        yield


def _accept_null(function: Callable[[str], str]) -> Callable[[str | None], str | None]:
    """Return the function extended to null values: it returns None for None."""
    return lambda text: None if text is None else function(text)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's SQLite connection, with a queue before each transaction."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._holds: FairLock | None = None

    def get_new_connection(self, parameters: dict[str, Any]) -> Any:
        """Open the database with permissions for its owner only."""
        with suppress(OSError):
            _make_private(str(parameters["database"]))
        opened = super().get_new_connection(parameters)
        # Not at the top, because models request a connection while they are loaded.
        from scoring.models.guard import (
            MAY_REDACT,
            MAY_REMOVE,
            is_redaction_allowed,
            is_removal_allowed,
        )
        from scoring.search_normalization import NORMALIZING_FUNCTION, normalized_text
        from tournament.wording.alphabet import COLLATION, compare_names

        opened.execute("PRAGMA secure_delete=ON")  # overwrite deleted data
        opened.create_function(MAY_REMOVE, 0, is_removal_allowed)
        opened.create_function(MAY_REDACT, 0, is_redaction_allowed)
        opened.create_function(
            NORMALIZING_FUNCTION, 1, _accept_null(normalized_text), deterministic=True
        )
        opened.create_collation(COLLATION, compare_names)
        return opened

    def _start_transaction_under_autocommit(self) -> None:
        if self._holds is None and self.transaction_mode != READ_ONLY_MODE:  # type: ignore[attr-defined]
            line = write_lock_of(str(self.settings_dict["NAME"]))
            with self.wrap_database_errors:
                if not line.acquire():
                    busy = sqlite3.OperationalError("database is locked")
                    busy.sqlite_errorname = "SQLITE_BUSY"
                    raise busy
            self._holds = line
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._release_lock()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._release_lock()

    def _rollback(self) -> None:
        with self._releasing_lock():
            super()._rollback()  # type: ignore[misc]

    def _close(self) -> None:
        with self._releasing_lock():
            super()._close()  # type: ignore[misc]

    @contextmanager
    def _releasing_lock(self) -> Iterator[None]:
        try:
            yield
        finally:
            self._release_lock()

    def _release_lock(self) -> None:
        line, self._holds = self._holds, None
        if line is not None:
            line.release()
