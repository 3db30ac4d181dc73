"""Find the cheapest pairing for prices too large for the solver, settling the upper levels first.

A price packs levels, with the most important in the highest bits. The part of a price above a *cut*
outweighs everything below it in any pairing. So the cheapest pairings are those cheapest above the
cut and, among them, those cheapest below it. The parts are settled in turn, and only as much of
each settled part is carried along as shows whether a pairing gives it up:

1. *Recentring.* Every pairing contains every place once. Subtracting the same amount from all
   pairs of a place therefore subtracts it from every pairing and keeps their order. Subtracting
   the cost of a place's cheapest pair makes most costs 0 and none negative.
2. *Dropping.* Let the settled costs be at least 0 and `total` be their smallest sum in a pairing.
   A pair that costs more than `total` is in no pairing that costs `total`, and is dropped.
3. *Joining.* Let `below` be costs of at least 0 for the next part, and let the current pairing pay
   `paid` in them. Use the weights `factor * settled + below` with a factor above `paid`. A pairing
   that gives up a settled level costs at least `factor * (total + 1)`; the current pairing costs
   `factor * total + paid`, which is less. So the cheapest pairings under these weights are exactly
   those that give up nothing and are cheapest below.

The first pairing uses as many levels as fit unchanged. It is the cheapest in each of them, so they
are joined without another call of the solver. Each remaining level takes one more call. The factor
is the sum of the levels in a real pairing, not their worst case, and costs that every pairing pays
are not counted, so there is usually room. If there is not, the largest factor that fits is tried.
If the result gives up nothing, it is still correct, because the sums order such pairings by the
part below. Otherwise the current pairing is returned as not proved: it is the cheapest by the
settled levels only.
"""

from collections.abc import Sequence

from tournament.engine.pairing.solver import (
    MAX_COST,
    Edge,
    MatchingFault,
    Pairs,
    cheapest_pairs,
    recentre_costs,
)


def solve_level_by_level(
    size: int, edges: Sequence[Edge], units: Sequence[int]
) -> tuple[Pairs, bool] | None:
    """Return the cheapest pairing of all places and whether that is proved, or None if there is none.

    `units` are the cuts: in any pairing, the prices modulo a unit add up to less than the unit. Raise
    `MatchingFault` if not even the first level fits into the solver's integers, which does not happen in
    practice.
    """
    cuts = sorted({1, *units}, reverse=True)
    known, pairs = _solve_fitting_levels(size, edges, cuts)
    if pairs is None:
        return None
    settled, above = [0] * len(edges), 0
    for cut in cuts:
        below = recentre_costs(
            size, edges, [_levels_between(price, above, cut) for price, *_ in edges]
        )
        needed = _total_cost(edges, below, pairs) + 1
        factor = min(needed, (MAX_COST - max(below)) // max(1, *settled))
        if factor < (needed if cut >= known else 1):
            return pairs, False
        costs = [factor * high + low for high, low in zip(settled, below, strict=True)]
        if cut < known:
            cheaper = cheapest_pairs(size, _replace_costs(edges, costs))
            if cheaper is None or _settled_cost(edges, above, cheaper) > _settled_cost(
                edges, above, pairs
            ):
                return pairs, False
            pairs = cheaper
        costs = recentre_costs(size, edges, costs)
        total = _total_cost(edges, costs, pairs)
        possible = [(edge, cost) for edge, cost in zip(edges, costs, strict=True) if cost <= total]
        edges, settled = [edge for edge, _ in possible], [cost for _, cost in possible]
        above = cut
    return pairs, True


def _solve_fitting_levels(
    size: int, edges: Sequence[Edge], cuts: Sequence[int]
) -> tuple[int, Pairs | None]:
    """Return the lowest cut above which prices fit unchanged, and the cheapest pairing above it.

    The pairing is None if there is none. Raise `MatchingFault` if not even the first level fits.
    """
    for cut in reversed(cuts):
        costs = recentre_costs(size, edges, [price // cut for price, *_ in edges])
        if max(costs) <= MAX_COST:
            return cut, cheapest_pairs(size, _replace_costs(edges, costs))
    raise MatchingFault("A price is beyond what the solver can compute.")


def _levels_between(price: int, above: int, cut: int) -> int:
    """Return the levels of a price from `cut` to `above`, or to the top if no level is settled."""
    return (price % above if above else price) // cut


def _replace_costs(edges: Sequence[Edge], costs: Sequence[int]) -> list[Edge]:
    return [(cost, one, other) for cost, (_, one, other) in zip(costs, edges, strict=True)]


def _total_cost(edges: Sequence[Edge], costs: Sequence[int], pairs: Pairs) -> int:
    """Return the total cost of the pairs."""
    chosen = {*pairs}
    return sum(cost for cost, (_, *pair) in zip(costs, edges, strict=True) if (*pair,) in chosen)


def _settled_cost(edges: Sequence[Edge], above: int, pairs: Pairs) -> int:
    """Return the total cost of the pairs in all settled levels."""
    return _total_cost(edges, [price // above for price, *_ in edges], pairs)
