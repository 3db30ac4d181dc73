"""Memory use of the server with many threads."""

import platform
import subprocess
import sys

import pytest

ARENAS_OF_SIXTEEN_THREADS = """
import ctypes, os, sys, tempfile, threading
from tournament.server.memory import limit_malloc_arenas

if sys.argv[1] == "shared":
    limit_malloc_arenas()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
libc.malloc.restype = ctypes.c_void_p
together = threading.Barrier(16)

def use():
    together.wait()
    libc.malloc(ctypes.c_size_t(5000))
    together.wait()

threads = [threading.Thread(target=use) for _ in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
with tempfile.TemporaryFile() as written:
    stream = ctypes.c_void_p(libc.fdopen(os.dup(written.fileno()), b"w"))
    libc.malloc_info(0, stream)
    libc.fclose(stream)
    written.seek(0)
    print(written.read().count(b"<heap nr="))
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the GNU C library has arenas")
def test_sixteen_threads_use_the_memory_of_two():
    def arenas(how):
        command = [sys.executable, "-c", ARENAS_OF_SIXTEEN_THREADS, how]
        return int(subprocess.run(command, capture_output=True, check=True, text=True).stdout)

    assert arenas("as it is") > 2
    assert arenas("shared") == 2


FREED = """
import resource
from pathlib import Path
from tournament.server.memory import trim_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() >> 20

blocks = [bytearray(60_000) for _ in range(3000)]
last = bytearray(60_000)
del blocks
before = resident()
trim_memory()
print(before - resident())
"""


@pytest.mark.full
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the GNU C library keeps it")
def test_memory_of_a_flood_is_returned_to_the_system():
    given = subprocess.run(
        [sys.executable, "-c", FREED], capture_output=True, check=True, text=True
    )
    assert int(given.stdout) > 100  # MB, of 172
