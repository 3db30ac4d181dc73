"""What the engine has to say, as a code with parameters; `scoring.wording` makes the sentence where it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Message:
    """A code and what the sentence of that code needs: `Message("overtime_early", nick="Ann")`.

    A parameter is a value of the engine: a number, a text, a square, a proof, another message, or a
    tuple of these.
    """

    code: str
    params: Mapping[str, Any]

    def __init__(self, code: str, /, **params: Any) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "params", params)

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.params))))

    def __repr__(self) -> str:
        params = "".join(f", {key}={value!r}" for key, value in self.params.items())
        return f"Message({self.code!r}{params})"


Messages = tuple[Message, ...]


class Refusal(ValueError):
    """Something asked of the engine is impossible; `message` says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message
