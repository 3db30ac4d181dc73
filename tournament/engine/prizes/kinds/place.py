"""The prize for a place."""

from collections.abc import Collection
from typing import Any

from tournament.engine.message import Message
from tournament.engine.prizes.contest import ContestDivision
from tournament.engine.prizes.standings_prize import StandingsPrize


class Place(StandingsPrize):
    """For a place in the final standings of the division.

    Players who share a rank share the money of all the places they occupy.
    """

    label = "Place"
    words = ("", "place", "places", "rank", "prize", "overall")
    exclusive = True
    before_others = True

    def eligible(self, section: ContestDivision, options: Any) -> Collection[int]:
        """Return the numbers of all players."""
        del options
        return section.people

    def title_of(self, place: int, options: Any) -> Message:
        """Return the title: 1st place, 2nd place."""
        del options
        return Message("place_title", place=place)
