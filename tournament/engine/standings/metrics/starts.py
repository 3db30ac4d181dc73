"""The metric of starts."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.tally import Tally


class StartCount(Metric):
    """How often a player went first, fewer ranking higher: going first is an advantage."""

    label = "Starts"
    short = "Starts"
    ascending = True

    def column(self, tally: Tally) -> Sequence[int]:
        """Number of firsts."""
        return tally.firsts
