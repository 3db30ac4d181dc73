"""The matching used by every method: exact and reproducible."""

from collections import Counter
from itertools import combinations
from random import Random

import networkx as nx
import pytest

from tournament.engine.pairing import matching, solver
from tournament.engine.pairing.matching import (
    MatchingFault,
    PriceScale,
    cheapest_matching,
    random_draws,
)
from tournament.engine.pairing.preference_pairing import best_from_top


def pairings(places):
    """Yield every way to pair the places."""
    if not places:
        yield ()
        return
    first, *others = places
    for other in others:
        for rest in pairings([place for place in others if place != other]):
            yield ((first, other), *rest)


def prices_of(size, draw, missing=0.2, most=50):
    pairs = (pair for pair in combinations(range(size), 2) if draw.random() >= missing)
    return {pair: draw.randint(0, most) for pair in pairs}


def price_from(prices):
    return lambda one, other: prices.get((one, other))


def costs_of(size, prices):
    """Return the cost of every possible pairing."""
    possible = (way for way in pairings([*range(size)]) if all(pair in prices for pair in way))
    return {tuple(sorted(pairing)): sum(prices[pair] for pair in pairing) for pairing in possible}


@pytest.mark.parametrize("size", [2, 4, 6, 8, 10])
def test_no_pairing_of_up_to_ten_costs_less(size):
    draw = Random(size)
    for _ in range(12):
        prices = prices_of(size, draw, missing=0.3)
        matching = cheapest_matching(size, price_from(prices))
        best = min(costs_of(size, prices).values(), default=None)
        assert (matching.cost if matching else None) == best


@pytest.mark.parametrize("size", [16, 40, 60])
def test_matching_agrees_with_networkx(size):
    draw = Random(size)
    prices = prices_of(size, draw, most=10**6)
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((*pair, 10**7 - cost) for pair, cost in prices.items())
    theirs = nx.max_weight_matching(graph, maxcardinality=True)
    matching = cheapest_matching(size, price_from(prices))
    assert matching.proved
    assert matching.cost == sum(prices[min(pair), max(pair)] for pair in theirs)


@pytest.mark.parametrize("seed", range(3))
def test_pruning_a_large_field_does_not_change_the_cost(seed, monkeypatch):
    draw = Random(seed)
    size = 210
    wins = sorted(draw.choices(range(8), k=size), reverse=True)
    met = {tuple(sorted(draw.sample(range(size), 2))) for _ in range(3000)}
    lot = random_draws(range(size), Random(seed), 1 << 20)

    def price(one, other):
        if (one, other) in met:
            return None
        return ((wins[one] - wins[other]) ** 2 * 10**8 + (other - one) ** 2 << 30) + lot(one, other)

    pruned = cheapest_matching(size, price)
    monkeypatch.setattr(matching, "MAX_PLACES_FOR_ALL_PAIRS", size)
    assert pruned.cost == cheapest_matching(size, price).cost


def test_large_field_without_a_pairing_or_its_cheapest_pairs_is_recognized():
    def among_the_first(one, other):
        return None if one < 150 and other < 150 else other - one

    def across(one, other):
        return 0 if one < 130 <= other else 10**9

    assert cheapest_matching(250, among_the_first) is None
    assert cheapest_matching(220, across).cost == 20 * 10**9
    assert cheapest_matching(0, across).pairs == ()


def test_weights_up_to_the_limit_are_exact_and_beyond_it_an_internal_fault():
    with pytest.raises(MatchingFault, match="3 places are an odd number"):
        cheapest_matching(3, lambda *_: 0)
    with pytest.raises(MatchingFault, match="beyond what the solver can compute"):
        cheapest_matching(4, lambda one, other: (1 << 120) + one + other)
    top = (1 << 119) - 1
    prices = dict(zip(combinations(range(4), 2), (top, top - 1, 5, 7, top - 2, top), strict=True))
    assert cheapest_matching(4, price_from(prices)).cost == min(costs_of(4, prices).values())


def test_draw_depends_only_on_the_two_entries_and_the_seed():
    many = random_draws([7, 3, 12, 5], Random("seed"), 1 << 24)
    few = random_draws([5, 3], Random("seed"), 1 << 24)
    assert few(0, 1) == many(1, 3) == many(3, 1)
    of = random_draws(range(1, 9), Random("7/3/pairs"), 1 << 24)
    assert [of(0, 1), of(0, 2), of(0, 3)] == [2867384, 4305707, 9169644]


@pytest.mark.parametrize("seed", range(30))
def test_pairing_is_lexicographically_best_from_the_top(seed):
    prices = prices_of(8, Random(seed), missing=0.35, most=1)
    matching = cheapest_matching(8, price_from(prices))
    if matching is not None:
        best = min(way for way, cost in costs_of(8, prices).items() if cost == matching.cost)
        assert tuple(best_from_top(8, price_from(prices), matching).pairs) == best


@pytest.mark.full
@pytest.mark.parametrize("size", [24, 40])
def test_fewer_solver_candidates_give_the_same_pairing(size, monkeypatch):
    """The shortcut for very large fields gives the same result as trying more candidates."""
    for name, value in (("MAX_PLACES_FOR_ALL_PAIRS", 10), ("NEIGHBOURS", 2), ("MAX_NEIGHBOURS", 6)):
        monkeypatch.setattr(matching, name, value)
    monkeypatch.setattr(solver, "RECENTRE_ABOVE_PLACES", 10)
    solved, answers = matching._solve, Counter()
    short = {True: 10, False: size}
    kinds = set()
    for seed in range(150):
        draw = Random(seed)
        wins = [draw.randint(0, draw.choice((1, 4, 9))) for _ in range(size)]
        scale = PriceScale.for_levels((81, size**2), size)
        lots = random_draws([*range(size)], draw, scale.draw_bound)
        missing = draw.choice((0, 0.1, 0.5))
        barred = {pair for pair in combinations(range(size), 2) if draw.random() < missing}
        far = draw.randint(0, size // 2)

        def price(one, other, *, wins=wins, scale=scale, lots=lots, barred=barred, far=far):
            if (one, other) in barred:
                return None
            near = (abs(one - other) - far) ** 2
            apart = (wins[one] - wins[other]) ** 2
            return scale.units[0] * apart + scale.units[1] * near + lots(one, other)

        made = {}
        for is_short, most_first in short.items():

            def counted(*given, is_short=is_short):
                answers[is_short] += 1
                return solved(*given)

            monkeypatch.setattr(matching, "_solve", counted)
            monkeypatch.setattr(matching, "MAX_CANDIDATES_FIRST_ABOVE", most_first)
            made[is_short] = cheapest_matching(size, price, scale.units)
        assert made[False] is None or made[True] == made[False], seed
        kinds.add(made[False] and made[False].proved)
    assert kinds >= {True, False}
    assert answers[True] < 0.75 * answers[False]
