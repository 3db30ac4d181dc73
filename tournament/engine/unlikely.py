"""What is odd about a typed result: possible, but worth a second look before it is accepted."""

from tournament.engine.results import GAMES, winners
from tournament.engine.standings import signed

LIKELY = range(100, 1001)
"""Scores in points that nobody needs to look at twice."""
LIKELY_SPREAD = range(1, 401)
"""Margins in points that nobody needs to look at twice."""


def unlikely(
    outcome: str, first_score: int, second_score: int, spread_only: bool = False
) -> list[str]:
    """A sentence for everything odd; nothing for a board that was not played.

    With `spread_only` the first score is the spread, and the second 0.
    """
    if outcome not in GAMES:
        return []
    is_tie = len(winners(outcome, first_score, second_score)) > 1
    if spread_only:
        if is_tie:
            return ["A spread of 0 is a tie."]
        wide = abs(first_score) not in LIKELY_SPREAD
        return [f"A spread of {signed(first_score)} is unusual."] if wide else []
    odd = [
        f"A score of {score} is unusual."
        for score in dict.fromkeys((first_score, second_score))
        if score not in LIKELY
    ]
    if is_tie:
        odd.append(f"{first_score}-{second_score} is a tie.")
    return odd
