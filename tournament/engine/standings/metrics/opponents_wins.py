"""The metric of opponents' wins (Buchholz, SOS)."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class OpponentsWins(Metric):
    """The total current wins of all opponents (Buchholz, strength of schedule).

    An opponent met twice counts twice. Byes and forfeits have no opponent and add nothing.
    """

    label = "Opponents' wins"
    short = "SOS"
    in_halves = True

    def column(self, tally: Tally) -> Sequence[int]:
        """Return the half points won by each entry's opponents."""
        wins = tally.half_wins
        return [sum(wins[opponent] for opponent, _, _ in met) for met in tally.meetings]

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return the half points won by the opponents."""
        played = [side for side in division.sides[number] if side.played]
        return sum(division.half_points_won(side.opponent) for side in played)
