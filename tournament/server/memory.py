"""Memory settings of the server process."""

import ctypes
import gc
import platform

from django.urls import get_resolver

ARENAS = 2
"""The memory arenas for threads; Python runs one thread at a time, so a third is rarely needed."""
M_ARENA_MAX = -8
"""The number of that setting in the GNU C library (malloc.h)."""


def limit_malloc_arenas() -> None:
    """Let all threads use memory that one of them no longer needs.

    The GNU C library gives up to eight arenas a core to threads, and what a page used in one of them stays
    there: in twenty minutes of a full hall the program grew by a fifth more. Other systems have no such arenas.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)


def freeze_gc() -> None:
    """Keep the search for objects that nobody uses any more from stopping an answer half-way.

    All pages and engines are loaded first and left out of that search: to look through them takes about
    50 ms each time, and most of an entry's longest waits were that. New objects are looked through after
    5,000 instead of 700, as many as one page makes.
    """
    get_resolver().url_patterns  # noqa: B018 - imports all pages
    gc.collect()
    gc.freeze()
    gc.set_threshold(5000, 20, 20)


def trim_memory() -> None:
    """Return memory that nothing uses to the system: after a flood of requests the C library keeps it."""
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).malloc_trim(0)
