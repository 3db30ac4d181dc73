"""The library that finds matchings, with its limits, and a check of everything it answers."""

from collections.abc import Sequence

WEIGHT_BITS = 120
"""The library computes in 128 bits and is wrong beyond them without a word."""
MOST_COST = (1 << WEIGHT_BITS) - 2
"""No pair may cost more: what it weighs is the highest cost and one less its own."""

Edge = tuple[int, int, int]
"""What a pair costs, and its two places, the lower first."""
Pairs = tuple[tuple[int, int], ...]


def least(size: int, edges: Sequence[Edge]) -> Pairs | None:
    """The pairs of all places that cost least; None where not all can be paired.

    Costs are at least 0. Raises `MatchingFault` where one is beyond `MOST_COST`, and where the
    library's answer cannot be right.
    """
    most = max((cost for cost, *_ in edges), default=0)
    if most > MOST_COST:
        raise MatchingFault("A price is beyond what the solver can compute.")
    pairs = matched(size, [(one, other, most + 1 - cost) for cost, one, other in edges])
    if len(pairs) * 2 < size:
        return None
    if sorted(place for pair in pairs for place in pair) != [*range(size)]:
        raise MatchingFault("The solver paired a place twice.")
    if unknown := sorted({*pairs} - {(one, other) for _, one, other in edges}):
        raise MatchingFault(f"The solver made pairs that may not be: {unknown}.")
    return tuple(pairs)


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
