"""The metric of losses."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class Losses(Metric):
    """Losses: fewer losses rank higher, and a tie is half a loss.

    This only separates players who have played different numbers of games.
    """

    label = "Losses"
    short = "L"
    ascending = True
    in_halves = True

    def column(self, tally: Tally) -> Sequence[int]:
        """Return the half points lost."""
        return tally.half_losses

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return the half points lost."""
        return division.half_points_lost(number)
