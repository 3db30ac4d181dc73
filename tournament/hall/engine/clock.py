"""The clock of a round: time used and left, and pausing, extending and overtime.

Moments are seconds since 1970, given by the caller; durations are whole seconds.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

USUAL_MINUTES = 25
"""Minutes for each player if the event's rules set no time."""
USUAL_OVERTIME = 10
"""Minutes of overtime if the event's rules set no limit."""
MAX_MINUTES = 24 * 60


class ClockState(StrEnum):
    """The state of a clock at a moment."""

    RUNNING = "running"
    PAUSED = "paused"
    OVERTIME = "overtime"
    """The time of the round is over, and overtime is running."""
    OVER = "over"
    """Overtime is over, too."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock as of its last change; `running_from` is None while it is paused."""

    length: int
    """The duration of the round, without added time."""
    overtime: int
    """The duration of overtime; 0 for none."""
    added: int = 0
    """The time added since the round began; negative if the round was shortened."""
    ran: int = 0
    """The running time accumulated before `running_from`."""
    running_from: float | None = None

    @property
    def total_seconds(self) -> int:
        """Return the duration of the round including added time."""
        return self.length + self.added

    @property
    def ends_at(self) -> float | None:
        """Return the end of the round's regular time; None while paused."""
        return self._moment_at(self.total_seconds)

    @property
    def left_when_paused(self) -> int:
        """Return the time left when the clock was last paused or started; negative in overtime."""
        return self.total_seconds - self.ran

    def _moment_at(self, seconds: int) -> float | None:
        if self.running_from is None:
            return None
        return self.running_from + seconds - self.ran

    def seconds_run_until(self, now: float) -> int:
        """Return the time that the clock has run by a moment; a moment before `running_from` adds nothing."""
        if self.running_from is None:
            return self.ran
        return self.ran + max(int(now - self.running_from), 0)

    def seconds_left(self, now: float) -> int:
        """Return the time left at a moment; negative in overtime."""
        return self.total_seconds - self.seconds_run_until(now)

    def state(self, now: float) -> ClockState:
        """Return the state of the clock at a moment."""
        if self.running_from is None:
            return ClockState.PAUSED
        left = self.seconds_left(now)
        if left > 0:
            return ClockState.RUNNING
        return ClockState.OVERTIME if left > -self.overtime else ClockState.OVER

    def paused_at(self, now: float) -> "Clock":
        """Return the clock paused at a moment; unchanged if it is already paused."""
        return replace(self, ran=self.seconds_run_until(now), running_from=None)

    def resumed_at(self, now: float) -> "Clock":
        """Return the clock running from a moment; unchanged if it is already running."""
        return self if self.running_from is not None else replace(self, running_from=now)

    def extended_by(self, seconds: int) -> "Clock":
        """Return the clock with this much time added or removed; the total never becomes negative."""
        return replace(self, added=max(self.added + seconds, -self.length))


def started_clock(now: float, *, length: int, overtime: int) -> Clock:
    """Return a clock that starts at a moment."""
    return Clock(length, overtime, running_from=now)


def default_length(seconds_a_side: int) -> int:
    """Return the duration of a round in seconds; 0 seconds per player means that the rules set no time."""
    return 2 * (seconds_a_side or USUAL_MINUTES * 60)


def default_overtime(cap_minutes: int) -> int:
    """Return the duration of overtime in seconds; 0 minutes means that the rules set no limit."""
    return 60 * (cap_minutes or USUAL_OVERTIME)
