"""The prize for the highest winning score."""

from tournament.engine.prizes.contest import ContestSide
from tournament.engine.prizes.kind import BestGame


class HighWin(BestGame):
    """For the highest score that won a game. A tied game is not a win."""

    label = "High win"
    level_on = "the score"
    words = ("high win", "highest win", "high game", "highest game", "high score")

    def figure(self, side: ContestSide) -> int | None:
        """Return the winner's score, or None for other results and for unknown scores."""
        return side.score if side.won else None
