"""The family of errors actions raise: impossible as asked, with the sentence the director reads."""

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
