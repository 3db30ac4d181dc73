"""Standings calculated by the slow reference implementation: every metric entry by entry, then a sort."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.engine.standings.metric import TieMetric
from tournament.engine.standings.precedence import precedence
from tournament.engine.standings.reference_standings import ReferenceDivision


@dataclass(frozen=True)
class ReferenceLine:
    """One entry: rank, number, half points won and lost, spreads, and the value of each metric."""

    rank: int
    number: int
    won: int
    lost: int
    spread: int
    capped: int
    values: tuple[int, ...]


def reference_ranking(
    given: ReferenceDivision, keys: Sequence[str], after: int
) -> list[ReferenceLine]:
    """Return the standings after a round, best first; entries that are otherwise equal are listed by seed.

    Entries withdrawn by then come last, and of these, the ones that never played come lowest. Raise
    `BadPrecedence` for invalid keys.
    """
    division = given.up_to(after)
    numbers = division.numbers
    order: dict[int, list[int]] = {
        n: [
            0
            if left is None or after <= left
            else 1
            if any(side.played for side in division.sides[n])
            else 2
        ]
        for n, _, left in division.players
    }
    values: dict[int, list[int]] = {n: [] for n in numbers}
    for metric in precedence(keys).values():
        if isinstance(metric, TieMetric):
            level: dict[tuple[int, ...], set[int]] = {}
            for n in numbers:
                level.setdefault(tuple(order[n]), set()).add(n)
            column = {
                n: metric.reference_value_among(division, n, level[tuple(order[n])])
                for n in numbers
            }
        else:
            column = {n: metric.reference_value(division, n) for n in numbers}
        for n in numbers:
            values[n].append(column[n])
            order[n].append(column[n] if metric.ascending else -column[n])
    return [
        ReferenceLine(
            1 + sum(1 for other in numbers if order[other] < order[n]),
            n,
            division.half_points_won(n),
            division.half_points_lost(n),
            division.spread(n),
            division.capped_spread(n),
            tuple(values[n]),
        )
        for n in sorted(numbers, key=lambda n: (order[n], division.seeds[n], n))
    ]
