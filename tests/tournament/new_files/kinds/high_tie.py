"""A new kind of prize: the highest tied score."""

from tournament.engine.prizes.contest import ContestSide
from tournament.engine.prizes.kind import BestGame


class HighTie(BestGame):
    """For the highest score of a tied game."""

    label = "High tie"
    level_on = "the score"
    words = ("high tie",)

    def figure(self, side: ContestSide) -> int | None:
        """Return the score if the game is a tie."""
        return side.score if side.score == side.opponent_score else None
