"""Round numbers for the axes of pictures."""

from __future__ import annotations

from itertools import count

_STEPS = (1, 2, 5)


def axis_step(span: float, most: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, ... with which the span has at most `most` steps."""
    for power in count():
        for step in _STEPS:
            if span / (step * 10**power) <= most:
                return step * 10**power
    raise AssertionError("some step is large enough")


def axis_ticks(low: int, high: int, most: int) -> list[int]:
    """Return equally spaced round numbers from one at or below `low` to one at or above `high`.

    Their step divides the range from `low` to `high` into at most `most` parts.

    >>> axis_ticks(-45, 212, 4)
    [-100, 0, 100, 200, 300]
    """
    step = axis_step(max(high - low, 1), most)
    first, last = low // step, -(-high // step)
    last += first == last
    return [step * place for place in range(first, last + 1)]


def separated_positions(wishes: list[float], least: float, low: float, high: float) -> list[float]:
    """Return positions close to the wanted ones (`wishes`), in the same order and at least `least` apart.

    They lie between `low` and `high`. If there is too little space, they are evenly spaced and closer together.
    """
    if not wishes:
        return []
    least = min(least, (high - low) / max(1, len(wishes) - 1))
    order = sorted(range(len(wishes)), key=wishes.__getitem__)
    places = [0.0] * len(wishes)
    floor = low
    for place in order:
        places[place] = max(wishes[place], floor)
        floor = places[place] + least
    ceiling = high
    for place in reversed(order):
        places[place] = min(places[place], ceiling)
        ceiling = places[place] - least
    return places
