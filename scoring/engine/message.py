"""Messages of the engine: codes with parameters, turned into sentences by `scoring.wording`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Message:
    """A code and the parameters of its sentence: `Message("overtime_early", nick="Ann")`.

    A parameter is a value of the engine: a number, a string, a square, a proof, another message, or
    a tuple of these.
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
    """A request the engine cannot carry out. `message` gives the reason and the remedy."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message
