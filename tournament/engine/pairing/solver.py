"""The library that finds matchings, with its limits, and a check of everything it answers."""

from collections.abc import Sequence

WEIGHT_BITS = 120
"""The library computes in 128 bits and is wrong beyond them without a word."""
MOST_COST = (1 << WEIGHT_BITS) - 2
"""No pair may cost more: what it weighs is the highest cost and one less its own."""

LARGE = 200
"""Places above which costs are recentred first: then the library has far less to do before the first pairs are free."""

Edge = tuple[int, int, int]
"""What a pair costs, and its two places, the lower first."""
Pairs = tuple[tuple[int, int], ...]


def least(size: int, edges: Sequence[Edge]) -> Pairs | None:
    """The pairs of all places that cost least; None where not all can be paired.

    Costs are at least 0. Raises `MatchingFault` where one is beyond `MOST_COST`, and where the
    library's answer cannot be right.
    """
    costs = [cost for cost, *_ in edges]
    if max(costs, default=0) > MOST_COST:
        raise MatchingFault("A price is beyond what the solver can compute.")
    if size > LARGE:
        costs = recentred(size, edges, costs)
    most = max(costs, default=0)
    pairs = matched(
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


def recentred(size: int, edges: Sequence[Edge], costs: Sequence[int]) -> list[int]:
    """The costs after each place in turn has taken what its cheapest pair still costs.

    That takes the same from every pairing of all places: which is cheapest stays as it was.
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


def matched(size: int, edges: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """As many pairs as can be, the heaviest such, sorted; edges are two places and a weight."""
    import rustworkx  # and numpy with it: loaded by who pairs, not by every start of the program

    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(list(edges))
    try:
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    except BaseException as panic:
        if type(panic).__name__ != "PanicException":  # it is no Exception, and not exported
            raise
        raise MatchingFault(f"The solver gave up: {panic}") from None
    return sorted((min(pair), max(pair)) for pair in pairs)


class MatchingFault(Exception):
    """The matching went wrong by our own fault: nothing the director asked for."""
