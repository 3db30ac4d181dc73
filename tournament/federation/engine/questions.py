"""The questions that an event asks everybody who registers, and which answers they take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

MAX_QUESTIONS = 12
MAX_QUESTION_LENGTH = 120
MAX_ANSWER_LENGTH = 200


@dataclass(frozen=True, slots=True)
class RegistrationQuestion:
    """One question. Without `choices` people type the answer; a removed one is not asked any more."""

    key: str
    label: str
    choices: tuple[str, ...] = ()
    is_required: bool = False
    is_removed: bool = False

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> RegistrationQuestion:
        """Return the question that `as_json` gave these values of."""
        return cls(**{**stored, "choices": tuple(stored.get("choices", ()))})

    def as_json(self) -> dict[str, Any]:
        """Return the question as a database column holds it."""
        return {**asdict(self), "choices": list(self.choices)}


def questions_of(stored: Sequence[Mapping[str, Any]]) -> list[RegistrationQuestion]:
    """Return every question of the column, removed ones too, whose answers are still shown."""
    return [RegistrationQuestion.from_json(row) for row in stored]


def free_key(questions: Sequence[RegistrationQuestion]) -> str:
    """Return a key that no question had before.

    >>> free_key([RegistrationQuestion("q1", "Meal"), RegistrationQuestion("q4", "Shirt")])
    'q5'
    """
    return f"q{max((int(row.key[1:]) for row in questions), default=0) + 1}"
