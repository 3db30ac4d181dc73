"""Memory settings of the server process."""

import ctypes
import gc
import platform

from django.urls import get_resolver

ARENAS = 2
"""The number of memory arenas for threads; Python runs one thread at a time, so a third is rarely needed."""
M_ARENA_MAX = -8
"""The GNU C library's code for the setting that limits the number of arenas (malloc.h)."""


def limit_malloc_arenas() -> None:
    """Limit the memory arenas of the GNU C library, so that threads reuse memory freed by one another.

    By default, threads get up to eight arenas per core, and memory freed in one stays there: in a test
    of twenty minutes with a full hall, memory grew by a fifth more. Other systems have no such arenas.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)


def freeze_gc() -> None:
    """Prevent garbage collection from interrupting responses for long.

    All pages and engines are loaded first and excluded from collection, since scanning them takes about
    50 ms each time and caused most of the longest delays at the desk. New objects are collected after
    5,000 allocations instead of 700; one page creates about that many.
    """
    get_resolver().url_patterns  # noqa: B018 - imports all pages
    gc.collect()
    gc.freeze()
    gc.set_threshold(5000, 20, 20)


def trim_memory() -> None:
    """Return unused memory to the system, since the C library keeps it after a flood of requests."""
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).malloc_trim(0)
