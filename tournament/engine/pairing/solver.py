"""Call the matching library within its limits, and check every result."""

from collections.abc import Sequence

WEIGHT_BITS = 120
"""The maximum size of a weight in bits; the library computes in 128 bits and overflows silently."""
MAX_COST = (1 << WEIGHT_BITS) - 2
"""The highest cost of a pair that the solver accepts.

The weight of a pair is the highest cost of all pairs plus one, minus its own cost.
"""

RECENTRE_ABOVE_PLACES = 200
"""The number of places above which costs are recentred first, which saves the library most of its work."""

Edge = tuple[int, int, int]
"""The cost of a pair and its two places, the lower first."""
Pairs = tuple[tuple[int, int], ...]


def cheapest_pairs(size: int, edges: Sequence[Edge]) -> Pairs | None:
    """Return the cheapest pairs of all places, or None if not all can be paired.

    Costs are at least 0. Raise `MatchingFault` if one exceeds `MAX_COST`, or if the library fails or its
    result cannot be right.
    """
    costs = [cost for cost, *_ in edges]
    if max(costs, default=0) > MAX_COST:
        raise MatchingFault("A price is beyond what the solver can compute.")
    if size > RECENTRE_ABOVE_PLACES:
        costs = recentre_costs(size, edges, costs)
    most = max(costs, default=0)
    pairs = max_weight_pairs(
        size,
        [(one, other, most + 1 - cost) for cost, (_, one, other) in zip(costs, edges, strict=True)],
    )
    if len(pairs) * 2 < size:
        return None
    if sorted(place for pair in pairs for place in pair) != [*range(size)]:
        raise MatchingFault("The solver paired a place twice.")
    if unknown := sorted({*pairs} - {(one, other) for _, one, other in edges}):
        raise MatchingFault(f"The solver made pairs that may not be: {unknown}.")
    return tuple(pairs)


def recentre_costs(size: int, edges: Sequence[Edge], costs: Sequence[int]) -> list[int]:
    """Return the costs after subtracting, for each place in turn, the remaining cost of its cheapest pair.

    Every pairing of all places becomes cheaper by the same amount, so the cheapest stays the same.
    """
    at: list[list[int]] = [[] for _ in range(size)]
    for index, (_, one, other) in enumerate(edges):
        at[one].append(index)
        at[other].append(index)
    left = [*costs]
    for indexes in at:
        if taken := min((left[index] for index in indexes), default=0):
            for index in indexes:
                left[index] -= taken
    return left


def max_weight_pairs(size: int, edges: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Return the largest possible set of pairs with the greatest weight, sorted.

    Edges are two places and a weight. Raise `MatchingFault` if the library fails.
    """
    import rustworkx  # loads numpy too, so import it only when a round is paired

    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(list(edges))
    try:
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    except BaseException as panic:
        if (
            type(panic).__name__ != "PanicException"
        ):  # it does not derive from Exception and is not exported
            raise
        raise MatchingFault(f"The solver gave up: {panic}") from None
    return sorted((min(pair), max(pair)) for pair in pairs)


class MatchingFault(Exception):
    """The matching failed because of a bug or a limit, not because of the director's request."""
