"""Schedule requests fairly by client address, and record addresses that are slow or send too many requests.

Pages are created in a few threads. Each address has its own queue, and the addresses take turns: a
client that sends a thousand requests delays itself, and no client delays the desk. A hall behind a
single address shares one queue, which is long enough for it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

Answer = TypeVar("Answer")

MAX_WAITING = 600
"""The maximum number of waiting requests from one address, enough for every phone of a large hall behind it."""
MAX_THREADS_OF_ADDRESS = 2
"""The maximum number of threads for one address in the hall. The desk on this computer may use all."""
SHORT_SECONDS = 0.1
"""The time in seconds after which work counts as long, so that the next piece may start beside it."""


class QueueFull(Exception):
    """Too many requests from one address are waiting."""


class Abuse(StrEnum):
    """The kinds of abuse, each by a single address."""

    SLOW = "slow"
    """The address does not read the responses; its connections are closed."""
    SILENT = "silent"
    """The address opens connections without sending requests; they are closed."""
    FLOOD = "flood"
    """The address sends more requests than can be answered; the excess is refused."""
    GUESS = "guess"
    """The address repeatedly sends wrong player or kiosk codes; beyond a limit, codes are no longer checked."""


@dataclass(frozen=True, slots=True)
class AbuseEntry:
    """An address with its kind of abuse, the recent count, and the seconds since the last occurrence."""

    address: str
    complaint: Abuse
    times: int
    ago: float


REMEMBER_SECONDS = 300.0
"""The time in seconds after which abuse is forgotten."""
MAX_SPARE_CONNECTIONS = 20
"""The maximum number of silent connections from an address that go unreported, since browsers open spare ones."""
MAX_NOTED = 200


@dataclass
class AbuseLog:
    """The recent abuse by each address."""

    _noted: OrderedDict[tuple[str, Abuse], tuple[int, float]] = field(default_factory=OrderedDict)

    def add(self, address: str, complaint: Abuse) -> None:
        """Record another occurrence of abuse by an address; beyond `MAX_NOTED`, the oldest entries are dropped."""
        key = (address, complaint)
        times, last = self._noted.pop(key, (0, 0.0))
        now = time.monotonic()
        self._noted[key] = (times + 1 if now - last < REMEMBER_SECONDS else 1, now)
        while len(self._noted) > MAX_NOTED:
            self._noted.popitem(last=False)

    def recent_entries(self) -> list[AbuseEntry]:
        """Return the recent abuse, newest first, leaving out addresses that have few silent connections."""
        now = time.monotonic()
        return [
            AbuseEntry(address, complaint, times, now - last)
            for (address, complaint), (times, last) in reversed(list(self._noted.items()))
            if now - last < REMEMBER_SECONDS
            and (times > MAX_SPARE_CONNECTIONS or complaint is not Abuse.SILENT)
        ]


def is_this_computer(address: str) -> bool:
    """Return whether the address is a loopback address or empty, as for the desk on this computer."""
    return address in ("127.0.0.1", "::1", "")


class FairThreadPool:
    """A pool of threads with a queue of requests for each address.

    With `short`, only that many pieces of work run in parallel, besides those that take longer than
    `SHORT_SECONDS`. Since threads of one process share one processor, eight short pieces finish sooner
    in sequence than in parallel, and a long one delays no others.
    """

    def __init__(
        self,
        name: str,
        threads: int,
        *,
        at_once: int = MAX_THREADS_OF_ADDRESS,
        short: int | None = None,
    ) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._places = short or threads
        """The number of short pieces of work that may still start."""
        self._at_once = at_once
        self._running: dict[str, int] = {}
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def run(self, address: str, work: Callable[[], Answer]) -> Answer:
        """Run the work in a thread when it is the address's turn, and return its result.

        Raise `QueueFull` if too many requests from the address are waiting.
        """
        await self._wait_for_turn(address)
        loop = asyncio.get_running_loop()
        is_long = False

        def let_the_next_begin() -> None:
            nonlocal is_long
            is_long = True
            self._places += 1
            self._start_waiting_requests()

        timer = loop.call_later(SHORT_SECONDS, let_the_next_begin)
        try:
            return await loop.run_in_executor(self._threads, work)
        finally:
            timer.cancel()
            self._release_thread(address, gives_place=not is_long)

    @property
    def is_busy(self) -> bool:
        """Whether no thread is free."""
        return not self._free

    def stop(self) -> None:
        """Accept no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _wait_for_turn(self, address: str) -> None:
        if self._can_begin and self._may_take_thread(address) and address not in self._waiting:
            self._take_thread(address)
            return
        line = self._waiting.setdefault(address, deque())
        if len(line) >= MAX_WAITING:
            raise QueueFull
        turn = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # its turn came just as it gave up
                self._release_thread(address)
            raise

    def _may_take_thread(self, address: str) -> bool:
        return is_this_computer(address) or self._running.get(address, 0) < self._at_once

    @property
    def _can_begin(self) -> bool:
        return self._free > 0 and self._places > 0

    def _take_thread(self, address: str) -> None:
        self._free -= 1
        self._places -= 1
        self._running[address] = self._running.get(address, 0) + 1

    def _release_thread(self, address: str, *, gives_place: bool = True) -> None:
        """Release the thread and, with `gives_place`, the slot for short work that it holds.

        Then start waiting requests.
        """
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]
        self._free += 1
        self._places += gives_place
        self._start_waiting_requests()

    def _start_waiting_requests(self) -> None:
        """Start waiting requests while threads are free, the address that has waited longest first."""
        for address in list(self._waiting):
            if not self._can_begin:
                return
            line = self._waiting[address]
            while line and line[0].cancelled():
                line.popleft()
            if not line:
                del self._waiting[address]
            elif self._may_take_thread(address):
                turn = line.popleft()
                self._take_thread(address)
                if line:
                    self._waiting.move_to_end(address)
                else:
                    del self._waiting[address]
                turn.set_result(None)
