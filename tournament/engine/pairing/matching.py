"""Find the cheapest pairing of an even number of places, given the price of each pair.

Prices are integers that pack several levels, with the most important in the highest bits: no gain
on a lower level makes up for a loss on a higher one. The lowest level is a random draw, so that
only the seed separates equals.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from tournament.engine.pairing.levels import solve_level_by_level
from tournament.engine.pairing.solver import (
    MAX_COST,
    WEIGHT_BITS,
    Edge,
    MatchingFault,
    cheapest_pairs,
    max_weight_pairs,
)

Price = Callable[[int, int], int | None]
"""The price of pairing two places (the lower number first), or None if they may not meet."""

DRAW_BITS = 24
MAX_PLACES_FOR_ALL_PAIRS = 200
"""The maximum number of places for which every pair is considered.

With more places, only the cheapest and the nearest pairs of each place are considered.
"""
NEIGHBOURS = 24
"""The number of cheapest pairs, and of nearest ones, considered first for each place."""
MAX_NEIGHBOURS = 3 * NEIGHBOURS
MAX_CANDIDATES_FIRST_ABOVE = 500
"""The number of places above which the largest set of candidates is tried first."""
GOLDEN_RATIO_64 = 0x9E3779B97F4A7C15
MASK_64 = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Matching:
    """Pairs of places and their total cost.

    `proved` means that no cheaper pairing exists. Otherwise no cheaper one was found among many
    candidates.
    """

    pairs: tuple[tuple[int, int], ...]
    cost: int
    proved: bool = True


@dataclass(frozen=True, slots=True)
class PriceScale:
    """The unit of each level, which exceeds the largest total of all lower levels."""

    units: tuple[int, ...]
    draw_bound: int
    """The exclusive upper bound of the random draw."""

    @classmethod
    def for_levels(cls, most: Sequence[int], places: int) -> "PriceScale":
        """Return the scale for `places` places, given each level's largest cost for a pair, the top level first.

        The draw uses the room that the levels leave in the solver's integers. If they leave none, it has
        its full size and the levels are settled one after another.
        """
        pairs = max(places // 2, 1)
        sizes = [value * pairs + 1 for value in most]
        below = list(accumulate(reversed(sizes), lambda one, other: one * other, initial=1))
        room = WEIGHT_BITS - 1 - below[-1].bit_length() - pairs.bit_length()
        draw = 1 << (min(DRAW_BITS, room) if room > 0 else DRAW_BITS)
        step = draw * pairs
        return cls(tuple(unit * step for unit in reversed(below[:-1])), draw)


def random_draws(numbers: Sequence[int], lots: Random, draw: int) -> Callable[[int, int], int]:
    """Return a function that gives the random draw for two places, a number below `draw_bound`.

    The draw depends on the random source and the two numbers, but not on their order or on other
    entries.
    """
    start = lots.getrandbits(64)
    words = [_mix_bits(start ^ (number * GOLDEN_RATIO_64 & MASK_64)) for number in numbers]
    shift = 64 - (draw.bit_length() - 1)

    def of(one: int, other: int) -> int:
        return ((words[one] ^ words[other]) * GOLDEN_RATIO_64 & MASK_64) >> shift

    return of


def cheapest_matching(
    size: int,
    price: Price,
    units: Sequence[int] = (),
    *,
    far: Callable[[int, int], int] | None = None,
) -> Matching | None:
    """Return the cheapest pairing of the places 0 to `size` - 1, or None if not all can be paired.

    `units` are the units of the price scale, by which levels too large for the solver are settled one
    after another.

    With up to 200 places, and whenever bounds show it, the result is proved to be the cheapest, unless
    levels settled one after another leave a doubt. In larger fields only the cheapest pairs of each place
    are considered, and those with the least `far` (by default the nearest places), so that no group is
    cut off. The number of candidates grows until the result no longer changes or three times as many
    have been tried. Raise `MatchingFault` for an odd size, or if the solver fails.
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
    if size <= MAX_PLACES_FOR_ALL_PAIRS:
        return _solve(size, _all_edges(around), units)
    if not all(around):
        return None
    near = [_nearest_pairs(place, edges, far) for place, edges in enumerate(around)]
    for edges in around:
        edges.sort()
    chosen = [
        {edge for edges in (*around, *near) for edge in edges[:neighbours]}
        for neighbours in range(NEIGHBOURS, MAX_NEIGHBOURS + 1, NEIGHBOURS)
    ]
    if size > MAX_CANDIDATES_FIRST_ABOVE and (
        matching := _try_most_candidates(size, around, chosen, units)
    ):
        return matching
    before = None
    for candidates in chosen:
        matching = _solve(size, sorted(candidates), units)
        if matching is not None:
            if _is_proved_cheapest(matching, around, candidates):
                return matching
            if before is not None and before.cost == matching.cost:
                return Matching(matching.pairs, matching.cost, proved=False)
        elif candidates is chosen[0] and not has_perfect_matching(
            size, [(one, other) for _, one, other in _all_edges(around)]
        ):
            return None
        before = matching
    if before is not None:
        return Matching(before.pairs, before.cost, proved=False)
    return _solve(size, _all_edges(around), units)


def _try_most_candidates(
    size: int, around: Sequence[Sequence[Edge]], chosen: Sequence[set[Edge]], units: Sequence[int]
) -> Matching | None:
    """Return what trying more and more candidates would return, usually with fewer calls of the solver.

    None if a price is too large for the solver, or the most candidates allow no pairing. If the cheapest
    pairing among the most candidates uses only candidates from a smaller set, it is the cheapest in that
    set too. So one call nearly always replaces three.
    """
    few, more, most = chosen
    if max(edge[0] for edge in most) > MAX_COST:
        return None  # settled level by level, perhaps not completely
    if (best := _solve(size, sorted(most), units)) is None:
        return None
    pairs = {*best.pairs}

    def among(candidates: set[Edge]) -> bool:
        return pairs <= {(one, other) for _, one, other in candidates}

    if among(few):
        return Matching(best.pairs, best.cost, _is_proved_cheapest(best, around, more))
    if not among(more) and (fewer := _solve(size, sorted(more), units)) is not None:
        fewest = _solve(size, sorted(few), units)
        if fewest is not None and fewest.cost == fewer.cost:
            return Matching(fewer.pairs, fewer.cost, proved=False)
    return Matching(best.pairs, best.cost, _is_proved_cheapest(best, around, most))


def has_perfect_matching(size: int, edges: Sequence[tuple[int, int]]) -> bool:
    """Return whether all places can be paired along `edges`, whatever the cost."""
    return len(max_pairs(size, edges)) * 2 == size


def max_pairs(size: int, edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the largest possible set of pairs along `edges`, sorted."""
    return max_weight_pairs(size, [(one, other, 1) for one, other in edges])


def _nearest_pairs(
    place: int, edges: Sequence[Edge], far: Callable[[int, int], int] | None
) -> list[Edge]:
    """Return the nearest pairs of a place, of equally near ones the cheapest first.

    `edges` is sorted by the other place.
    """
    if far is not None:
        return sorted(edges, key=lambda edge: (far(edge[1], edge[2]), edge))[:MAX_NEIGHBOURS]
    own = bisect_left(edges, place, key=lambda edge: edge[1])
    around = edges[max(0, own - MAX_NEIGHBOURS) : own + MAX_NEIGHBOURS]
    return sorted(around, key=lambda edge: (edge[2] - edge[1], edge))[:MAX_NEIGHBOURS]


def _solve(size: int, edges: Sequence[Edge], units: Sequence[int]) -> Matching | None:
    """Return the cheapest pairing along these edges, or None if there is none.

    Prices that are too large for the solver are settled level by level.
    """
    proved = True
    if max((cost for cost, *_ in edges), default=0) <= MAX_COST:
        pairs = cheapest_pairs(size, edges)
    else:
        pairs, proved = solve_level_by_level(size, edges, units) or (None, True)
    if pairs is None:
        return None
    chosen = {*pairs}
    paid = sum(cost for cost, *pair in edges if (*pair,) in chosen)
    return Matching(pairs, paid, proved)


def _all_edges(around: Sequence[Sequence[Edge]]) -> list[Edge]:
    return [edge for place, edges in enumerate(around) for edge in edges if edge[1] == place]


def _is_proved_cheapest(
    matching: Matching, around: Sequence[Sequence[Edge]], chosen: set[Edge]
) -> bool:
    """Return whether no omitted pair can be part of a cheaper pairing.

    Each place pays at least half its cheapest pair. A pair is in no cheaper pairing if it costs more
    than its two places must pay plus the slack of the pairing found.
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


def _mix_bits(word: int) -> int:
    """Return the bits mixed with the finisher of splitmix64, so that close numbers end up far apart."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & MASK_64
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & MASK_64
    return word ^ (word >> 31)
