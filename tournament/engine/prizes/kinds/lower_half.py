"""The prize for the best-placed player of the lower half."""

from collections.abc import Collection
from typing import Any

from tournament.engine.prizes.contest import ContestDivision
from tournament.engine.prizes.standings_prize import StandingsPrize


class LowerHalf(StandingsPrize):
    """For the best-placed player seeded in the lower half.

    With an odd number of players, the one in the middle belongs to the upper half, as does everyone
    with the same rating as a player in that half.
    """

    label = "Best of the lower half"
    words = ("lower half", "best of the lower half", "best of lower half", "best lower half")

    def eligible(self, section: ContestDivision, options: Any) -> Collection[int]:
        """Return the numbers of the players seeded in the lower half; players with equal ratings share a seed."""
        del options
        middle = (len(section.people) + 1) // 2
        return [number for number, seed in section.seeds.items() if seed > middle]
