"""The prize for the lowest winning score."""

from tournament.engine.prizes.contest import ContestSide
from tournament.engine.prizes.kind import BestGame


class LowWin(BestGame):
    """For the lowest score that won a game."""

    label = "Low win"
    level_on = "the score"
    words = ("low win", "lowest win", "low winning score")
    smallest = True

    def figure(self, side: ContestSide) -> int | None:
        """Return the winner's score, or None for other results and for unknown scores."""
        return side.score if side.won else None
