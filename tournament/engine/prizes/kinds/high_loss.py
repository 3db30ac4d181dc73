"""The prize for the highest losing score."""

from tournament.engine.prizes.contest import ContestSide
from tournament.engine.prizes.kind import BestGame


class HighLoss(BestGame):
    """For the highest score that lost a game."""

    label = "High loss"
    level_on = "the score"
    words = ("high loss", "highest loss", "high losing score")

    def figure(self, side: ContestSide) -> int | None:
        """Return the loser's score, or None for other results and for unknown scores."""
        return side.score if side.lost else None
