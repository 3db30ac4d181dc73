"""The prize for the widest win."""

from tournament.engine.message import Message
from tournament.engine.prizes.contest import ContestDivision, ContestSide
from tournament.engine.prizes.kind import BestGame


class HighSpreadPrize(BestGame):
    """For the greatest margin in one game. Spread caps do not apply."""

    label = "High spread"
    level_on = "the spread"
    words = ("high spread", "highest spread", "biggest win", "widest win", "high margin")

    def figure(self, side: ContestSide) -> int | None:
        """Return the winner's margin, or None for other results and for a win awarded whatever the scores."""
        return side.winning_margin

    def achievement(self, section: ContestDivision, side: ContestSide, figure: int) -> Message:
        """Return the message with the margin, and with the scores if they are known."""
        opponent = section.name(side.opponent)
        if side.score is None:
            return Message("spread_in_game", spread=figure, round=side.round, opponent=opponent)
        return Message(
            "spread_and_scores",
            spread=figure,
            score=side.score,
            theirs=side.opponent_score,
            round=side.round,
            opponent=opponent,
        )
