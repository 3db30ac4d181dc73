"""The rating system of the Australian Scrabble Players Association."""

from tournament.engine.ratings.rated_field import NewRating, RatedField
from tournament.engine.ratings.system import RatingSystem, rate_by_curve

POINTS_PER_WIN = 20.0
"""The points for each win above expectation."""


class Aspa(RatingSystem):
    """Australia. A lead of twelve rating points is worth one per cent of a win; the chance to win is 5 to 95 per cent.

    Each win above expectation is worth 20 points. Unrated players get their performance rating, at least
    500.
    """

    label = "ASPA"

    def rate(self, field: RatedField, options: object) -> dict[int, NewRating]:
        """Return every player's new rating by entry number."""
        del options  # the system has no options
        return rate_by_curve(expected_share, POINTS_PER_WIN, field)


def expected_share(difference: float) -> float:
    """Return the expected share of a win for a lead in rating points."""
    return min(0.95, max(0.05, (50 + difference / 12) / 100))
