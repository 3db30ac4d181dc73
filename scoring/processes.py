"""Communication and locks between the processes of one installation.

With PostgreSQL, several processes may answer requests. They notify each other through PostgreSQL's
messages (LISTEN and NOTIFY) and hold advisory locks for exclusive work; both end with the process.
With SQLite a single process serves, nothing is sent, and a lock within the process suffices. Shared
data that may be read at any time is in Django's cache.
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
"""Seconds for which messages are collected before they are sent; equal ones are merged."""
RETRY_SECONDS = 1.0
"""Seconds to wait before reopening a lost connection or trying again to obtain a lock."""
MAX_MESSAGE_LENGTH = 2000
"""Maximum number of characters of a message. PostgreSQL allows 8,000 bytes."""
MAX_QUEUED_MESSAGES = 20_000
"""Maximum number of different messages queued while the database is unavailable; further ones are dropped."""
LOCK_NAMESPACE = 0x4E54  # "NT", the first key of each of our locks
LOG_WRITTEN_TOPIC = "written"
"""The topic of messages about new log entries, sent within a transaction and delivered after its commit."""
THIS_PROCESS = token_hex(8)

Receiver = Callable[[str, int], object]

log = logging.getLogger("ninetimer.processes")
_receivers: dict[str, list[Receiver]] = defaultdict(list)


def has_several_processes() -> bool:
    """Return whether several processes may serve this installation."""
    return connection.vendor == "postgresql"


# --- messages ------------------------------------------------------------------------------------


def on_notification(topic: str, receiver: Receiver) -> None:
    """Call `receiver(text, times)` in the listening thread for every message about `topic` from another process.

    Receivers of `LOG_WRITTEN_TOPIC` are also called once after every new connection, because messages may
    have been missed.
    """
    _receivers[topic].append(receiver)


def message_payload(topic: str, text: str = "", times: int = 1) -> str:
    """Return the payload of a message: process, number of repetitions, topic and text."""
    return json.dumps([THIS_PROCESS, times, topic, text])


def notify_processes(topic: str, text: str) -> None:
    """Notify all other processes within a tenth of a second, without waiting for the database.

    Do nothing in a process that does not exchange messages (in a command, and on SQLite), and for a
    message longer than `MAX_MESSAGE_LENGTH`.
    """
    if _exchanges and len(text) <= MAX_MESSAGE_LENGTH:
        _exchanges[0].queue_message(topic, text)


@contextmanager
def _own_connection(lost: str) -> Iterator[BaseDatabaseWrapper]:
    """Open a connection for the block and close it. If it fails, log the warning `lost` and end the block."""
    database = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        yield database
    except (DatabaseError, InterfaceError, OSError) as problem:
        log.warning("%s: %s", lost, problem)
    finally:
        with suppress(DatabaseError, InterfaceError):
            database.close()


@dataclass
class MessageExchange:
    """The exchange of messages with other processes, over a separate connection that is reopened when lost."""

    _waiting: Counter[tuple[str, str]] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stopped: threading.Event = field(default_factory=threading.Event)
    is_open: threading.Event = field(default_factory=threading.Event)
    """Set while messages are being received."""

    def queue_message(self, topic: str, text: str) -> None:
        """Queue a message, or drop it if too many different ones are waiting."""
        with self._lock:
            if (topic, text) in self._waiting or len(self._waiting) < MAX_QUEUED_MESSAGES:
                self._waiting[topic, text] += 1

    def stop(self) -> None:
        """Stop sending and receiving."""
        self._stopped.set()

    def run(self) -> None:
        """Exchange messages until stopped."""
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
        _call_receivers(LOG_WRITTEN_TOPIC, "", 1)  # messages may have been missed
        while not self._stopped.is_set():
            with database.wrap_database_errors:
                notices = list(
                    database.connection.notifies(timeout=SEND_EVERY_SECONDS, stop_after=1)
                )
            for notice in notices:
                sender, times, topic, text = json.loads(notice.payload)
                if sender != THIS_PROCESS:
                    _call_receivers(topic, text, times)
            self._send(database)

    def _send(self, database: BaseDatabaseWrapper) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, Counter()
        if waiting:
            payloads = [
                message_payload(topic, text, times) for (topic, text), times in waiting.items()
            ]
            with database.cursor() as cursor:
                cursor.execute("SELECT pg_notify(%s, unnest(%s::text[]))", [CHANNEL, payloads])


_exchanges: list[MessageExchange] = []


def start_message_exchange() -> Callable[[], None]:
    """Exchange messages in a separate thread; return a function that stops it.

    On SQLite, nothing is started, and the returned function does nothing.
    """
    if not has_several_processes():
        return lambda: None
    exchange = MessageExchange()
    thread = threading.Thread(target=exchange.run, name="messages", daemon=True)
    _exchanges[:] = [exchange]
    thread.start()

    def stop() -> None:
        exchange.stop()
        thread.join(timeout=5)
        _exchanges.clear()

    return stop


def _call_receivers(topic: str, text: str, times: int) -> None:
    for receiver in list(_receivers.get(topic, ())):
        try:
            receiver(text, times)
        except Exception:
            log.exception("A message about %s could not be taken in.", topic)


# --- one at a time -------------------------------------------------------------------------------


class ConcurrencyLimitReached(Exception):
    """The maximum number of simultaneous blocks has been reached."""


_semaphores: dict[str, threading.BoundedSemaphore] = {}
_semaphores_lock = threading.Lock()


@contextmanager
def limit_concurrency(name: str, most: int = 1, *, patience: float | None = None) -> Iterator[None]:
    """Let at most `most` blocks with this name run at a time, across all processes.

    Wait until the block may start. If `patience` is given, raise `ConcurrencyLimitReached` after that many seconds.
    """
    with _semaphores_lock:
        turns = _semaphores.setdefault(name, threading.BoundedSemaphore(most))
    until = None if patience is None else monotonic() + patience
    if not turns.acquire(timeout=patience):
        raise ConcurrencyLimitReached(name)
    try:
        if not has_several_processes():
            yield
            return
        database = connections.create_connection(DEFAULT_DB_ALIAS)
        try:
            _wait_for_lock(database, name, most, until)
            yield
        finally:
            database.close()  # releases the lock, whatever the state of the surrounding transaction
    finally:
        turns.release()


def _wait_for_lock(
    database: BaseDatabaseWrapper, name: str, most: int, until: float | None
) -> None:
    numbers = [_lock_number(name) + place for place in range(most)]
    while not any(try_lock(database, number) for number in numbers):
        if until is not None and monotonic() > until:
            raise ConcurrencyLimitReached(name)
        sleep(SEND_EVERY_SECONDS)


def _lock_number(name: str) -> int:
    return crc32(name.encode()) & 0x7FFFFF00


def try_lock(database: BaseDatabaseWrapper, number: int) -> bool:
    """Try to take a lock that is held until the connection ends; return whether it was free."""
    with database.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [LOCK_NAMESPACE, number])
        return bool(cursor.fetchone()[0])


@dataclass
class SingleWorker:
    """Work that one process does on behalf of all: the process that holds the lock or, after its end, another one."""

    name: str
    begin: Callable[[], Callable[[], None]]
    """Function that starts the work and returns a function to end it."""
    is_working: threading.Event = field(default_factory=threading.Event)
    """Set while this process does the work."""
    _stopped: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """Stop the work in this process."""
        self._stopped.set()

    def run(self) -> None:
        """Wait for the lock and do the work while holding it, again and again until stopped."""
        while not self._stopped.is_set():
            with _own_connection(f"{self.name}: the database does not answer") as database:
                self._work_with_lock(database)
            self._stopped.wait(RETRY_SECONDS)

    def _work_with_lock(self, database: BaseDatabaseWrapper) -> None:
        number = _lock_number(self.name)
        while not try_lock(database, number):
            if self._stopped.wait(RETRY_SECONDS):
                return
        end = self.begin()
        self.is_working.set()
        try:
            while not self._stopped.wait(RETRY_SECONDS):
                with database.cursor() as cursor:  # the lock lasts as long as this connection
                    cursor.execute("SELECT 1")
        finally:
            self.is_working.clear()
            end()
