"""Rate limits by key, counted in memory.

A key is an address or similar; exceeding the limit for one key does not affect others. If several
processes answer requests, each notifies the others of its counts.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from django.http import HttpRequest

from scoring.processes import notify_processes, on_notification

A_MINUTE = 60.0
MAX_KEYS = 20_000
"""Maximum number of keys remembered. The least recently counted is dropped first."""


@dataclass
class Throttle:
    """A limit of `most` uses in `seconds` for each key. One use is regained every `seconds / most` seconds."""

    most: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    name: str = ""
    """The name shared with other processes, empty for a limit of this process only."""
    _used: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Subscribe to the counts of other processes."""
        if self.name:
            on_notification(self.name, self._add)

    def is_over(self, key: str) -> bool:
        """Return whether the key has reached its limit."""
        with self._lock:
            return self._level(key) > self.most - 1

    def count_use(self, key: str) -> None:
        """Count one use of the key."""
        self._add(key, 1)
        if self.name:
            notify_processes(self.name, key)

    def try_count(self, key: str) -> bool:
        """Count one use and return True, or return False without counting if the limit has been reached."""
        if self.is_over(key):
            return False
        self.count_use(key)
        return True

    def reset(self) -> None:
        """Reset all counts."""
        with self._lock:
            self._used.clear()

    def _add(self, key: str, times: int) -> None:
        with self._lock:
            self._used[key] = (self._level(key) + times, self.clock())
            self._used.move_to_end(key)
            while len(self._used) > MAX_KEYS:
                self._used.popitem(last=False)

    def _level(self, key: str) -> float:
        level, at = self._used.get(key, (0.0, 0.0))
        return max(0.0, level - (self.clock() - at) * self.most / self.seconds)


def too_many_requests(request: HttpRequest, throttle: Throttle) -> bool:
    """Count a request from a device without a log-in, and return whether it exceeds the limit.

    Logged-in users are not counted. The limit only prevents one device from monopolizing the laptop.
    """
    if request.user.is_authenticated:
        return False
    return not throttle.try_count(str(request.META.get("REMOTE_ADDR", "")))
