"""The prize for the widest win."""

from tournament.engine.prizes.contest import Section, Side
from tournament.engine.prizes.kind import BestGame, game_told
from tournament.engine.standings import signed


class HighSpreadPrize(BestGame):
    """For the greatest margin in one game. Caps on spread do not matter here."""

    label = "High spread"
    level_on = "the spread"
    words = ("high spread", "highest spread", "biggest win", "widest win", "high margin")

    def figure(self, side: Side) -> int | None:
        """The margin of a win."""
        return side.winning_margin

    def told(self, section: Section, side: Side, figure: int) -> str:
        """The margin, with the scores where they are known."""
        scores = f" ({side.score} to {side.opponent_score})" if side.score is not None else ""
        return f"{signed(figure)}{scores} {game_told(section, side)}"
