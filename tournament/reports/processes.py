"""Work spread over several processes, each with Django set up; imports no models, which need that first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

from django.utils import translation

Work = TypeVar("Work")
Done = TypeVar("Done")

AHEAD = 3
"""So many pieces of work wait for each process: enough to keep it busy, few enough for the memory."""


def ready(language: str | None) -> None:
    """Set Django up in a new process, which speaks the language of the one that started it."""
    import django

    django.setup()
    if language:
        translation.activate(language)


def in_processes(
    work: Iterable[tuple[Work, tuple[Any, ...] | None]], do: Callable[..., Done | None], jobs: int
) -> Iterator[tuple[Work, Done | None]]:
    """Do every piece of work in one of `jobs` processes; in the order given, with what came of it.

    A piece without arguments is passed on as it is.
    """
    waiting: deque[tuple[Work, Future[Done | None] | None]] = deque()
    with ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
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
