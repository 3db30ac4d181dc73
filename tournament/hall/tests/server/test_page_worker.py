"""Pages of a busy hall come from a separate process and stay the same."""

import multiprocessing
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.helping import Browser
from tests.installation import running
from tests.shown import result_line
from tournament.server import page_worker

ENOUGH = 12
"""Number of concurrent phones: more than the hall has threads."""


@pytest.fixture(scope="module")
def event(fresh_installation, tmp_path_factory):
    """Return an installation with an event in progress, and the event's slug."""
    installation = fresh_installation.copied(tmp_path_factory.mktemp("pages") / "data")
    made = ("simulate_event", "--players", "24", "--rounds", "3", "--stage", "half")
    return installation, installation.manage(*made).split()[-1]


def page_processes(server):
    """Return the IDs of the server's page processes."""
    processes = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int(folder.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            command = folder.joinpath("cmdline").read_text()
        except OSError:  # the process has ended
            continue
        if parent == server.process.pid and "spawn_main" in command:
            processes.append(int(folder.name))
    return processes


def ask(address):
    """Request a page as a new visitor."""
    return Browser().get(address)


def be_busy(server, slug, until):
    """Let many phones request uncached pages until a condition holds."""
    hall = f"{server.address}/hall/{slug}/a/"
    with ThreadPoolExecutor(ENOUGH) as phones:
        for turn in range(60):
            pages = [f"{hall}{number}/?unknown={turn}" for number in range(1, 25)]
            desk_enters(server, slug, turn)  # so that every page changes
            assert {status for status, _ in phones.map(ask, pages)} == {200}
            if until():
                return
    raise AssertionError("it never held")


def desk_enters(server, slug, turn, board=12):
    """Enter a result at the desk."""
    desk = desk_enters.browsers.setdefault(server.address, Browser())
    if not turn:
        desk.log_in(server.address)
    address = f"{server.address}/events/{slug}/a/rounds/2/results/"
    assert desk.post(address, result_line(board, 400 + turn, 301))[0] == 302


desk_enters.browsers = {}


@pytest.mark.full
def test_busy_hall_uses_a_process_that_ends_with_the_server(event):
    installation, slug = event
    with running(installation) as server:
        assert page_processes(server) == []
        before = ask(f"{server.address}/hall/{slug}/a/standings/")
        assert before[0] == 200
        assert page_processes(server) == [], "one phone alone needs no process"
        be_busy(server, slug, lambda: page_processes(server))
        (process,) = page_processes(server)
        used = time_used(process)
        be_busy(server, slug, lambda: time_used(process) > used + 0.2)
        for turn in range(1, 4):
            desk_enters(server, slug, 100 + turn)
            status, page = ask(f"{server.address}/hall/{slug}/a/pairings/")
            assert (status, f"{500 + turn}–301" in page) == (200, True)
        unknown = ask(f"{server.address}/hall/{slug}/a/999/")
        assert unknown[0] == 404
        assert "/hall/" in unknown[1], "the page of the fault leads on"
        server.process.kill()
        server.process.wait()
        ends = time.monotonic() + 20
        while Path(f"/proc/{process}").exists():
            assert time.monotonic() < ends, "it goes on without anybody to answer"
            time.sleep(0.05)


def time_used(process):
    """Return the CPU seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_killed_process_does_not_interrupt_responses(event):
    installation, slug = event
    with running(installation) as server:
        be_busy(server, slug, lambda: page_processes(server))
        (process,) = page_processes(server)
        os.kill(process, signal.SIGKILL)
        desk_enters(server, slug, 100)
        status, page = ask(f"{server.address}/hall/{slug}/a/pairings/")
        assert (status, "500–301" in page) == (200, True)


def test_process_that_starts_too_slowly_is_ended(monkeypatch):
    monkeypatch.setattr(page_worker, "START_TIMEOUT_SECONDS", 0.0)
    made = page_worker.PageWorker()
    made.begin()
    assert made._starting.acquire(timeout=20), "it waits for ever"
    assert not made.is_ready
    assert multiprocessing.active_children() == []


def test_process_that_hangs_is_ended_within_two_seconds(monkeypatch):
    assert page_worker.ANSWER_TIMEOUT_SECONDS <= 2
    monkeypatch.setattr(page_worker, "ANSWER_TIMEOUT_SECONDS", 0.2)
    made = page_worker.PageWorker()
    made.begin()
    with made._starting:
        assert made.is_ready
    (process,) = multiprocessing.active_children()
    os.kill(process.pid, signal.SIGSTOP)
    assert made.response_to({"PATH_INFO": "/hall/"}) is None
    assert (made.is_ready, process.is_alive()) == (False, False)
