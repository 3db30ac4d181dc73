"""The rating system of Australia's players' association."""

from tournament.engine.ratings.linear import rate_on
from tournament.engine.ratings.rated import After, Field
from tournament.engine.ratings.system import RatingSystem

EACH = 20.0
"""Points for a win more than expected."""
FIRST_BETWEEN = (500.0, 2999.0)


class Aspa(RatingSystem):
    """Australia. Twelve rating points more are one per cent more of a win, between 5 and 95 per cent.

    A win more than expected is worth 20 points. A first rating lies between 500 and 2999, as in events
    rated by it.
    """

    label = "ASPA"

    def rate(self, field: Field, options: object) -> dict[int, After]:
        """Everybody after the games. Source: RATINGS, aspa."""
        del options  # there is nothing to choose
        return rate_on(expected, EACH, field, first_between=FIRST_BETWEEN)


def expected(difference: float) -> float:
    """The share of a win for so many rating points more than the opponent."""
    return min(0.95, max(0.05, 0.5 + difference / 1200))
