"""Run functions in separate processes: to read uploads within limits, to search, and to work in parallel.

A file of a few kilobytes can keep a parser busy for minutes. A separate process can be killed, and
it does not block the threads that serve the hall, as a parser written in C would. Processes are
forked from one that has already loaded the program; on systems without fork, a new one is started.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.processes import ConcurrencyLimitReached, limit_concurrency
from scoring.tenancy import current_tenant, set_tenant

Item = TypeVar("Item")
Result = TypeVar("Result")

MAX_SECONDS = 60
"""Maximum wall-clock time and processor time, each in seconds.

Reading 50,000 ratings takes fifteen seconds on a slow laptop.
"""
MAX_MEMORY_BYTES = 1_000_000_000
"""Maximum address space in bytes beyond what the process uses at startup."""
MAX_ANSWER_BYTES = 100_000_000
MAX_READERS = 2
"""Maximum number of uploads read at the same time by all serving processes. Others wait."""
COMPRESSED_PREFIXES = (b"PK", b"\x89PNG", b"\xff\xd8", b"RIFF")
"""Initial bytes of archives, workbooks and pictures, which may unpack to far more than their size."""
MAX_IN_PROCESS_BYTES = 20_000
"""Maximum size in bytes of plain text read in this process, which is faster than using another."""
POLL_SECONDS = 0.3
"""Seconds between calls of `on_poll` while a function runs in another process."""
MAX_QUEUED_PER_PROCESS = 3
"""Number of queued tasks for each process: enough to keep it busy without using much memory."""

_lock = threading.Lock()
_context: list[Any] = []


class ReadingStopped(Exception):
    """An upload takes too much time or memory, or too many are being read. The message says what to do."""


def read_upload(
    do: Callable[..., Result], *arguments: Any, contents: Iterable[bytes], **named: Any
) -> Result:
    """Return the result of `do` for an upload, in another process unless `contents` is short plain text.

    Raise the exceptions of `do` and, if another process is used, those of `run_limited`.
    """
    contents = list(contents)
    compressed = any(content.startswith(COMPRESSED_PREFIXES) for content in contents)
    if compressed or sum(map(len, contents)) > MAX_IN_PROCESS_BYTES:
        return run_limited(do, *arguments, **named)
    return do(*arguments, **named)


def run_limited(do: Callable[..., Result], *arguments: Any, **named: Any) -> Result:
    """Run a function in a process with limits on time and memory; return its result.

    The function, its arguments and its result must be picklable. Raise the function's exceptions, or
    `ReadingStopped` if a limit is reached or too many such processes are running.
    """
    try:
        with (
            limit_concurrency("reading", MAX_READERS, patience=MAX_SECONDS),
            _process_connection(do, arguments, named, is_limited=True) as answer,
        ):
            if not answer.poll(MAX_SECONDS):
                raise ReadingStopped(_limit_message())
            packed = answer.recv_bytes(MAX_ANSWER_BYTES)
    except EOFError:  # killed by the system at a limit
        raise ReadingStopped(_limit_message()) from None
    except ConcurrencyLimitReached:
        raise ReadingStopped(
            _(
                "Ninetimer is busy reading other files. Nothing was read. Send the file again in "
                "a moment."
            )
        ) from None
    return _unpacked_result(packed)


def run_stoppable(
    do: Callable[..., Result], *arguments: Any, on_poll: Callable[[], object] = lambda: None
) -> Result:
    """Run a function in a process without a time limit; return its result.

    This is for work of the program itself that would otherwise block every other thread. `on_poll` is
    called regularly, and an exception from it ends the work at once. Raise the function's
    exceptions, or `RuntimeError` if the system killed the process.
    """
    with _process_connection(do, arguments, {}, is_limited=False) as answer:
        while not answer.poll(POLL_SECONDS):
            on_poll()
        try:
            packed = answer.recv_bytes()
        except EOFError:
            raise RuntimeError("a process was ended from outside") from None
    return _unpacked_result(packed)


def map_in_processes(
    work: Iterable[tuple[Item, tuple[Any, ...] | None]],
    do: Callable[..., Result | None],
    processes: int,
) -> Iterator[tuple[Item, Result | None]]:
    """Yield every item with the result of `do` for its arguments, in order.

    An item whose arguments are None is yielded with None.
    """
    waiting: deque[tuple[Item, Future[Result | None] | None]] = deque()
    with ProcessPoolExecutor(
        processes,
        mp_context=process_context(),
        initializer=_load_program,
        initargs=(translation.get_language(), current_tenant()),
    ) as pool:
        for item, arguments in work:
            waiting.append((item, None if arguments is None else pool.submit(do, *arguments)))
            while len(waiting) > processes * MAX_QUEUED_PER_PROCESS:
                yield _next_result(waiting)
        while waiting:
            yield _next_result(waiting)


def start_process(do: Callable[..., object], *arguments: Any) -> Any:
    """Start and return a process that calls `do(*arguments)` in the current language and organisation."""
    return _spawn_process(do, arguments, {})


def process_context() -> Any:
    """Return the multiprocessing context: a fork server with the program loaded, if possible."""
    with _lock:
        if not _context:
            way = "spawn" if sys.platform == "win32" else "forkserver"
            _context.append(multiprocessing.get_context(way))
            if way == "forkserver":
                _context[0].set_forkserver_preload(list(settings.LOADED_FOR_READING))
    return _context[0]


def _next_result(
    waiting: deque[tuple[Item, Future[Result | None] | None]],
) -> tuple[Item, Result | None]:
    item, future = waiting.popleft()
    return item, None if future is None else future.result()


def _spawn_process(
    do: Callable[..., object],
    arguments: Any,
    named: Any,
    answer: Connection | None = None,
    *,
    is_limited: bool = False,
) -> Any:
    call = pickle.dumps((do, arguments, named))
    process = process_context().Process(
        target=_run_call,
        args=(call, translation.get_language(), current_tenant(), answer, is_limited),
        daemon=True,
    )
    process.start()
    return process


@contextmanager
def _process_connection(
    do: Callable[..., object], arguments: Any, named: Any, *, is_limited: bool
) -> Iterator[Connection]:
    """Yield the connection to a new process, which is killed when the block is left."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    with ours:
        with theirs:
            process = _spawn_process(do, arguments, named, theirs, is_limited=is_limited)
        try:
            yield ours
        finally:
            process.kill()
            process.join()
            process.close()


def _unpacked_result(packed: bytes) -> Any:
    """Return the result sent by a process, or raise its exception."""
    failed, what = pickle.loads(packed)  # nosec B301
    if failed:
        raise what
    return what


# --- in the process --------------------------------------------------------------------------------


def _run_call(
    call: bytes,
    language: str | None,
    organisation: int | None,
    answer: Connection | None,
    is_limited: bool,
) -> None:
    """Unpickle a call once the program is loaded, run it, and send the result if requested."""
    if is_limited:
        _limit_resources()
    _load_program(language, organisation)
    if answer is None:
        do, arguments, named = pickle.loads(call)  # nosec B301
        do(*arguments, **named)
        return
    try:
        do, arguments, named = pickle.loads(call)  # nosec B301
        packed = pickle.dumps((False, do(*arguments, **named)))
    except MemoryError as full:
        packed = pickle.dumps((True, ReadingStopped(_limit_message()) if is_limited else full))
    except Exception as problem:  # noqa: BLE001 - raised again by the process that started this one
        problem.add_note(traceback.format_exc())
        packed = pickle.dumps((True, problem))
    if is_limited and len(packed) > MAX_ANSWER_BYTES:
        packed = pickle.dumps((True, ReadingStopped(_limit_message())))
    answer.send_bytes(packed)


def _load_program(language: str | None, organisation: int | None) -> None:
    """Load the program with the language and the organisation of the parent process."""
    import django

    django.setup()
    set_tenant(organisation)
    if language:
        translation.activate(language)


def _limit_resources() -> None:
    """Limit the resources of this process and lower its priority.

    On systems without such limits, only wall-clock time is limited.
    """
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no file of ours
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MAX_MEMORY_BYTES, used + MAX_MEMORY_BYTES))


def _limit_message() -> str:
    return _(
        "The file takes too long to read, or unpacks to far too much data. Nothing was read. Save "
        "only what is needed, as plain text or CSV, and send that."
    )
