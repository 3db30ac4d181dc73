"""A new metric: number of ties."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class Ties(Metric):
    """Games that ended level, more ranking higher."""

    label = "Tied games"
    short = "Tied"

    def column(self, tally: Tally) -> Sequence[int]:
        """Number of ties."""
        return tally.ties

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Number of ties."""
        return len([side for side in division.sides[number] if side.played and side.won == 1])
