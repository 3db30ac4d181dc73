"""Functions that run in processes of their own: uploads within limits, long searches, many pieces of work.

A file of a few kilobytes can be made to keep a reader busy for minutes. A process can be ended, and takes nothing
from the threads that answer the hall: a parser written in C stops every other thread of its process. Processes
are forked from one that has loaded the program before; where the system cannot fork, a new one is started.
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

from scoring.processes import Busy, exclusive
from scoring.tenancy import here, stay_within

Item = TypeVar("Item")
Result = TypeVar("Result")

MAX_SECONDS = 60
"""By the clock, and of the processor: a workbook of 50,000 ratings takes fifteen on a slow laptop."""
MAX_MEMORY_BYTES = 1_000_000_000
"""Bytes of address space beyond what the process has when it begins."""
MAX_ANSWER_BYTES = 100_000_000
MAX_READERS = 2
"""Uploads read at the same moment, by all processes that serve; the third waits."""
COMPRESSED_PREFIXES = (b"PK", b"\x89PNG", b"\xff\xd8", b"RIFF")
"""How archives, workbooks and pictures begin: a few bytes of them can unpack to far more."""
SMALL_BYTES = 20_000
"""Bytes of plain text that is read at once: that takes less time than asking another process."""
POLL_SECONDS = 0.3
"""Seconds between two calls of `look` while a function runs elsewhere."""
QUEUED_FOR_EACH = 3
"""Pieces of work that wait for each process: enough to keep it busy, few enough for the memory."""

_lock = threading.Lock()
_context: list[Any] = []


class ReadingStopped(Exception):
    """An upload took too long or too much memory to read; the sentence says what to do."""


def read_upload(
    do: Callable[..., Result], *arguments: Any, contents: Iterable[bytes], **named: Any
) -> Result:
    """Return what `do` makes of an upload, read in a process unless its `contents` are a little plain text.

    Raises what `do` raises, and `ReadingStopped`.
    """
    contents = list(contents)
    compressed = any(content.startswith(COMPRESSED_PREFIXES) for content in contents)
    if compressed or sum(map(len, contents)) > SMALL_BYTES:
        return run_limited(do, *arguments, **named)
    return do(*arguments, **named)


def run_limited(do: Callable[..., Result], *arguments: Any, **named: Any) -> Result:
    """Return or raise what the function does, run in a process with limits of time and memory.

    Function, arguments and answer can be pickled. Raises `ReadingStopped`.
    """
    try:
        with (
            exclusive("reading", MAX_READERS, patience=MAX_SECONDS),
            _answer_of(do, arguments, named, is_limited=True) as answer,
        ):
            if not answer.poll(MAX_SECONDS):
                raise ReadingStopped(_too_much())
            packed = answer.recv_bytes(MAX_ANSWER_BYTES)
    except EOFError:  # ended by the system at one of the limits
        raise ReadingStopped(_too_much()) from None
    except Busy:
        raise ReadingStopped(
            _("Other files are being read just now. Nothing was read. Send it again in a moment.")
        ) from None
    return _opened(packed)


def run_stoppable(
    do: Callable[..., Result], *arguments: Any, look: Callable[[], object] = lambda: None
) -> Result:
    """Return or raise what the function does, run in a process for as long as it takes.

    For work of our own that stops every other thread of its process. `look` is called now and then meanwhile: what
    it raises ends the work at once. Raises `RuntimeError` where the system ended the process.
    """
    with _answer_of(do, arguments, {}, is_limited=False) as answer:
        while not answer.poll(POLL_SECONDS):
            look()
        try:
            packed = answer.recv_bytes()
        except EOFError:
            raise RuntimeError("a process was ended from outside") from None
    return _opened(packed)


def map_in_processes(
    work: Iterable[tuple[Item, tuple[Any, ...] | None]],
    do: Callable[..., Result | None],
    processes: int,
) -> Iterator[tuple[Item, Result | None]]:
    """Yield every item with what `do` returned for its arguments, in the order given.

    An item without arguments is passed on as it is.
    """
    waiting: deque[tuple[Item, Future[Result | None] | None]] = deque()
    with ProcessPoolExecutor(
        processes,
        mp_context=context(),
        initializer=_set_up,
        initargs=(translation.get_language(), here()),
    ) as pool:
        for item, arguments in work:
            waiting.append((item, None if arguments is None else pool.submit(do, *arguments)))
            while len(waiting) > processes * QUEUED_FOR_EACH:
                yield _first(waiting)
        while waiting:
            yield _first(waiting)


def start(do: Callable[..., object], *arguments: Any) -> Any:
    """Start a process that calls `do(*arguments)` in this language and organisation, and return it."""
    return _start(do, arguments, {})


def context() -> Any:
    """Return the way processes are started: forked from one with the program loaded, where that is possible."""
    with _lock:
        if not _context:
            way = "spawn" if sys.platform == "win32" else "forkserver"
            _context.append(multiprocessing.get_context(way))
            if way == "forkserver":
                _context[0].set_forkserver_preload(list(settings.LOADED_FOR_READING))
    return _context[0]


def _first(waiting: deque[tuple[Item, Future[Result | None] | None]]) -> tuple[Item, Result | None]:
    item, future = waiting.popleft()
    return item, None if future is None else future.result()


def _start(
    do: Callable[..., object],
    arguments: Any,
    named: Any,
    answer: Connection | None = None,
    *,
    is_limited: bool = False,
) -> Any:
    call = pickle.dumps((do, arguments, named))
    process = context().Process(
        target=_run,
        args=(call, translation.get_language(), here(), answer, is_limited),
        daemon=True,
    )
    process.start()
    return process


@contextmanager
def _answer_of(
    do: Callable[..., object], arguments: Any, named: Any, *, is_limited: bool
) -> Iterator[Connection]:
    """Yield where a new process will answer; when the block is left the process has ended."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    with ours:
        with theirs:
            process = _start(do, arguments, named, theirs, is_limited=is_limited)
        try:
            yield ours
        finally:
            process.kill()
            process.join()
            process.close()


def _opened(packed: bytes) -> Any:
    """Return what a process answered, or raise what it raised."""
    failed, what = pickle.loads(packed)  # nosec B301
    if failed:
        raise what
    return what


# --- in the process --------------------------------------------------------------------------------


def _run(
    call: bytes,
    language: str | None,
    organisation: int | None,
    answer: Connection | None,
    is_limited: bool,
) -> None:
    """Make a call, which is unpacked once the program is loaded, and send what came of it where that is wanted."""
    if is_limited:
        _limit()
    _set_up(language, organisation)
    if answer is None:
        do, arguments, named = pickle.loads(call)  # nosec B301
        do(*arguments, **named)
        return
    try:
        do, arguments, named = pickle.loads(call)  # nosec B301
        packed = pickle.dumps((False, do(*arguments, **named)))
    except MemoryError as full:
        packed = pickle.dumps((True, ReadingStopped(_too_much()) if is_limited else full))
    except Exception as problem:  # noqa: BLE001 - raised again by the process that started this one
        problem.add_note(traceback.format_exc())
        packed = pickle.dumps((True, problem))
    if is_limited and len(packed) > MAX_ANSWER_BYTES:
        packed = pickle.dumps((True, ReadingStopped(_too_much())))
    answer.send_bytes(packed)


def _set_up(language: str | None, organisation: int | None) -> None:
    """Load the program, and speak the language of the process that started this one, within its organisation."""
    import django

    django.setup()
    stay_within(organisation)
    if language:
        translation.activate(language)


def _limit() -> None:
    """Bound what this process may use, and let those who answer the hall go first.

    Where the system knows no such bounds, the clock is the only one.
    """
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no file of ours
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MAX_MEMORY_BYTES, used + MAX_MEMORY_BYTES))


def _too_much() -> str:
    return _(
        "The file takes too long to read, or unpacks to far too much. Nothing was read. Save what "
        "is needed alone, as plain text or CSV, and send that."
    )
