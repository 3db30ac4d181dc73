"""What an audit has to say: one finding a fact, with its place, its weight and its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """How much a finding weighs."""

    ERROR = "error"
    """A figure or a placement is wrong: the record differs from the rules."""
    WARNING = "warning"
    """Odd, but no figure of the game depends on it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found in a record.

    `line` is the line of the file, counted from 1 (0: the file as a whole or no file); `turn` the
    number of the turn, counted from 1, None if it concerns no single turn. `announced` and `correct`
    are points. `likely_slips` are the simplest mistakes that give exactly the announced figure.
    """

    code: str
    severity: Severity
    message: str
    line: int = 0
    turn: int | None = None
    announced: int | None = None
    correct: int | None = None
    likely_slips: tuple[str, ...] = ()

    def __str__(self) -> str:
        slips = f" Likely: {' Or: '.join(self.likely_slips)}" if self.likely_slips else ""
        return f"{self.message}{slips}"
