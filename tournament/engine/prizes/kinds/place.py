"""The prize for a place."""

from collections.abc import Collection
from typing import Any

from tournament.engine.prizes.by_standings import ByStandings
from tournament.engine.prizes.contest import Section
from tournament.engine.prizes.kind import ordinal


class Place(ByStandings):
    """For a place in the final standings of the division.

    Players who share a rank share the money of all the places they take up.
    """

    label = "Place"
    words = ("", "place", "places", "rank", "prize", "overall")
    exclusive = True
    before_others = True

    def eligible(self, section: Section, options: Any) -> Collection[int]:
        """Everybody."""
        del options
        return section.people

    def title(self, place: int, options: Any) -> str:
        """1st place, 2nd place."""
        del options
        return f"{ordinal(place)} place"
