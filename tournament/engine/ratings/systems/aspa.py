"""The rating system of Australia's players' association."""

from tournament.engine.ratings.rated_field import After, RatedField
from tournament.engine.ratings.system import RatingSystem, rate_on

POINTS_PER_WIN = 20.0
"""Points for a win more than expected."""


class Aspa(RatingSystem):
    """Australia. Twelve rating points more are one per cent more of a win, between 5 and 95 per cent.

    A win more than expected is worth 20 points. Somebody unrated gets the rating he played like, at
    least 500.
    """

    label = "ASPA"

    def rate(self, field: RatedField, options: object) -> dict[int, After]:
        """Everybody after the games. Source: RATINGS, aspa."""
        del options  # there is nothing to choose
        return rate_on(expected, POINTS_PER_WIN, field)


def expected(difference: float) -> float:
    """The share of a win for so many rating points more than the opponent."""
    return min(0.95, max(0.05, (50 + difference / 12) / 100))
