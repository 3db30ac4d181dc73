"""Several processes of one installation: messages between them, and what only one may do at a time.

Where the data is in PostgreSQL, several processes may answer pages. Whatever one of them remembers that the others
have to know travels by PostgreSQL's own messages (LISTEN and NOTIFY), and work that excludes other work holds its
advisory locks: both end by themselves with the process that has them. On SQLite one process serves, nothing is
sent, and a lock of that process is enough. What each of them may read at any time stands in Django's cache.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from secrets import token_hex
from time import monotonic, sleep
from zlib import crc32

from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

CHANNEL = "ninetimer"
SEND_EVERY_SECONDS = 0.1
"""Seconds for which messages are gathered before they are sent, the same ones as one."""
RETRY_SECONDS = 1.0
"""Seconds after which a lost connection is tried again."""
MAX_LETTERS = 2000
"""PostgreSQL carries 8,000 bytes."""
MAX_WAITING = 20_000
"""Different messages that wait while the database does not answer; further ones are dropped."""
LOCKS = 0x4E54  # NT: what comes before the number of each of our locks
WRITTEN = "written"
"""The topic of an action's message: something was logged. Sent within its transaction, it arrives after the commit."""
THIS_PROCESS = token_hex(8)

Receiver = Callable[[str, int], object]

log = logging.getLogger("ninetimer.processes")
_receivers: dict[str, list[Receiver]] = defaultdict(list)


def has_several_processes() -> bool:
    """Return whether other processes may answer pages of the same installation."""
    return connection.vendor == "postgresql"


# --- messages ------------------------------------------------------------------------------------


def on_notification(topic: str, receiver: Receiver) -> None:
    """Call `receiver(text, times)` for every message of another process about `topic`, in the listening thread."""
    _receivers[topic].append(receiver)


def message(topic: str, text: str = "", times: int = 1) -> str:
    """Return what is sent: the process, how often it said so since the last time, the topic and the text."""
    return json.dumps([THIS_PROCESS, times, topic, text])


def notify_processes(topic: str, text: str) -> None:
    """Tell all other processes within a tenth of a second, without waiting for the database.

    Does nothing in a process that does not exchange messages: in a command, and on SQLite.
    """
    if _exchanges and len(text) <= MAX_LETTERS:
        _exchanges[0].take(topic, text)


@contextmanager
def _own_connection(lost: str) -> Iterator[BaseDatabaseWrapper]:
    """Open a connection for the block and close it; that it was `lost` is a warning, and ends the block."""
    database = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        yield database
    except (DatabaseError, InterfaceError, OSError) as problem:
        log.warning("%s: %s", lost, problem)
    finally:
        with suppress(DatabaseError, InterfaceError):
            database.close()


@dataclass
class Exchange:
    """Sends and receives the messages of this process on a connection of its own, which it opens again when lost."""

    _waiting: Counter[tuple[str, str]] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stopped: threading.Event = field(default_factory=threading.Event)
    is_open: threading.Event = field(default_factory=threading.Event)
    """Set while messages arrive."""

    def take(self, topic: str, text: str) -> None:
        """Remember what is to be sent."""
        with self._lock:
            if (topic, text) in self._waiting or len(self._waiting) < MAX_WAITING:
                self._waiting[topic, text] += 1

    def stop(self) -> None:
        """Send and receive no more."""
        self._stopped.set()

    def run(self) -> None:
        """Exchange messages until told to stop."""
        lost = "Messages between processes are interrupted"
        while not self._stopped.is_set():
            with _own_connection(lost) as database:
                try:
                    self._exchange(database)
                finally:
                    self.is_open.clear()
            self._stopped.wait(RETRY_SECONDS)

    def _exchange(self, database: BaseDatabaseWrapper) -> None:
        with database.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")
        self.is_open.set()
        _receive(WRITTEN, "", 1)  # nobody knows what was missed
        while not self._stopped.is_set():
            with database.wrap_database_errors:
                notices = list(
                    database.connection.notifies(timeout=SEND_EVERY_SECONDS, stop_after=1)
                )
            for notice in notices:
                sender, times, topic, text = json.loads(notice.payload)
                if sender != THIS_PROCESS:
                    _receive(topic, text, times)
            self._send(database)

    def _send(self, database: BaseDatabaseWrapper) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, Counter()
        if waiting:
            payloads = [message(topic, text, times) for (topic, text), times in waiting.items()]
            with database.cursor() as cursor:
                cursor.execute("SELECT pg_notify(%s, unnest(%s::text[]))", [CHANNEL, payloads])


_exchanges: list[Exchange] = []


def exchange_messages() -> Callable[[], None]:
    """Send and receive in a thread of its own until the function that is returned is called."""
    if not has_several_processes():
        return lambda: None
    exchange = Exchange()
    thread = threading.Thread(target=exchange.run, name="messages", daemon=True)
    _exchanges[:] = [exchange]
    thread.start()

    def stop() -> None:
        exchange.stop()
        thread.join(timeout=5)
        _exchanges.clear()

    return stop


def _receive(topic: str, text: str, times: int) -> None:
    for receiver in list(_receivers.get(topic, ())):
        try:
            receiver(text, times)
        except Exception:
            log.exception("A message about %s could not be taken in.", topic)


# --- one at a time -------------------------------------------------------------------------------


class Busy(Exception):
    """As many others as are allowed do it already."""


_here: dict[str, threading.BoundedSemaphore] = {}
_naming = threading.Lock()


@contextmanager
def exclusive(name: str, most: int = 1, *, patience: float | None = None) -> Iterator[None]:
    """Do the block while fewer than `most` others are in a block of that name, in all processes together.

    Waits for its turn, at most `patience` seconds where that is given; then raises `Busy`.
    """
    with _naming:
        turns = _here.setdefault(name, threading.BoundedSemaphore(most))
    until = None if patience is None else monotonic() + patience
    if not turns.acquire(timeout=patience):
        raise Busy(name)
    try:
        if not has_several_processes():
            yield
            return
        database = connections.create_connection(DEFAULT_DB_ALIAS)
        try:
            _wait_for_lock(database, name, most, until)
            yield
        finally:
            database.close()  # and the lock with it, whatever has become of the transaction around
    finally:
        turns.release()


def _wait_for_lock(
    database: BaseDatabaseWrapper, name: str, most: int, until: float | None
) -> None:
    numbers = [_lock_number(name) + place for place in range(most)]
    while not any(try_lock(database, number) for number in numbers):
        if until is not None and monotonic() > until:
            raise Busy(name)
        sleep(SEND_EVERY_SECONDS)


def _lock_number(name: str) -> int:
    return crc32(name.encode()) & 0x7FFFFF00


def try_lock(database: BaseDatabaseWrapper, number: int) -> bool:
    """Take one of our locks until the connection ends; False where another has it."""
    with database.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [LOCKS, number])
        return bool(cursor.fetchone()[0])


@dataclass
class SingleWorker:
    """Work that one process does for all: the one that gets the lock, and another when that has ended."""

    name: str
    begin: Callable[[], Callable[[], None]]
    """Begins the work and returns what ends it."""
    is_here: threading.Event = field(default_factory=threading.Event)
    """Set while this process does it."""
    _stopped: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """Leave the work to others."""
        self._stopped.set()

    def run(self) -> None:
        """Wait for the lock, do the work, and give it up where the lock was lost."""
        while not self._stopped.is_set():
            with _own_connection(f"{self.name}: the database does not answer") as database:
                self._with_lock(database)
            self._stopped.wait(RETRY_SECONDS)

    def _with_lock(self, database: BaseDatabaseWrapper) -> None:
        number = _lock_number(self.name)
        while not try_lock(database, number):
            if self._stopped.wait(RETRY_SECONDS):
                return
        end = self.begin()
        self.is_here.set()
        try:
            while not self._stopped.wait(RETRY_SECONDS):
                with database.cursor() as cursor:  # the lock is ours as long as this connection is
                    cursor.execute("SELECT 1")
        finally:
            self.is_here.clear()
            end()
