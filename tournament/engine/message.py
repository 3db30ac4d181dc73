"""Messages as codes with parameters; the sentence is created where it is displayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Message:
    """A code, with the parameters for its sentence: `Message("met_in", rounds=(2, 5))`."""

    code: str
    params: Mapping[str, Any]

    def __init__(self, code: str, /, **params: Any) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "params", params)

    def as_json(self) -> dict[str, Any]:
        """Return plain values for storage; `from_json` reads them."""
        return {
            "code": self.code,
            "params": {key: _as_json(value) for key, value in self.params.items()},
        }

    @classmethod
    def from_json(cls, stored: Any) -> Message:
        """Return the message in the form written by `as_json`. Raise `NotAMessage` for anything else."""
        match stored:
            case {"code": str(code), "params": dict(params), **more} if not more:
                return cls(code, **{str(key): _from_json(value) for key, value in params.items()})
        raise NotAMessage(f"{stored!r} is no code with parameters.")

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.params))))

    def __repr__(self) -> str:
        params = "".join(f", {key}={value!r}" for key, value in self.params.items())
        return f"Message({self.code!r}{params})"


Messages = tuple[Message, ...]


def messages_as_json(messages: Iterable[Message]) -> list[dict[str, Any]]:
    """Return messages as plain values for storage; `messages_from_json` reads them."""
    return [message.as_json() for message in messages]


def messages_from_json(stored: Any) -> Messages:
    """Return the messages in the form written by `messages_as_json`. Raise `NotAMessage` for anything else."""
    if not isinstance(stored, list):
        raise NotAMessage(f"{stored!r} is no list of messages.")
    return tuple(Message.from_json(message) for message in stored)


def _as_json(value: Any) -> Any:
    if isinstance(value, Message):
        return value.as_json()
    return [_as_json(part) for part in value] if isinstance(value, tuple) else value


def _from_json(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_from_json(part) for part in value)
    if isinstance(value, dict):
        return Message.from_json(value)
    if isinstance(value, int | str) and not isinstance(value, bool):
        return value
    raise NotAMessage(f"{value!r} is no parameter of a message.")


class NotAMessage(ValueError):
    """A stored value is not a code with parameters."""


class MessageError(Exception):
    """Something cannot be done or read; `message` gives the reason and an alternative."""

    def __init__(self, message: Message) -> None:
        super().__init__(repr(message))
        self.message = message
