"""The metric of wins among tied players."""

from collections.abc import Collection, Sequence

from tournament.engine.standings.metric import Groups, TieMetric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class HeadToHeadWins(TieMetric):
    """Wins in the games between the tied players; a tied game is half a win.

    Players are tied if no earlier metric separates them. Players who never met have no such wins, so with
    more than two tied players the metric favours those who met more of the others.
    """

    label = "Head-to-head wins"
    short = "H2H"
    in_halves = True

    def column_among(self, tally: Tally, level: Groups) -> Sequence[int]:
        """Return the half points won against the other entries of the group; 0 for entries that are not tied."""
        column = [0] * len(tally.entrants)
        for group in level:
            members = set(group)
            for index in group:
                for opponent, _, won in tally.meetings[index]:
                    if opponent in members:
                        column[index] += won
        return column

    def reference_value_among(
        self, division: ReferenceDivision, number: int, level: Collection[int]
    ) -> int:
        """Return the half points won against tied entries."""
        played = [side for side in division.sides[number] if side.played]
        return sum(side.won for side in played if side.opponent in level)
