"""A second process that creates pages for the hall, so that the desk has a processor of its own.

Threads of a Python process run in turn, so an entry at the desk would wait while 300 players reload
their pages. When the hall is so busy that no thread is free, a process is started that reads the
same database and creates the pages of players and screens; the desk and all writing stay in the
first one. Pages that are the same for everyone are returned and cached there. If the process cannot
be started, threads do its work.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from django.conf import settings

if TYPE_CHECKING:  # a new process imports this module before Django is set up
    from tournament.web.page_cache import CachedPage

ANSWER_TIMEOUT_SECONDS = 2.0
"""The time in seconds allowed for one page while others wait.

A slower process is ended, and a thread creates the page. Measured with 300 phones on two cores
(`python -m tests.benchmarks.hall_load paced --phones 300`): an entry at the desk takes 33 ms at the
median with the process, 65 ms without.
"""
START_TIMEOUT_SECONDS = 30.0
RESTART_SECONDS = 10.0
"""The time in seconds before a process that has ended is started again."""
NICENESS = 5
"""The process priority (`nice`), lower than that of other processes."""
CHANGED_SETTINGS = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")
"""Settings that the server changes at startup and passes on to the page process."""
UNSENT_KEYS = ("wsgi.input", "wsgi.errors")
log = logging.getLogger("ninetimer.server")


@dataclass(frozen=True)
class WorkerResponse:
    """A response created by the page process, with the page to cache if it is the same for everyone."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    page: CachedPage | None


@dataclass
class PageWorker:
    """The page process as seen by the server. Concurrent calls of `response_to` are handled one after another."""

    _turn: threading.Lock = field(default_factory=threading.Lock)
    _starting: threading.Lock = field(default_factory=threading.Lock)
    _here: Connection | None = None
    _process: Any = None
    _next_start: float = 0.0
    _is_stopped: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether the process is running and accepts requests."""
        return self._here is not None

    def begin(self) -> None:
        """Start the process in the background.

        Do nothing if it is running or starting, has just ended, or has been stopped.
        """
        if self.is_ready or self._is_stopped or time.monotonic() < self._next_start:
            return
        if self._starting.acquire(blocking=False):
            threading.Thread(target=self._start, name="page process", daemon=True).start()

    def response_to(self, environ: dict[str, Any]) -> WorkerResponse | None:
        """Return the response to a page request, or None if the process is down, fails, or does not respond in time."""
        with self._turn:
            here = self._here
            if here is None:
                return None
            try:
                here.send({name: environ[name] for name in environ if name not in UNSENT_KEYS})
                if here.poll(ANSWER_TIMEOUT_SECONDS):
                    answer = here.recv()
                    if isinstance(answer, WorkerResponse):
                        return answer
                    log.error("A page for the hall failed: %s", answer)
                    return None  # a thread creates it again, with its error page
                log.warning("The process that makes pages for the hall did not answer.")
            except (OSError, EOFError, ValueError) as problem:
                log.warning("The process that makes pages for the hall has ended: %s", problem)
            self._end()
            return None

    def stop(self) -> None:
        """End the process permanently."""
        self._is_stopped = True
        self._end()

    def _start(self) -> None:
        from tournament.web.page_cache import START_TOKEN

        try:
            here, there = multiprocessing.Pipe()
            process = multiprocessing.get_context("spawn").Process(
                target=_serve_pages,
                args=(
                    there,
                    START_TOKEN,
                    {name: getattr(settings, name) for name in CHANGED_SETTINGS},
                ),
                name="ninetimer pages",
                daemon=True,
            )
            process.start()
            self._process = process
            there.close()
            if not here.poll(START_TIMEOUT_SECONDS) or here.recv() != "ready":
                raise OSError("it did not begin")
            self._here = here
            if self._is_stopped:
                self._end()
        except (OSError, EOFError) as problem:
            log.warning("No process for the pages of the hall: %s", problem)
            self._end()
        finally:
            self._starting.release()

    def _end(self) -> None:
        here, process = self._here, self._process
        self._here = self._process = None
        self._next_start = time.monotonic() + RESTART_SECONDS
        if here is not None:
            here.close()
        if process is not None:
            process.kill()
            process.join()


# --- inside the worker process ----------------------------------------------------------------------


def _serve_pages(there: Connection, start: str, taken_over: dict[str, Any]) -> None:
    """Answer requests until the server process disconnects or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C ends the server process
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    import django

    django.setup()
    from tournament.server.memory import freeze_gc, limit_malloc_arenas
    from tournament.web import page_cache
    from tournament.wsgi import application

    for name, value in taken_over.items():
        setattr(settings, name, value)
    settings.ALLOWED_HOSTS = ["*"]  # the server process has checked the host
    page_cache.START_TOKEN = start
    page_cache.page_cache.max_bytes = 0
    limit_malloc_arenas()
    freeze_gc()
    there.send("ready")
    with suppress(EOFError, OSError):
        while True:
            there.send(_answer(application, there.recv()))


def _answer(application: Any, environ: dict[str, Any]) -> WorkerResponse | str:
    started: list[Any] = []
    environ |= {"wsgi.input": BytesIO(), "wsgi.errors": BytesIO()}
    try:
        pieces = application(
            environ, lambda status, headers, *_failure: started.extend((status, headers))
        )
        try:
            body = b"".join(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        page = getattr(pieces, "cached_page", None)
    except Exception as problem:
        log.exception("%s", environ.get("PATH_INFO"))
        return f"{environ.get('PATH_INFO')}: {problem!r}"
    status, headers = started
    return WorkerResponse(int(status.split()[0]), headers, b"" if page else body, page)
