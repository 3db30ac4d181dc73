"""The metric of seed."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class Seed(Metric):
    """The place in the seed list; the lower number ranks higher. No two players share a place, so no ties remain.

    The list is ordered by rating, the highest first and unrated players last; players with equal ratings are ordered
    by entry number. A late entry or a corrected rating changes the order.
    """

    label = "Seed"
    short = "Seed"
    ascending = True

    def column(self, tally: Tally) -> Sequence[int]:
        """Return the 1-based seeds."""
        return [entrant.seed for entrant in tally.entrants]

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return the 1-based seed."""
        return division.seeds[number]
