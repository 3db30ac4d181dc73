"""Performance ratings, and the expected wins between two ratings.

NASPA's logistic curve is used for performance ratings in every event.
"""

from collections.abc import Callable, Sequence
from math import exp

STEEPNESS = 0.0031879
"""The steepness of NASPA's logistic curve: a lead of 400 points is worth .7816 of a win."""
MIN_SOUGHT_RATING, MAX_SOUGHT_RATING = 0.0, 3000.0
NOTHING_WON, ALL_WON = 0.05, 0.95
"""The shares of wins assumed for a player who won no game, or every game."""
EVEN = 1e-9
"""Sums of expected wins that differ by less than this count as equal."""

Curve = Callable[[float], float]
"""A function that returns the expected share of a win for a lead in rating points."""


def logistic(difference: float) -> float:
    """Return the expected share of a win, from 0 to 1, for a lead of `difference` rating points."""
    return 1 / (1 + exp(-STEEPNESS * difference))


def performance_rating(
    opponents: Sequence[float], wins: float, curve: Curve = logistic
) -> float | None:
    """Return the rating that predicts `wins` (ties as halves) against these ratings; None without games.

    No finite rating predicts that a player wins no game, or every game; 5 or 95 percent of the games are
    then assumed to be won. If a curve is flat and many ratings fit, the one closest to the opponents'
    ratings is taken. The result is between 0 and 3000.
    """
    if not opponents:
        return None
    sought = wins_to_predict(wins, len(opponents))
    sought += EVEN if wins * 2 < len(opponents) else -EVEN
    low, high = MIN_SOUGHT_RATING, MAX_SOUGHT_RATING
    while high - low > 1e-6:
        middle = (low + high) / 2
        if sum(curve(middle - opponent) for opponent in opponents) < sought:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def wins_to_predict(wins: float, games: int) -> float:
    """Return the wins that a performance rating must predict.

    They are 5 percent of the games for a player who won none, and 95 percent for one who won all, rounded
    to hundredths.
    """
    if 0 < wins < games:
        return wins
    return round((NOTHING_WON if wins <= 0 else ALL_WON) * games, 2)


def round_half_up(rating: float) -> int:
    """Return a rating rounded to the nearest integer, halves up."""
    return int((rating + 0.5) // 1)
