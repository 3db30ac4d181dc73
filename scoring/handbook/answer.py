"""A handbook question with its answer, and properties of rule sets that several answers need."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _lazy

from scoring.engine.rules.rulesets import RuleSet


@dataclass(frozen=True)
class Answer:
    """One question with its answer as sentences. `unconfirmed` is set if no known rule text confirms it."""

    key: str
    question: str
    sentences: tuple[str, ...]
    unconfirmed: bool = False

    @property
    def short_question(self) -> str:
        """The question in a word or two, for the list above the answers."""
        return str(SHORT_QUESTIONS[self.key])


SHORT_QUESTIONS = {
    "begin": _lazy("Who begins"),
    "proper-nouns": _lazy("Names"),
    "same-word": _lazy("Same word twice"),
    "blank": _lazy("Blank"),
    "both-ends": _lazy("Both ends"),
    "premiums": _lazy("Premiums"),
    "bonus": _lazy("Bonus"),
    "first-play": _lazy("First play"),
    "exchange": _lazy("Exchange"),
    "challenge": _lazy("Challenge"),
    "double-challenge": _lazy("Double challenge"),
    "phony": _lazy("Phony"),
    "too-late": _lazy("Too late"),
    "which-word": _lazy("Several words"),
    "end": _lazy("End of the game"),
    "racks": _lazy("Tiles left"),
    "tie": _lazy("Tie"),
    "clock": _lazy("Overtime"),
    "overdrawn": _lazy("Overdrawn"),
    "tiles": _lazy("Tile missing"),
    "slip": _lazy("Wrong score"),
}


def has_clock(rules: RuleSet) -> bool:
    """Return whether games under these rules have a clock, as they do at tournaments but not under box rules."""
    return rules.initial_seconds > 0


def any_unconfirmed(rules: RuleSet, *names: str) -> bool:
    """Return whether any of these rules is not confirmed by a rule text."""
    return any(name in rules.unconfirmed for name in names)


def format_minutes(seconds: int) -> str:
    """Return a number of seconds as minutes and seconds: ``25:00``."""
    return f"{seconds // 60}:{seconds % 60:02d}"
