"""A round's clock: how much has run, how much is left, and what happens when it is paused, extended or over.

Moments are seconds since 1970, handed in by whoever looks at a clock; lengths are whole seconds.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

USUAL_MINUTES = 25
"""Minutes a side where the rules of an event name no time."""
USUAL_OVERTIME = 10
"""Minutes that overtime lasts where the rules of an event set it no end."""
MAX_MINUTES = 24 * 60


class ClockState(StrEnum):
    """What a clock does at a moment."""

    RUNNING = "running"
    PAUSED = "paused"
    OVERTIME = "overtime"
    """The time of the round has run out, and the clock counts on."""
    OVER = "over"
    """Overtime has run out, too."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock as it was last touched; `running_from` is None while it is paused."""

    length: int
    """How long the round lasts, without what was added."""
    overtime: int
    """How long it goes on after that; 0 for not at all."""
    added: int = 0
    """What was added to the round since it began; negative where it was shortened."""
    ran: int = 0
    """How long it ran before `running_from`."""
    running_from: float | None = None

    @property
    def total(self) -> int:
        """How long the round lasts with what was added."""
        return self.length + self.added

    @property
    def ends_at(self) -> float | None:
        """When the round's time runs out, or ran out; None while paused."""
        return self._reaches(self.total)

    @property
    def left_when_paused(self) -> int:
        """What was left when it was last stopped; negative in overtime."""
        return self.total - self.ran

    def _reaches(self, seconds: int) -> float | None:
        if self.running_from is None:
            return None
        return self.running_from + seconds - self.ran

    def ran_until(self, now: float) -> int:
        """How long it has run at that moment; a moment before it began to run adds nothing."""
        if self.running_from is None:
            return self.ran
        return self.ran + max(int(now - self.running_from), 0)

    def left(self, now: float) -> int:
        """What is left at that moment; negative in overtime."""
        return self.total - self.ran_until(now)

    def state(self, now: float) -> ClockState:
        """What the clock does at that moment."""
        if self.running_from is None:
            return ClockState.PAUSED
        left = self.left(now)
        if left > 0:
            return ClockState.RUNNING
        return ClockState.OVERTIME if left > -self.overtime else ClockState.OVER

    def paused(self, now: float) -> "Clock":
        """The clock stopped at that moment; itself where it is paused already."""
        return replace(self, ran=self.ran_until(now), running_from=None)

    def resumed(self, now: float) -> "Clock":
        """The clock running on from that moment; itself where it runs already."""
        return self if self.running_from is not None else replace(self, running_from=now)

    def extended(self, seconds: int) -> "Clock":
        """The clock with so much more time, or less; never shorter than nothing."""
        return replace(self, added=max(self.added + seconds, -self.length))


def begun(now: float, *, length: int, overtime: int) -> Clock:
    """A clock that begins to run at that moment."""
    return Clock(length, overtime, running_from=now)


def default_length(seconds_a_side: int) -> int:
    """How long a round lasts in seconds, when each side has so many; 0 is no rule about it."""
    return 2 * (seconds_a_side or USUAL_MINUTES * 60)


def default_overtime(cap_minutes: int) -> int:
    """How long overtime lasts in seconds, when it may last so many minutes; 0 is no end in the rules."""
    return 60 * (cap_minutes or USUAL_OVERTIME)
