"""Schedule requests fairly by client address, and note addresses that are slow or send too many.

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
"""The most waiting requests of one address, enough for every phone of a large hall behind one address."""
MAX_THREADS_OF_ADDRESS = 2
"""The most threads per address of the hall. The desk on this computer may use all."""
SHORT_SECONDS = 0.1
"""The time in seconds after which work counts as long and the next work may start beside it."""


class QueueFull(Exception):
    """Too many requests of one address wait already."""


class Abuse(StrEnum):
    """What an address does that holds others up, or would."""

    SLOW = "slow"
    """Does not read the answers to its requests; its connections are ended."""
    SILENT = "silent"
    """Opens connections and asks nothing; they are closed."""
    FLOOD = "flood"
    """Asks faster than it can be answered; what is too much is refused."""
    GUESS = "guess"
    """Types wrong codes of players or kiosks again and again; beyond a number no code is looked at."""


@dataclass(frozen=True, slots=True)
class AbuseEntry:
    """One address and what it does, how often in the last minutes, and when last (seconds ago)."""

    address: str
    complaint: Abuse
    times: int
    ago: float


REMEMBER_SECONDS = 300.0
"""The seconds after which a complaint is forgotten."""
SPARE = 20
"""The silent connections per address within that time that are ignored, since browsers open spare ones."""
MAX_NOTED = 200


@dataclass
class AbuseLog:
    """What was noticed of each address in the last minutes."""

    _noted: OrderedDict[tuple[str, Abuse], tuple[int, float]] = field(default_factory=OrderedDict)

    def add(self, address: str, complaint: Abuse) -> None:
        """Note that an address did it once more."""
        key = (address, complaint)
        times, last = self._noted.pop(key, (0, 0.0))
        now = time.monotonic()
        self._noted[key] = (times + 1 if now - last < REMEMBER_SECONDS else 1, now)
        while len(self._noted) > MAX_NOTED:
            self._noted.popitem(last=False)

    def now(self) -> list[AbuseEntry]:
        """Return what was noticed in the last minutes, the latest first."""
        now = time.monotonic()
        return [
            AbuseEntry(address, complaint, times, now - last)
            for (address, complaint), (times, last) in reversed(list(self._noted.items()))
            if now - last < REMEMBER_SECONDS and (times > SPARE or complaint is not Abuse.SILENT)
        ]


def is_this_computer(address: str) -> bool:
    """Return whether the address is this computer's own, which the desk uses."""
    return address in ("127.0.0.1", "::1", "")


class FairThreadPool:
    """Some threads, and a queue of requests for them for each address.

    With `short`, that many pieces of work run side by side, and those that take longer than `SHORT_SECONDS` beside
    them: threads of one process share one processor, so eight short ones in turn are each done sooner than
    eight at once, and a long one holds nobody up.
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
        """How many more short pieces of work may begin."""
        self._at_once = at_once
        self._running: dict[str, int] = {}
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def run(self, address: str, work: Callable[[], Answer]) -> Answer:
        """Return what some work gives, done in a thread when it is the turn of the address. Raises `QueueFull`."""
        await self._turn(address)
        loop = asyncio.get_running_loop()
        is_long = False

        def let_the_next_begin() -> None:
            nonlocal is_long
            is_long = True
            self._places += 1
            self._call_next()

        timer = loop.call_later(SHORT_SECONDS, let_the_next_begin)
        try:
            return await loop.run_in_executor(self._threads, work)
        finally:
            timer.cancel()
            self._leave(address, gives_place=not is_long)

    @property
    def is_busy(self) -> bool:
        """Return whether no thread is free."""
        return not self._free

    def waiting(self, address: str) -> int:
        """Return how many requests of an address wait."""
        return len(self._waiting.get(address, ()))

    def stop(self) -> None:
        """Take no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _turn(self, address: str) -> None:
        if self._can_begin and self._may_have_one(address) and address not in self._waiting:
            self._take(address)
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
                self._leave(address)
            raise

    def _may_have_one(self, address: str) -> bool:
        return is_this_computer(address) or self._running.get(address, 0) < self._at_once

    @property
    def _can_begin(self) -> bool:
        return self._free > 0 and self._places > 0

    def _take(self, address: str) -> None:
        self._free -= 1
        self._places -= 1
        self._running[address] = self._running.get(address, 0) + 1

    def _leave(self, address: str, *, gives_place: bool = True) -> None:
        """Give the thread back, and the place where it was not given back before."""
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]
        self._free += 1
        self._places += gives_place
        self._call_next()

    def _call_next(self) -> None:
        """Begin the next request of the address that was served longest ago."""
        for address in list(self._waiting):
            if not self._can_begin:
                return
            line = self._waiting[address]
            while line and line[0].cancelled():
                line.popleft()
            if not line:
                del self._waiting[address]
            elif self._may_have_one(address):
                turn = line.popleft()
                self._take(address)
                if line:
                    self._waiting.move_to_end(address)
                else:
                    del self._waiting[address]
                turn.set_result(None)
