"""How often something may be done from one place: counted in memory, forgotten with the time.

What is counted is named by a key, such as an address with a number: whoever goes beyond it harms nobody who
has another key. Where several processes answer, each lets the others know what it counted.
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
MOST_KEYS = 20_000
"""How many keys are remembered; the one counted longest ago is forgotten first."""


@dataclass
class Throttle:
    """At most `most` times in `seconds` for each key; a place gets one time back every `seconds / most`."""

    most: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    name: str = ""
    """What the other processes know it by; empty for one that they need not know."""
    _used: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Count what other processes count."""
        if self.name:
            on_notification(self.name, self._add)

    def is_over(self, key: str) -> bool:
        """Whether nothing more may be done now under this key."""
        with self._lock:
            return self._level(key) > self.most - 1

    def count(self, key: str) -> None:
        """Note that it was done once."""
        self._add(key, 1)
        if self.name:
            notify_processes(self.name, key)

    def take(self, key: str) -> bool:
        """Count it and return True; False, and nothing counted, where it is too often."""
        if self.is_over(key):
            return False
        self.count(key)
        return True

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._used.clear()

    def _add(self, key: str, times: int) -> None:
        with self._lock:
            self._used[key] = (self._level(key) + times, self.clock())
            self._used.move_to_end(key)
            while len(self._used) > MOST_KEYS:
                self._used.popitem(last=False)

    def _level(self, key: str) -> float:
        level, at = self._used.get(key, (0.0, 0.0))
        return max(0.0, level - (self.clock() - at) * self.most / self.seconds)


def too_many_requests(request: HttpRequest, throttle: Throttle) -> bool:
    """Count one more question of a stranger's device; True when it asks more often than that.

    Who is logged in is not counted. It keeps one device from taking the hall's laptop for itself, no more.
    """
    if request.user.is_authenticated:
        return False
    return not throttle.take(str(request.META.get("REMOTE_ADDR", "")))
