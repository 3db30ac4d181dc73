"""The metric of points scored."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class PointsFor(Metric):
    """All points scored in games. Byes and forfeits add none.

    A division that ranks by points needs both scores of every game: a game entered with only its spread
    adds the spread to the first player's points and nothing to the second's.
    """

    label = "Points for"
    short = "For"

    def column(self, tally: Tally) -> Sequence[int]:
        """Return the points scored."""
        return tally.points_for

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return the points scored."""
        return sum(side.points for side in division.sides[number] if side.played)
