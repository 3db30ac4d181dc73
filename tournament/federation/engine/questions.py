"""The questions that an event adds to its registration form, and their possible answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

MAX_QUESTIONS = 12
MAX_QUESTION_LENGTH = 120
MAX_ANSWER_LENGTH = 200


@dataclass(frozen=True, slots=True)
class RegistrationQuestion:
    """A question. Without `choices`, the answer is free text; a removed question is no longer asked."""

    key: str
    label: str
    choices: tuple[str, ...] = ()
    is_required: bool = False
    is_removed: bool = False

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> RegistrationQuestion:
        """Return the question from the form returned by `as_json`."""
        return cls(**{**stored, "choices": tuple(stored.get("choices", ()))})

    def as_json(self) -> dict[str, Any]:
        """Return the question in the form stored in the database."""
        return {**asdict(self), "choices": list(self.choices)}


def questions_of(stored: Sequence[Mapping[str, Any]]) -> list[RegistrationQuestion]:
    """Return all stored questions, including removed ones, whose answers are still shown."""
    return [RegistrationQuestion.from_json(row) for row in stored]


def free_key(questions: Sequence[RegistrationQuestion]) -> str:
    """Return a key that has never been used for a question.

    >>> free_key([RegistrationQuestion("q1", "Meal"), RegistrationQuestion("q4", "Shirt")])
    'q5'
    """
    return f"q{max((int(row.key[1:]) for row in questions), default=0) + 1}"
