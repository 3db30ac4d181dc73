"""The cheapest way to pair an even number of places, each pair with its price.

Prices are whole numbers in which levels are packed, the most important highest: no gain on a lower
level ever pays for a loss on a higher one. The lowest level is a draw, so that equals are parted
by the seed and by nothing else.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from tournament.engine.pairing.levels import settled_in_turn
from tournament.engine.pairing.solver import (
    MOST_COST,
    WEIGHT_BITS,
    Edge,
    MatchingFault,
    least,
    matched,
)

Price = Callable[[int, int], int | None]
"""What it costs to pair two places (the lower first); None where they may not meet."""

DRAW_BITS = 24
ALL_PAIRS = 200
"""Up to so many places every pair is looked at; above it the cheapest of each place."""
NEIGHBOURS = 24
"""How many of the cheapest pairs of each place are looked at first, and as many nearest ones."""
MOST_NEIGHBOURS = 3 * NEIGHBOURS
MOST_FIRST = 500
"""Places above which the most candidates are tried first."""
GOLDEN = 0x9E3779B97F4A7C15
WORD = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Matching:
    """Pairs of places and what they cost together.

    `proved` says that no cheaper pairing exists; without it none was found among many candidates.
    """

    pairs: tuple[tuple[int, int], ...]
    cost: int
    proved: bool = True


@dataclass(frozen=True, slots=True)
class Scale:
    """What one unit of each level weighs: more than all that lies below can add up to."""

    units: tuple[int, ...]
    draw: int
    """The draw is below this."""

    @classmethod
    def of(cls, most: Sequence[int], places: int) -> "Scale":
        """The scale for so many places and levels worth at most `most` in one pair, the highest first.

        The draw has what room the levels leave of the solver's integers, and all it may have where
        they leave none: then they are settled one after another.
        """
        pairs = max(places // 2, 1)
        sizes = [value * pairs + 1 for value in most]
        below = list(accumulate(reversed(sizes), lambda one, other: one * other, initial=1))
        room = WEIGHT_BITS - 1 - below[-1].bit_length() - pairs.bit_length()
        draw = 1 << (min(DRAW_BITS, room) if room > 0 else DRAW_BITS)
        step = draw * pairs
        return cls(tuple(unit * step for unit in reversed(below[:-1])), draw)


def draws(numbers: Sequence[int], lots: Random, draw: int) -> Callable[[int, int], int]:
    """A function that gives two places their draw below `draw`.

    It depends on the source and the two numbers, not on their order or on who else is there.
    """
    start = lots.getrandbits(64)
    words = [_mixed(start ^ (number * GOLDEN & WORD)) for number in numbers]
    shift = 64 - (draw.bit_length() - 1)

    def of(one: int, other: int) -> int:
        return ((words[one] ^ words[other]) * GOLDEN & WORD) >> shift

    return of


def cheapest(
    size: int,
    price: Price,
    units: Sequence[int] = (),
    *,
    far: Callable[[int, int], int] | None = None,
) -> Matching | None:
    """The cheapest pairing of the places 0 to `size` - 1; None where not all can be paired.

    `units` are those of the scale of the prices, by which levels too large for the solver are
    settled one after another.

    Up to 200 places, and wherever bounds show it, the answer is proved to be the cheapest.
    Beyond that only the cheapest pairs of each place are looked at, and the least `far` of all
    that may be (without it the nearest places), so that no group is cut off; more and more of
    them, until the answer no longer changes or three times as many have been tried. Raises `MatchingFault`.
    """
    if size % 2:
        raise MatchingFault(f"{size} places are an odd number.")
    around: list[list[Edge]] = [[] for _ in range(size)]
    for one in range(size):
        for other in range(one + 1, size):
            cost = price(one, other)
            if cost is not None:
                edge = (cost, one, other)
                around[one].append(edge)
                around[other].append(edge)
    if size <= ALL_PAIRS:
        return _solved(size, _every(around), units)
    if not all(around):
        return None
    near = [_nearest(place, edges, far) for place, edges in enumerate(around)]
    for edges in around:
        edges.sort()
    chosen = [
        {edge for edges in (*around, *near) for edge in edges[:neighbours]}
        for neighbours in range(NEIGHBOURS, MOST_NEIGHBOURS + 1, NEIGHBOURS)
    ]
    if size > MOST_FIRST and (matching := _settled_by_the_most(size, around, chosen, units)):
        return matching
    before = None
    for candidates in chosen:
        matching = _solved(size, sorted(candidates), units)
        if matching is not None:
            if _is_proved(matching, around, candidates):
                return matching
            if before is not None and before.cost == matching.cost:
                return Matching(matching.pairs, matching.cost, proved=False)
        elif candidates is chosen[0] and not perfect_exists(
            size, [(one, other) for _, one, other in _every(around)]
        ):
            return None
        before = matching
    if before is not None:
        return Matching(before.pairs, before.cost, proved=False)
    return _solved(size, _every(around), units)


def _settled_by_the_most(
    size: int, around: Sequence[Sequence[Edge]], chosen: Sequence[set[Edge]], units: Sequence[int]
) -> Matching | None:
    """What trying more and more candidates comes to, with fewer answers of the solver; None where it is not known.

    A cheapest pairing among the most candidates that needs no more than fewer of them is the cheapest among those,
    too. So nearly always one answer tells what three would.
    """
    few, more, most = chosen
    if max(edge[0] for edge in most) > MOST_COST:
        return None  # settled level by level, perhaps not to the last
    if (best := _solved(size, sorted(most), units)) is None:
        return None
    pairs = {*best.pairs}

    def among(candidates: set[Edge]) -> bool:
        return pairs <= {(one, other) for _, one, other in candidates}

    if among(few):
        return Matching(best.pairs, best.cost, _is_proved(best, around, more))
    if not among(more) and (fewer := _solved(size, sorted(more), units)) is not None:
        fewest = _solved(size, sorted(few), units)
        if fewest is not None and fewest.cost == fewer.cost:
            return Matching(fewer.pairs, fewer.cost, proved=False)
    return Matching(best.pairs, best.cost, _is_proved(best, around, most))


def perfect_exists(size: int, edges: Sequence[tuple[int, int]]) -> bool:
    """Whether the places can all be paired along `edges`, whatever it costs."""
    return len(most_pairs(size, edges)) * 2 == size


def most_pairs(size: int, edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """As many pairs along `edges` as there can be at once, sorted."""
    return matched(size, [(one, other, 1) for one, other in edges])


def _nearest(
    place: int, edges: Sequence[Edge], far: Callable[[int, int], int] | None
) -> list[Edge]:
    """The pairs of a place that are least far, the cheaper first; `edges` stand in order of the others."""
    if far is not None:
        return sorted(edges, key=lambda edge: (far(edge[1], edge[2]), edge))[:MOST_NEIGHBOURS]
    own = bisect_left(edges, place, key=lambda edge: edge[1])
    around = edges[max(0, own - MOST_NEIGHBOURS) : own + MOST_NEIGHBOURS]
    return sorted(around, key=lambda edge: (edge[2] - edge[1], edge))[:MOST_NEIGHBOURS]


def _solved(size: int, edges: Sequence[Edge], units: Sequence[int]) -> Matching | None:
    """The cheapest pairing along these edges: at once where prices fit, else level by level."""
    proved = True
    if max((cost for cost, *_ in edges), default=0) <= MOST_COST:
        pairs = least(size, edges)
    else:
        pairs, proved = settled_in_turn(size, edges, units) or (None, True)
    if pairs is None:
        return None
    chosen = {*pairs}
    paid = sum(cost for cost, *pair in edges if (*pair,) in chosen)
    return Matching(pairs, paid, proved)


def _every(around: Sequence[Sequence[Edge]]) -> list[Edge]:
    return [edge for place, edges in enumerate(around) for edge in edges if edge[1] == place]


def _is_proved(matching: Matching, around: Sequence[Sequence[Edge]], chosen: set[Edge]) -> bool:
    """Whether no pair left out can be part of a cheaper pairing.

    Each place pays at least half its cheapest pair, so a pair that costs more than its two places
    must pay, and more than the pairing found pays beyond all that, is in no cheaper one.
    """
    least = [edges[0][0] // 2 for edges in around]
    slack, most = matching.cost - sum(least), max(least)
    for place, edges in enumerate(around):
        for edge in edges:
            cost, one, other = edge
            if cost - least[place] - most >= slack:
                break
            if cost - least[one] - least[other] < slack and edge not in chosen:
                return False
    return True


def _mixed(word: int) -> int:
    """The finisher of splitmix64: close numbers become far apart."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)
