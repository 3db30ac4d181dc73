"""The metric of wins."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class Wins(Metric):
    """Wins; a tie is half a win. A bye is a win; a void round does not count."""

    label = "Wins"
    short = "W"
    in_halves = True

    def column(self, tally: Tally) -> Sequence[int]:
        """Return the half points won."""
        return tally.half_wins

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return the half points won."""
        return division.half_points_won(number)
