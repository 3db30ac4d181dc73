"""The metric of spread."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class Spread(Metric):
    """Points for minus points against, with the spread of byes and forfeits and any penalty.

    No cap is applied: an event that caps spread ranks by capped spread instead.
    """

    label = "Spread"
    short = "Spread"
    is_spread = True

    def column(self, tally: Tally) -> Sequence[int]:
        """Return the spread in points."""
        return tally.spread

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return the spread in points."""
        return division.spread(number)
