"""Season points: the points of a club evening, and the evenings that count.

Points are in halves, so that a tie can be worth half a win. Wins are those in the standings,
including byes and forfeits; a half bye counts as a tie. Of evenings with equal points, the earlier
one counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MAX_HALF_POINTS = 200
MAX_EVENINGS = 999


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """The half points for attending, for a win and for a tie, and the number of evenings that count per player."""

    coming: int = 0
    win: int = 0
    tie: int = 0
    best: int = 0
    """The number of evenings that count; 0 means all."""

    def counting_evenings(self, evenings: Sequence[int]) -> frozenset[int]:
        """Return the indexes of the evenings that count, given the half points of each in order."""
        best_first = sorted(range(len(evenings)), key=lambda at: (-evenings[at], at))
        return frozenset(best_first[: self.best or None])


def season_rule_from(stored: object) -> SeasonRule | None:
    """Return the stored rule, or None for a season without points.

    A missing or invalid figure counts as 0, so that data from another program does not break a page.
    """
    values = stored if isinstance(stored, Mapping) else {}
    figures = {
        name: value
        for name, most in (
            ("coming", MAX_HALF_POINTS),
            ("win", MAX_HALF_POINTS),
            ("tie", MAX_HALF_POINTS),
            ("best", MAX_EVENINGS),
        )
        if isinstance(value := values.get(name), int) and 0 < value <= most
    }
    rule = SeasonRule(**figures)
    return rule if rule.coming or rule.win or rule.tie else None
