"""First ratings: what unrated players played like, all of them found together."""

from collections.abc import Callable, Mapping
from statistics import fmean

from tournament.engine.ratings.performance import (
    HIGHEST,
    LOWEST,
    Curve,
    logistic,
    performance_rating,
    wins_sought,
)
from tournament.engine.ratings.rated import Field, wins_of

_LOOKS = 450_000
"""Games looked at in all, so that a large field without any rating is rated within a second."""
_FEWEST_TURNS, _MOST_TURNS = 25, 2_000
_STILL = 0.01
"""Rating points; newcomers who met each other are looked at again until none moves by more."""
_HALF_WAY = 0.5
"""Of the way to what the others make of him a player goes in a turn: two who met both move."""
_FARTHEST = 200.0
"""Rating points in one turn."""
_FLATTEST = 1e-4
"""Wins a rating point, taken as the least steepness of a curve a game."""

Limits = Callable[[int, float], float]
"""The rating that the limits of a system allow, from an entry number and the performance."""


def first_ratings(
    field: Field, *, curve: Curve = logistic, limits: Limits | None = None
) -> Mapping[int, float]:
    """The performance of every unrated player who has played, by entry number.

    Where newcomers met each other each is rated against what the others played like. Those who met
    nobody with a rating are looked at last; in a field without any the middle of the scale stands
    for the rating of an average player.
    """
    new = [
        number
        for number, games in field.of.items()
        if games and field.by_number[number].rating is None
    ]
    known = {p.number: float(p.rating) for p in field.players if p.rating is not None}
    middle = fmean(known.values()) if known else 1500.0
    found: dict[int, float] = {}
    for number in new:
        games = [(other, spread) for other, spread in field.of[number] if other in known]
        played = performance_rating([known[o] for o, _ in games], wins_of(games), curve)
        found[number] = middle if played is None else _within(limits, number, played)
    if any(opponent in found for number in new for opponent, _ in field.of[number]):
        _together(field, curve, limits, known, found, middle)
    return found


def _together(
    field: Field,
    curve: Curve,
    limits: Limits | None,
    known: Mapping[int, float],
    found: dict[int, float],
    middle: float,
) -> None:
    """Move the ratings in `found` until each explains the wins against all the others.

    Where nobody has a rating and no limit holds anybody only differences are told; the average is
    kept at `middle`.
    """
    met = {number: [other for other, _ in field.of[number]] for number in found}
    sought = {
        number: wins_sought(wins_of(field.of[number]), len(others))
        for number, others in met.items()
    }
    looks = sum(len(others) for others in met.values())
    for _ in range(max(_FEWEST_TURNS, min(_MOST_TURNS, _LOOKS // looks))):
        off = 0.0 if known or limits else middle - fmean(found.values())
        ratings = {**known, **{number: rating + off for number, rating in found.items()}}
        farthest = 0.0
        for number, others in met.items():
            own = ratings[number]
            ahead = [own - ratings[other] for other in others]
            expected = sum(map(curve, ahead))
            steepness = sum(curve(each + 1) for each in ahead) - expected
            step = (sought[number] - expected) / max(steepness, _FLATTEST * len(others))
            step = max(-_FARTHEST, min(_FARTHEST, _HALF_WAY * step))
            moved = _within(limits, number, max(LOWEST, min(HIGHEST, own + step)))
            farthest = max(farthest, abs(moved - found[number]))
            found[number] = moved
        if farthest < _STILL:
            break


def _within(limits: Limits | None, number: int, rating: float) -> float:
    return rating if limits is None else limits(number, rating)
