"""The metric of capped spread."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class CappedSpread(Metric):
    """Spread in which no game counts for more than the cap of its round.

    Byes and forfeits are also capped; penalties are not. Without a cap, counted spread is the same as
    spread.
    """

    label = "Counted spread"
    short = "Counted"
    is_spread = True

    def column(self, tally: Tally) -> Sequence[int]:
        """Return the spread after caps, in points."""
        return tally.capped_spread

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return the spread after caps, in points."""
        return division.capped_spread(number)
