"""The metric of points scored."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import PlainDivision
from tournament.engine.standings.tally import Tally


class PointsFor(Metric):
    """All points scored in games played. Byes and forfeits bring none."""

    label = "Points for"
    short = "For"

    def column(self, tally: Tally) -> Sequence[int]:
        """Return the points scored."""
        return tally.points_for

    def plain(self, division: PlainDivision, number: int) -> int:
        """Return the points scored."""
        return sum(side.points for side in division.sides[number] if side.played)
