"""The cheapest pairing by prices of more bits than the solver has: the upper levels settle first.

A price holds levels, the most important highest. Whatever part of a price stands above a *cut* is
more important than all that stands below it can add up to in any pairing, so the cheapest pairings
are those cheapest by the part above the cut, and among them those cheapest by the part below. The
parts are settled in turn, and of what is settled only as much is carried along as tells whether a
pairing gives it up:

1. *Recentring.* Every pairing meets every place once. To take the same from all pairs of a place
   therefore takes the same from every pairing and leaves their order as it was. Taking what the
   cheapest pair of a place costs makes most costs 0 and none negative.
2. *Dropping.* Let the settled costs be at least 0 and `total` be the least that they add up to in
   a pairing. A pair that alone costs more is in no pairing that costs `total`, and leaves.
3. *Joining.* Let `below` be costs of at least 0, made of the next part, and let the pairing found
   so far pay `paid` in them. Weigh `factor * settled + below` with a factor above `paid`. A
   pairing that gives up what is settled costs `factor * (total + 1)` or more; the pairing found
   costs `factor * total + paid`, which is less. So the cheapest of these sums are exactly those
   that give nothing up and are cheapest below.

As many levels as fit as they are give the first pairing. It is the cheapest in each of them, so
they are joined without asking the solver again; then each of the others is settled by one more
answer. The factor is what the levels of a real pairing add up to, not what they could at worst, and
what the places must pay anyhow counts for nothing: that is why there is room. Where it should not,
the largest factor that fits is tried. If the answer gives nothing up it is right all the same, for
among those that give nothing up the sums order the pairings by what is below; otherwise the pairing
found so far is the answer, the cheapest by the levels settled, and said to be no more.
"""

from collections.abc import Sequence

from tournament.engine.pairing.solver import (
    MOST_COST,
    Edge,
    MatchingFault,
    Pairs,
    least,
    recentred,
)


def settled_in_turn(
    size: int, edges: Sequence[Edge], units: Sequence[int]
) -> tuple[Pairs, bool] | None:
    """The cheapest pairing of all places, and whether that is proved; None where there is none.

    `units` are the cuts: in any pairing the prices modulo a unit add up to less than the unit.
    Raises `MatchingFault` where not even the first level fits into the solver's integers; it has
    them to itself, so that is no real level's.
    """
    cuts = sorted({1, *units}, reverse=True)
    known, pairs = _as_many_as_fit(size, edges, cuts)
    if pairs is None:
        return None
    settled, above = [0] * len(edges), 0
    for cut in cuts:
        below = recentred(size, edges, [_part(price, above, cut) for price, *_ in edges])
        needed = _paid(edges, below, pairs) + 1
        factor = min(needed, (MOST_COST - max(below)) // max(1, *settled))
        if factor < (needed if cut >= known else 1):
            return pairs, False
        costs = [factor * high + low for high, low in zip(settled, below, strict=True)]
        if cut < known:
            cheaper = least(size, _priced(edges, costs))
            if cheaper is None or _above(edges, above, cheaper) > _above(edges, above, pairs):
                return pairs, False
            pairs = cheaper
        costs = recentred(size, edges, costs)
        total = _paid(edges, costs, pairs)
        possible = [(edge, cost) for edge, cost in zip(edges, costs, strict=True) if cost <= total]
        edges, settled = [edge for edge, _ in possible], [cost for _, cost in possible]
        above = cut
    return pairs, True


def _as_many_as_fit(
    size: int, edges: Sequence[Edge], cuts: Sequence[int]
) -> tuple[int, Pairs | None]:
    """The lowest cut above which prices fit as they are, and a pairing cheapest above it."""
    for cut in reversed(cuts):
        costs = recentred(size, edges, [price // cut for price, *_ in edges])
        if max(costs) <= MOST_COST:
            return cut, least(size, _priced(edges, costs))
    raise MatchingFault("A price is beyond what the solver can compute.")


def _part(price: int, above: int, cut: int) -> int:
    """The levels of a price from `cut` up to `above`, or to the top where nothing is settled."""
    return (price % above if above else price) // cut


def _priced(edges: Sequence[Edge], costs: Sequence[int]) -> list[Edge]:
    return [(cost, one, other) for cost, (_, one, other) in zip(costs, edges, strict=True)]


def _paid(edges: Sequence[Edge], costs: Sequence[int], pairs: Pairs) -> int:
    """What the pairs cost together."""
    chosen = {*pairs}
    return sum(cost for cost, (_, *pair) in zip(costs, edges, strict=True) if (*pair,) in chosen)


def _above(edges: Sequence[Edge], above: int, pairs: Pairs) -> int:
    """What the pairs pay in all the levels that are settled."""
    return _paid(edges, [price // above for price, *_ in edges], pairs)
