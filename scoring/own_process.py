"""Reading what somebody sent in a process of its own, with limits of time and memory.

A file of a few kilobytes can be made to keep a reader busy for minutes. A process of its own can be ended, and
takes nothing from the threads that answer the hall: a parser written in C lets no other thread of its process
go on. The processes are forked from one that has loaded the program before; where the system cannot fork, a
new one is started for each.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.processes import Busy, one_of
from scoring.walls import here, stay_within

Done = TypeVar("Done")

SECONDS = 60
"""By the clock, and of the processor: a workbook of 50,000 ratings takes fifteen on a slow laptop."""
MEMORY = 1_000_000_000
"""Bytes of address space beyond what the process has when it begins."""
LARGEST_ANSWER = 100_000_000
"""Bytes of what was understood."""
AT_ONCE = 2
"""Files read at the same moment, by all processes that serve; who comes third waits."""
PACKED = (b"PK", b"\x89PNG", b"\xff\xd8", b"RIFF")
"""How archives, workbooks and pictures begin: a few bytes of them can unpack to far more."""
SMALL = 20_000
"""Bytes of plain text that is read at once: that takes less time than asking another process."""

LOOKS_EVERY = 0.3
"""Seconds from one look to the next, while something is worked out elsewhere."""

_door = threading.Lock()
_ready: list[Any] = []


class ReadingStopped(Exception):
    """What was sent took too long or too much memory to read; the sentence says what to do."""


def read_sent(
    do: Callable[..., Done], *arguments: Any, contents: Iterable[bytes], **named: Any
) -> Done:
    """Read what was sent: elsewhere, unless its `contents` are a little plain text.

    Raises what `do` raises, and `ReadingStopped`.
    """
    contents = list(contents)
    packed = any(content.startswith(PACKED) for content in contents)
    if packed or sum(map(len, contents)) > SMALL:
        return in_own_process(do, *arguments, **named)
    return do(*arguments, **named)


def in_own_process(do: Callable[..., Done], *arguments: Any, **named: Any) -> Done:
    """What the function gives, or raises, run elsewhere; function, arguments and answer can be pickled.

    Raises `ReadingStopped`.
    """
    try:
        with one_of("reading", AT_ONCE, patience=SECONDS):
            failed, answer = _answer(do, arguments, named)
    except Busy:
        raise ReadingStopped(
            _("Other files are being read just now. Nothing was read. Send it again in a moment.")
        ) from None
    if failed:
        raise answer
    return answer


def worked_out(
    do: Callable[..., Done], *arguments: Any, look: Callable[[], object] = lambda: None
) -> Done:
    """What the function gives, or raises, run elsewhere for as long as it takes; as `in_own_process` otherwise.

    For work of our own that lets no other thread of its process go on. `look` is called now and then meanwhile: what
    it raises ends the work at once, whatever it is doing. Raises `RuntimeError` where the system ended it.
    """
    with _begun(do, arguments, {}, limited=False) as answer:
        while not answer.poll(LOOKS_EVERY):
            look()
        try:
            failed, what = pickle.loads(answer.recv_bytes())  # nosec B301
        except EOFError:
            raise RuntimeError("a process was ended from outside") from None
    if failed:
        raise what
    return what


def _answer(do: Callable[..., Any], arguments: Any, named: Any) -> tuple[bool, Any]:
    """Whether it raised, and what it raised or gave."""
    with _begun(do, arguments, named, limited=True) as answer:
        try:
            if answer.poll(SECONDS):
                return pickle.loads(answer.recv_bytes(LARGEST_ANSWER))  # nosec B301
        except EOFError:
            pass  # ended by the system at one of the limits
    raise ReadingStopped(_too_much())


@contextmanager
def _begun(
    do: Callable[..., Any], arguments: Any, named: Any, *, limited: bool
) -> Iterator[Connection]:
    """Where a new process will answer; when the block is left the process has ended."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    packed = pickle.dumps((do, arguments, named))
    process = ways_to_start().Process(
        target=_work,
        args=(theirs, translation.get_language(), here(), packed, limited),
        daemon=True,
    )
    with ours:
        with theirs:
            process.start()
        try:
            yield ours
        finally:
            process.kill()
            process.join()
            process.close()


def ways_to_start() -> Any:
    """The way processes are started: forked from one that has the program loaded, where that is possible."""
    with _door:
        if not _ready:
            way = "spawn" if sys.platform == "win32" else "forkserver"
            context = multiprocessing.get_context(way)
            if way == "forkserver":
                context.set_forkserver_preload(list(settings.LOADED_FOR_READING))
            _ready.append(context)
    return _ready[0]


def _work(
    there: Connection, language: str | None, organisation: int | None, packed: bytes, limited: bool
) -> None:
    """Do it, `limited` or not, and send what came of it; what to do is unpacked once the program is loaded."""
    if limited:
        _limit()
    import django

    django.setup()
    stay_within(organisation)
    if language:
        translation.activate(language)
    try:
        do, arguments, named = pickle.loads(packed)  # nosec B301
        answer = pickle.dumps((False, do(*arguments, **named)))
    except MemoryError as full:
        answer = pickle.dumps((True, ReadingStopped(_too_much()) if limited else full))
    except Exception as problem:  # noqa: BLE001 - raised again where it was asked for
        problem.add_note(traceback.format_exc())
        answer = pickle.dumps((True, problem))
    if limited and len(answer) > LARGEST_ANSWER:
        answer = pickle.dumps((True, ReadingStopped(_too_much())))
    there.send_bytes(answer)


def _limit() -> None:
    """Bound what this process may use, and let those who answer the hall go first.

    Where the system knows no such bounds, the clock is the only one.
    """
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no file of ours
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))


def _too_much() -> str:
    return _(
        "The file takes too long to read, or unpacks to far too much. Nothing was read. Save what "
        "is needed alone, as plain text or CSV, and send that."
    )
