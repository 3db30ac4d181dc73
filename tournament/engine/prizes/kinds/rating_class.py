"""The prize for a place in a rating class."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.plugins import option
from tournament.engine.prizes.contest import ContestDivision
from tournament.engine.prizes.standings_prize import StandingsPrize


@dataclass(frozen=True)
class ClassOptions:
    """Options for the class."""

    rating_class: str = option(text="The name of the class in the division.")


class RatingClass(StandingsPrize):
    """For the best-placed player of a rating class.

    Players who have won a more valuable exclusive prize are passed over, and the next in line wins. The
    classes of a division are formed by rating; players with equal ratings are never split.
    """

    label = "Class prize"
    words = ()
    exclusive = True
    Options = ClassOptions

    def eligible(self, section: ContestDivision, options: Any) -> Collection[int]:
        """Return the numbers of the players in the class."""
        wanted = options.rating_class.casefold()
        return [
            n for n, person in section.people.items() if person.rating_class.casefold() == wanted
        ]

    def title_of(self, place: int, options: Any) -> Message:
        """Return the title: 1st in class B."""
        return Message("class_title", place=place, rating_class=options.rating_class)

    def no_winner_reason(self, options: Any) -> Message:
        """Return the message that no player of the class can win the prize."""
        return Message("class_empty", rating_class=options.rating_class)

    def parse_options(self, text: str) -> Mapping[str, Any] | None:
        """Return the options for a class named as `class b`, `in class b` or `best of class b`; None for other text."""
        before, word, name = text.partition("class")
        if not word or before.split() not in ([], ["in"], ["best"], ["best", "of"], ["rating"]):
            return None
        name = name.removeprefix("es").strip(" :")
        return {"rating_class": name} if name else None
