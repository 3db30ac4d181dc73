"""The metric of the drawn lot."""

from collections.abc import Sequence
from random import Random

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class Lot(Metric):
    """A lot drawn for each player of a division from the event's stored seed; the lower number ranks higher.

    The same seed and the same entries give the same lots on every computer, so the draw can be checked.
    """

    label = "Lot"
    short = "Lot"
    ascending = True

    def column(self, tally: Tally) -> Sequence[int]:
        """Return the drawn numbers."""
        return [entrant.lot for entrant in tally.entrants]

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return the drawn number, which is the position in the shuffled list of numbers."""
        lots = sorted(division.numbers)
        Random(division.lots_seed).shuffle(lots)  # nosec B311
        return 1 + lots.index(number)
