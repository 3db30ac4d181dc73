"""The metric of spread among tied players."""

from collections.abc import Collection, Sequence

from tournament.engine.standings.metric import Groups, TieMetric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class HeadToHeadSpread(TieMetric):
    """The total spread of the games between the tied players.

    Players are tied if no earlier metric separates them. No cap is applied.
    """

    label = "Head-to-head spread"
    short = "H2H spread"
    is_spread = True

    def column_among(self, tally: Tally, level: Groups) -> Sequence[int]:
        """Return the spread against the other entries of the group, in points; 0 for entries that are not tied."""
        column = [0] * len(tally.entrants)
        for group in level:
            members = set(group)
            for index in group:
                column[index] = sum(
                    spread for opponent, spread, _ in tally.meetings[index] if opponent in members
                )
        return column

    def reference_value_among(
        self, division: ReferenceDivision, number: int, level: Collection[int]
    ) -> int:
        """Return the spread against tied entries, in points."""
        played = [side for side in division.sides[number] if side.played]
        return sum(side.margin for side in played if side.opponent in level)
