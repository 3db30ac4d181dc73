"""How often something may be done from one place: counted in memory, forgotten with the time.

What is counted is named by a key, such as an address with a number: whoever goes beyond it harms nobody who
has another key.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_KEYS = 20_000
"""How many keys are remembered; the one counted longest ago is forgotten first."""


@dataclass
class Throttle:
    """At most `most` times in `seconds` for each key; a place gets one time back every `seconds / most`."""

    most: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    _used: "OrderedDict[str, tuple[float, float]]" = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def is_over(self, key: str) -> bool:
        """Whether nothing more may be done now under this key."""
        with self._lock:
            return self._level(key) > self.most - 1

    def count(self, key: str) -> None:
        """Note that it was done once."""
        with self._lock:
            self._used[key] = (self._level(key) + 1, self.clock())
            self._used.move_to_end(key)
            while len(self._used) > MOST_KEYS:
                self._used.popitem(last=False)

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

    def _level(self, key: str) -> float:
        level, at = self._used.get(key, (0.0, 0.0))
        return max(0.0, level - (self.clock() - at) * self.most / self.seconds)
