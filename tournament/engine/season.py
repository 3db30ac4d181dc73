"""The points of a season: what an evening of a club gives, and which evenings count.

Points are halves, so that a tie may be worth half a win. A win is any win of the table, with byes and forfeits; half a
bye counts as a tie. Of equal evenings the earlier counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_HALF_POINTS = 200
MOST_EVENINGS = 999


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """What an evening gives, in half points, and how many of each player's evenings count."""

    coming: int = 0
    win: int = 0
    tie: int = 0
    best: int = 0
    """How many evenings count; 0: all."""

    def counting(self, evenings: Sequence[int]) -> frozenset[int]:
        """Return the places of the evenings that count, from the half points of each in their order."""
        best_first = sorted(range(len(evenings)), key=lambda at: (-evenings[at], at))
        return frozenset(best_first[: self.best or None])


def season_rule_from(stored: object) -> SeasonRule | None:
    """Return the rule as it is stored, None for a season without points.

    A figure that is missing or none is 0, so that a file of another program breaks no page.
    """
    values = stored if isinstance(stored, Mapping) else {}
    figures = {
        name: value
        for name, most in (
            ("coming", MOST_HALF_POINTS),
            ("win", MOST_HALF_POINTS),
            ("tie", MOST_HALF_POINTS),
            ("best", MOST_EVENINGS),
        )
        if isinstance(value := values.get(name), int) and 0 < value <= most
    }
    rule = SeasonRule(**figures)
    return rule if rule.coming or rule.win or rule.tie else None
