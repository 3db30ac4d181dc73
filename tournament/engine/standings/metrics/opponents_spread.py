"""The metric of opponents' spread."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class OpponentsSpread(Metric):
    """The total current spread of all opponents, with the event's caps.

    An opponent met twice counts twice. Byes and forfeits have no opponent and add nothing.
    """

    label = "Opponents' spread"
    short = "Opp. spread"
    is_spread = True

    def column(self, tally: Tally) -> Sequence[int]:
        """Return the total spread of the opponents, in points."""
        spread = tally.capped_spread
        return [sum(spread[opponent] for opponent, _, _ in met) for met in tally.meetings]

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return the total spread of the opponents, in points."""
        played = [side for side in division.sides[number] if side.played]
        return sum(division.capped_spread(side.opponent) for side in played)
