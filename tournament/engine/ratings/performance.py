"""The rating somebody played like, and the wins to be expected between two ratings.

Source: RATINGS, naspa's logistic curve, used for performance ratings in every event.
"""

from collections.abc import Callable, Sequence
from math import exp

STEEPNESS = 0.0031879
"""Of naspa's logistic curve: 400 points are .7816 of a win."""
LOWEST, HIGHEST = 0.0, 3000.0
NOTHING_WON, ALL_WON = 0.05, 0.95
"""The shares of wins that a player without any, or with all of them, is taken to have."""
EVEN = 1e-9
"""Wins; sums of expectations that differ by less are the same."""

Curve = Callable[[float], float]
"""The share of a win to be expected from so many rating points more than the opponent."""


def logistic(difference: float) -> float:
    """The share of a win that `difference` rating points more are worth, from 0 to 1."""
    return 1 / (1 + exp(-STEEPNESS * difference))


def performance_rating(
    opponents: Sequence[float], wins: float, curve: Curve = logistic
) -> float | None:
    """The rating at which `wins` (ties as halves) are expected against these ratings; None without games.

    No wins count as 5 per cent and all wins as 95, for no rating would be low or high enough. Where
    a curve ends flat, so that many ratings would do, it is the one nearest to the opponents. It lies
    between 0 and 3000. Source: RATINGS, performance rating.
    """
    if not opponents:
        return None
    sought = wins_sought(wins, len(opponents))
    sought += EVEN if wins * 2 < len(opponents) else -EVEN
    low, high = LOWEST, HIGHEST
    while high - low > 1e-6:
        middle = (low + high) / 2
        if sum(curve(middle - opponent) for opponent in opponents) < sought:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def wins_sought(wins: float, games: int) -> float:
    """The wins that a performance has to explain: none is 5 per cent, all are 95, in whole hundredths."""
    if 0 < wins < games:
        return wins
    return round((NOTHING_WON if wins <= 0 else ALL_WON) * games, 2)


def nearest(rating: float) -> int:
    """The whole number nearest to a rating, halves up."""
    return int((rating + 0.5) // 1)
