"""The metric of starts."""

from collections.abc import Sequence

from tournament.engine.standings.metric import Metric
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally


class StartCount(Metric):
    """How often a player went first. Fewer times rank higher, since going first is an advantage."""

    label = "Starts"
    short = "Starts"
    ascending = True

    def column(self, tally: Tally) -> Sequence[int]:
        """Return the number of firsts."""
        return tally.firsts

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return the number of firsts.

        A bye or forfeit that counts as a start is charged as a first, unless firsts outnumber seconds.
        """
        history: list[bool] = []
        for side in sorted(division.sides[number], key=lambda side: side.round):
            if side.played and side.first is not None:
                history.append(side.first)
            elif (side.outcome in ("bye", "half_bye") and division.byes_are_starts) or (
                side.forfeited and division.forfeits_are_starts
            ):
                history.append(history.count(True) <= history.count(False))
        return history.count(True)
