"""Threads are shared fairly between addresses, and stalled connections are closed."""

import asyncio
import threading
import time

import pytest

from tournament.server import client_queue, connections
from tournament.server.client_queue import (
    MAX_SPARE_CONNECTIONS,
    Abuse,
    AbuseLog,
    FairThreadPool,
    QueueFull,
)
from tournament.server.connections import (
    Connection,
    close_idle_connections,
    close_stalled_connections,
)

DESK, PHONE, OTHER, BROWSER = "127.0.0.1", "192.168.1.31", "192.168.1.32", "192.168.1.33"


def test_busy_address_queues_behind_itself_without_delaying_others():
    order = []

    async def play():
        lane = FairThreadPool("test", 1)
        begun = threading.Event()

        def first():
            begun.set()
            time.sleep(0.05)

        async def ask(address):
            await lane.run(address, lambda: order.append(address))

        busy = asyncio.create_task(lane.run(PHONE, first))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        flood = [asyncio.create_task(ask(PHONE)) for _ in range(100)]
        await asyncio.sleep(0.001)
        others = [asyncio.create_task(ask(address)) for address in (DESK, OTHER)]
        await asyncio.gather(busy, *flood, *others)
        lane.stop()

    asyncio.run(play())
    assert len(order) == 102
    assert {order.index(DESK), order.index(OTHER)} <= {0, 1, 2}


def test_single_phone_never_takes_all_threads_but_the_desk_may():
    most = {PHONE: 0, DESK: 0}
    now = dict.fromkeys(most, 0)
    lock = threading.Lock()

    def work(address):
        with lock:
            now[address] += 1
            most[address] = max(most[address], now[address])
        time.sleep(0.01)
        with lock:
            now[address] -= 1

    async def play(address):
        lane = FairThreadPool("test", 4, at_once=2)
        await asyncio.gather(*(lane.run(address, lambda: work(address)) for _ in range(12)))
        lane.stop()

    asyncio.run(play(PHONE))
    asyncio.run(play(DESK))
    assert most == {PHONE: 2, DESK: 4}


def test_short_work_runs_in_turn_and_long_work_lets_the_next_begin():
    side_by_side = []
    now = 0
    lock = threading.Lock()

    def work(seconds):
        nonlocal now
        with lock:
            now += 1
            side_by_side.append(now)
        time.sleep(seconds)
        with lock:
            now -= 1

    async def play(*seconds):
        side_by_side.clear()
        lane = FairThreadPool("test", 8, short=1)
        begun = time.monotonic()
        await asyncio.gather(*(lane.run(DESK, lambda s=s: work(s)) for s in seconds))
        assert not lane.is_busy
        lane.stop()
        return max(side_by_side), time.monotonic() - begun

    most, _ = asyncio.run(play(*[0.005] * 12))
    assert most == 1
    most, waited = asyncio.run(play(1.0, 0.005, 0.005, 1.0, 0.005))
    assert most >= 2
    assert waited < 1.8, "the second long one waited for the first"


def test_queue_is_limited_but_holds_a_whole_hall_behind_an_address(monkeypatch):
    assert client_queue.MAX_WAITING >= 500
    monkeypatch.setattr(client_queue, "MAX_WAITING", 5)
    answers = []

    async def play():
        lane = FairThreadPool("test", 1)

        async def ask():
            try:
                answers.append(await lane.run(PHONE, lambda: time.sleep(0.01) or "answer"))
            except QueueFull:
                answers.append("refused")

        await asyncio.gather(*(ask() for _ in range(8)))
        lane.stop()

    asyncio.run(play())
    assert sorted(answers) == ["answer"] * 6 + ["refused"] * 2


def test_abandoned_request_leaves_the_queue():
    async def play():
        lane = FairThreadPool("test", 1)
        busy = asyncio.create_task(lane.run(PHONE, lambda: time.sleep(0.05)))
        await asyncio.sleep(0.01)
        gone = asyncio.create_task(lane.run(PHONE, lambda: "never"))
        next_ = asyncio.create_task(lane.run(PHONE, lambda: "next"))
        await asyncio.sleep(0.01)
        gone.cancel()
        await busy
        answer = await asyncio.wait_for(next_, 2)
        lane.stop()
        return answer

    assert asyncio.run(play()) == "next"


def test_abuse_is_counted_and_expires(monkeypatch):
    noted = AbuseLog()
    for _ in range(3):
        noted.add(PHONE, Abuse.FLOOD)
    noted.add(OTHER, Abuse.SLOW)
    assert [(row.address, row.complaint, row.times) for row in noted.recent_entries()] == [
        (OTHER, Abuse.SLOW, 1),
        (PHONE, Abuse.FLOOD, 3),
    ]
    monkeypatch.setattr(client_queue, "REMEMBER_SECONDS", -1.0)
    assert noted.recent_entries() == []


class Transport:
    """A fake transport with this many bytes waiting at the other end."""

    def __init__(self, waiting=0):
        self.waiting, self.ended = waiting, False

    def get_write_buffer_size(self):
        return self.waiting

    def abort(self):
        self.ended = True


class Parser:
    """A fake parser that never completes."""

    def feed_data(self, data):
        pass


def connection(*, waiting=0, head_began=None, opened_at=0.0, address=PHONE):
    made = Connection.__new__(Connection)
    made.transport, made.client, made.cycle = Transport(waiting), (address, 4000), None
    made.opened_at = made.heard_at = opened_at
    made.head_began = head_began
    return made


def test_stalled_and_silent_connections_are_closed_and_logged(monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(connections.time, "monotonic", lambda: clock[0])
    stuck = connection(waiting=50_000, address=OTHER)
    reading = connection(waiting=50_000)
    silent = [connection(head_began=1000.0) for _ in range(MAX_SPARE_CONNECTIONS + 1)]
    spare = connection(head_began=1000.0, address=BROWSER)
    waiting_for_more = connection(opened_at=1000.0)
    noted = AbuseLog()
    everybody = {stuck, reading, *silent, spare, waiting_for_more}
    for _ in range(13):
        close_stalled_connections({one for one in everybody if not one.transport.ended}, noted)
        clock[0] += 2
        reading.transport.waiting -= 1000
    assert stuck.transport.ended
    assert all(one.transport.ended for one in (*silent, spare))
    assert not reading.transport.ended
    assert not waiting_for_more.transport.ended
    # An unused spare connection of a browser is not reported.
    assert {(row.address, row.complaint, row.times) for row in noted.recent_entries()} == {
        (OTHER, Abuse.SLOW, 1),
        (PHONE, Abuse.SILENT, MAX_SPARE_CONNECTIONS + 1),
    }


def test_full_server_closes_the_oldest_idle_connections_of_the_busiest_address():
    many = [connection(opened_at=at) for at in range(30)]
    few = [connection(opened_at=-1, address=OTHER) for _ in range(2)]
    noted = AbuseLog()
    close_idle_connections({*many, *few}, 9, noted)
    assert [row.transport.ended for row in many] == [True] * 23 + [False] * 7
    assert not any(row.transport.ended for row in few)
    assert [(row.address, row.times) for row in noted.recent_entries()] == [(PHONE, 23)]


@pytest.mark.parametrize("size", [200, connections.MAX_HEAD_BYTES * 3])
def test_endless_request_head_is_cut_off(size):
    made = connection(head_began=1.0)
    made.parser = Parser()
    made.timeout_keep_alive_task = None
    for _ in range(0, size, 100):
        made.data_received(b"x" * 100)
    assert made.transport.ended is (size > connections.MAX_HEAD_BYTES)
