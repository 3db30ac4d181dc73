"""The family of errors actions raise: impossible as asked, with the sentence the director reads."""

from collections.abc import Sequence
from typing import Any

from scoring.actions.refusals import Refused as GameRefused


class Refused(GameRefused):
    """The action was not done and nothing was changed. Subclasses are named after the situation."""


class EventClosed(Refused):
    """The event is closed and can only be read."""


class ReasonMissing(Refused):
    """What was asked needs a reason, because others have seen or built on what it changes."""


class Questionable(Refused):
    """Possible but unlikely: do it again with `accepted` to have it. `questions` says what is odd."""

    def __init__(self, questions: list[str]) -> None:
        super().__init__(" ".join(questions))
        self.questions = questions


class ChangedMeanwhile(Refused):
    """What a form was made from is not what there is now, and nothing was replaced.

    `now` is what there is, as far as it would be replaced, and `version` the version of it all: the
    page shows it beside what was typed, and the same action with that version as `seen` is the
    second, deliberate answer. `questions` is what is odd about what was typed, so that one answer
    can accept that, too.
    """

    def __init__(
        self, sentence: str, *, now: Any, version: str, questions: Sequence[str] = ()
    ) -> None:
        super().__init__(sentence)
        self.now = now
        self.version = version
        self.questions = list(questions)


def refuse_when_changed(
    seen: str | None, version: str, *, what: str, now: Any, questions: Sequence[str] = ()
) -> None:
    """Let nothing be replaced that the form did not show; call it with what is changed held.

    `seen` is the version the form was made from, None where nobody was shown anything (a command,
    an import); `version` is that of what there is `now`, and `what` names it at the start of a
    sentence. Raises `ChangedMeanwhile`.
    """
    if seen is not None and seen != version:
        raise ChangedMeanwhile(
            f"{what} has changed since this page was opened. Nothing is saved yet.",
            now=now,
            version=version,
            questions=questions,
        )
