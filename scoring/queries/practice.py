"""The result of a practice game: turns recorded as called out, and wrong scores caught."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.typing.lines import typed_line
from scoring.models import PracticeGame
from scoring.queries.sheets import GameSheet, sheet


@dataclass(frozen=True)
class PracticeTurn:
    """One turn as called out, and the line recorded for it ("" for none)."""

    number: int
    player: str
    called: str
    recorded: str
    announced: int | None
    correct: int

    @property
    def is_right(self) -> bool:
        """Whether the turn was recorded as called out, ignoring brackets around tiles played through."""
        return _strip_brackets(self.called) == _strip_brackets(self.recorded)

    @property
    def is_slip(self) -> bool:
        """Whether the announced score was wrong."""
        return self.announced is not None and self.announced != self.correct

    @property
    def is_caught(self) -> bool:
        """Whether a wrong score was typed as announced, so that the pad reported the error."""
        return self.is_slip and self.is_right


@dataclass(frozen=True)
class PracticeResult:
    """The result of a practice game: its turns, its duration in seconds, and the number of keystrokes."""

    turns: tuple[PracticeTurn, ...]
    seconds: int
    keys: int

    @property
    def recorded_count(self) -> int:
        """Number of turns recorded as called out."""
        return sum(turn.is_right for turn in self.turns)

    @property
    def slip_count(self) -> int:
        """Number of scores announced wrongly."""
        return sum(turn.is_slip for turn in self.turns)

    @property
    def caught_slip_count(self) -> int:
        """Number of wrong scores that were caught."""
        return sum(turn.is_caught for turn in self.turns)

    @property
    def keystrokes_per_turn(self) -> float:
        """Keystrokes per recorded turn, or 0 without recorded turns."""
        done = sum(bool(turn.recorded) for turn in self.turns)
        return self.keys / done if done else 0.0


def practice_result(practice: PracticeGame) -> PracticeResult:
    """Return the result of comparing the turns called out with those recorded. This takes four queries."""
    now = sheet(practice.game)
    end = practice.ended_at
    seconds = int((end - practice.begun_at).total_seconds()) if end else 0
    return PracticeResult(
        tuple(_turn(now, at, called) for at, called in enumerate(practice.turns)),
        seconds,
        practice.keys,
    )


def _turn(now: GameSheet, at: int, called: Mapping[str, Any]) -> PracticeTurn:
    turns = now.record.turns
    recorded = ""
    if at < len(turns):
        recorded = typed_line(turns[at]._replace(rack=None, total=None), now.position_before(at))
    return PracticeTurn(
        at + 1, called["player"], called["line"], recorded, called["announced"], called["correct"]
    )


def _strip_brackets(line: str) -> str:
    return line.replace("(", "").replace(")", "")
