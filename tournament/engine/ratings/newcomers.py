"""First ratings: the performances of all unrated players, determined together.

This is the procedure that NASPA publishes for initial ratings, with ratings rounded to integers in
each pass. The limit for players who met only newcomers and the mean of the last passes follow the
sample `a.t`; a test checks every figure in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tournament.engine.ratings.performance import (
    MAX_SOUGHT_RATING,
    MIN_SOUGHT_RATING,
    Curve,
    round_half_up,
    wins_to_predict,
)
from tournament.engine.ratings.rated_field import RatedField, wins_of

PASSES = 50
UNKNOWN = 1500
"""The starting value of a player who has met no rated opponent."""
MIN_RATING = 500
ABOVE_THE_BEST = 400
"""The maximum points above the best opponent for a player who won every game; proportionally less otherwise."""

_FARTHEST = int(MAX_SOUGHT_RATING - MIN_SOUGHT_RATING)
_Ratings = NDArray[np.int64]


def first_ratings(field: RatedField, curve: Curve) -> Mapping[int, int]:
    """Return the performance of every unrated player who has played, by entry number.

    Each pass rates all of them against the results of the previous pass, until nothing changes. If
    fifty passes are not enough, another fifty are made and their mean is taken. No result is below 500,
    or above the best rated opponent by more than 400 points times the share of games won. A player who
    has met no rated opponent is limited in the same way by the best newcomer met, but only during the
    first fifty passes.
    """
    new = [
        number
        for number, games in field.games_by_player.items()
        if games and field.by_number[number].rating is None
    ]
    if not new:
        return {}
    met = _NewcomerGames.of_players(new, field, curve)
    ratings = met.initial_ratings()
    for _ in range(PASSES):
        before, ratings = ratings, met.next_ratings(ratings, near_newcomers=True)
        if np.array_equal(before, ratings):
            return dict(zip(new, ratings.tolist(), strict=True))
    total = np.zeros(len(new))
    for _ in range(PASSES):
        ratings = met.next_ratings(ratings, near_newcomers=False)
        total += ratings
    return {number: round_half_up(sum_ / PASSES) for number, sum_ in zip(new, total, strict=True)}


@dataclass(frozen=True)
class _NewcomerGames:
    """The games of the newcomers, as arrays of [newcomer, game]; rows are padded with games not played."""

    played: NDArray[np.bool_]
    rated: NDArray[np.bool_]
    """Whether the opponent was rated before the event."""
    theirs: _Ratings
    """The rating of a rated opponent."""
    newcomer: NDArray[np.int64]
    """The row of an opponent who is a newcomer."""
    wins: NDArray[np.float64]
    sought: NDArray[np.float64]
    shares: NDArray[np.float64]
    """The share of a win for each difference in rating, starting with the lowest."""

    @classmethod
    def of_players(cls, new: Sequence[int], field: RatedField, curve: Curve) -> "_NewcomerGames":
        games = [field.games_by_player[number] for number in new]
        row = {number: at for at, number in enumerate(new)}
        shape = len(new), max(map(len, games))
        played, rated = np.zeros(shape, bool), np.zeros(shape, bool)
        theirs, newcomer = np.zeros(shape, int), np.zeros(shape, int)
        for at, opponents in enumerate(games):
            for game, (other, _) in enumerate(opponents):
                rating = field.by_number[other].rating
                played[at, game] = True
                rated[at, game] = rating is not None
                theirs[at, game] = round_half_up(rating or 0)
                newcomer[at, game] = row.get(other, 0)
        wins = [wins_of(mine) for mine in games]
        sought = [wins_to_predict(w, len(mine)) for w, mine in zip(wins, games, strict=True)]
        return cls(
            played, rated, theirs, newcomer, np.array(wins), np.array(sought), _share_table(curve)
        )

    def initial_ratings(self) -> _Ratings:
        """Return the average rating of each newcomer's rated opponents, or `UNKNOWN` if there are none."""
        rated = self.rated.sum(axis=1)
        average = self.theirs.sum(axis=1) / np.maximum(rated, 1)
        return np.where(rated, _rounded(average), UNKNOWN)

    def next_ratings(self, ratings: _Ratings, *, near_newcomers: bool) -> _Ratings:
        """Return each newcomer's next rating, based on the previous ones."""
        theirs = np.where(self.rated, self.theirs, ratings[self.newcomer])
        any_rated = np.asarray(self.rated.any(axis=1))
        counted = np.where(any_rated[:, np.newaxis], self.rated, self.played)
        best = np.where(counted, theirs, MIN_SOUGHT_RATING).max(axis=1)
        above = _rounded(ABOVE_THE_BEST * self.wins / self.played.sum(axis=1))
        most = np.where(any_rated | near_newcomers, best + above, MAX_SOUGHT_RATING)
        return np.maximum(MIN_RATING, np.minimum(most, self._solve_ratings(theirs))).astype(int)

    def _solve_ratings(self, theirs: _Ratings) -> _Ratings:
        """Return the ratings at which the expected wins against `theirs` equal the wins in `sought`.

        The result is the last midpoint of a bisection that ends at two adjacent integers. Where the curve is
        flat and many ratings fit, the last bit of a sum decides, so shares are added game by game.
        """
        low = np.full(len(theirs), int(MIN_SOUGHT_RATING))
        high = np.full(len(theirs), int(MAX_SOUGHT_RATING))
        middle = low
        while (wide := high - low > 1).any():
            middle = np.where(wide, (low + high) // 2, middle)
            ahead = np.clip(middle[:, np.newaxis] - theirs, -_FARTHEST, _FARTHEST) + _FARTHEST
            expected = np.cumsum(np.where(self.played, self.shares[ahead], 0.0), axis=1)[:, -1]
            short = expected < self.sought
            low = np.where(wide & short, middle, low)
            high = np.where(wide & ~short, middle, high)
        return middle


@cache
def _share_table(curve: Curve) -> NDArray[np.float64]:
    return np.array([curve(float(ahead)) for ahead in range(-_FARTHEST, _FARTHEST + 1)])


def _rounded(ratings: NDArray[np.float64]) -> _Ratings:
    return np.floor(ratings + 0.5).astype(int)
