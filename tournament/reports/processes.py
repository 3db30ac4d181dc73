"""Work spread over several processes, each with Django set up; imports no models, which need that first."""

from __future__ import annotations

import gc
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

from django.utils import translation

Work = TypeVar("Work")
Done = TypeVar("Done")

AHEAD = 3
"""So many pieces of work wait for each process: enough to keep it busy, few enough for the memory."""


SELDOM = (50_000, 20, 100)
"""After so many new objects Python looks for circles of objects that nobody uses (usually 700, 10 and 10)."""


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Look for unused circles of objects seldom until the end of the block: reports are trees, and many.

    With 300 players and 20 rounds that search took an eighth of the time.
    """
    usual = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def ready(language: str | None) -> None:
    """Set Django up in a new process, which speaks the language of the one that started it."""
    import django

    django.setup()
    _leave_connections_to_the_other()
    gc.set_threshold(*SELDOM)
    if language:
        translation.activate(language)


def _leave_connections_to_the_other() -> None:
    """Open a connection of one's own to a database server: two processes that speak on one understand nothing.

    It is not closed, which the server would take for the other's good-bye.
    """
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        if connection.vendor == "postgresql":
            connection.connection = None


def way_to_start() -> str:
    """Return how processes are started: as copies of this one where that is safe, which saves loading all anew.

    Linux alone copies well; what another thread holds at that moment would be held in the copy for ever.
    """
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def in_processes(
    work: Iterable[tuple[Work, tuple[Any, ...] | None]], do: Callable[..., Done | None], jobs: int
) -> Iterator[tuple[Work, Done | None]]:
    """Do every piece of work in one of `jobs` processes; in the order given, with what came of it.

    A piece without arguments is passed on as it is.
    """
    waiting: deque[tuple[Work, Future[Done | None] | None]] = deque()
    with ProcessPoolExecutor(
        jobs,
        mp_context=get_context(way_to_start()),
        initializer=ready,
        initargs=(translation.get_language(),),
    ) as pool:
        for piece, arguments in work:
            waiting.append((piece, None if arguments is None else pool.submit(do, *arguments)))
            while len(waiting) > jobs * AHEAD:
                yield _next(waiting)
        while waiting:
            yield _next(waiting)


def _next(waiting: deque[tuple[Work, Future[Done | None] | None]]) -> tuple[Work, Done | None]:
    piece, future = waiting.popleft()
    return piece, None if future is None else future.result()
