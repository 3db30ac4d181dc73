"""First ratings: what unrated players played like, all of them found together."""

from collections.abc import Callable, Mapping
from statistics import fmean

from tournament.engine.ratings.performance import Curve, logistic, performance_rating
from tournament.engine.ratings.rated import Field, wins_of

_TURNS = 50
_STILL = 0.01
"""Rating points; newcomers who met each other are looked at again until none moves by more."""

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
    for _ in range(_TURNS if any(_among(field, number, found) for number in new) else 0):
        before = dict(found)
        for number in new:
            opponents = [known[o] if o in known else before[o] for o, _ in field.of[number]]
            played = performance_rating(opponents, wins_of(field.of[number]), curve)
            found[number] = _within(limits, number, played or 0.0)
        if all(abs(found[number] - before[number]) < _STILL for number in new):
            break
    return found


def _among(field: Field, number: int, new: Mapping[int, float]) -> bool:
    return any(opponent in new for opponent, _ in field.of[number])


def _within(limits: Limits | None, number: int, rating: float) -> float:
    return rating if limits is None else limits(number, rating)
