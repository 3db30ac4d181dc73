"""What a typed line is read as: a turn with its questions, or the part that is no turn and what to type instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.engine.game.turns import Turn
from scoring.engine.message import Message, Messages


@dataclass(frozen=True, slots=True)
class Understood:
    """A line that is a turn. `questions` are to be confirmed before it is recorded.

    `literal` is the play square by square as it was typed, where that contradicts a tile on the board and
    `turn` reads it over that tile without a score to bear it out.
    """

    turn: Turn
    questions: Messages = ()
    literal: Turn | None = None
    clock: str = ""
    """The clock as it was typed, such as ``12:34`` or ``-1:01``."""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A line that is no turn: the part it is about, and a message with what to type instead."""

    part: str
    message: Message


class NoTurn(Exception):
    """Raised while a line is read: it is no turn. `answer` says why."""

    def __init__(self, part: str, code: str | Message, /, **params: Any) -> None:
        message = code if isinstance(code, Message) else Message(code, **params)
        super().__init__(message)
        self.answer = NotUnderstood(part, message)
