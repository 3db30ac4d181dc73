"""Criteria that do not fit into the solver's integers together are solved one after another, exactly."""

from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import apart, entrants, played_event
from tests.tournament.engine.pairing.test_matching import pairings
from tournament.engine.pairing import levels, matching, solver
from tournament.engine.pairing.levels import solve_level_by_level
from tournament.engine.pairing.matching import PriceScale, cheapest_matching
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest, PrizeBand
from tournament.engine.pairing.solver import MatchingFault

OF_THE_ISSUE = (1, 1, 1, 2_000_000, 1296, 15, 998_001, 15)
"""The levels of a factor round of 1,000 players that first exceeded the solver."""


def random_values(size, most, draw, missing=0.2):
    """Return a value of each level for every allowed pair; many are zero or equal."""
    return {
        pair: tuple(draw.choice((0, 0, draw.randint(0, top), top)) for top in most)
        for pair in combinations(range(size), 2)
        if draw.random() >= missing
    }


def packed(values, scale):
    """Return the costs with all levels packed."""
    return {
        pair: sum(unit * value for unit, value in zip(scale.units, row, strict=True))
        for pair, row in values.items()
    }


def added_up(values, pairing):
    """Return the sum of each level over a pairing."""
    return tuple(map(sum, zip(*(values[pair] for pair in pairing), strict=True)))


def best_by_trying(size, values):
    """Return the lexicographically least sums of any pairing, or None without one."""
    possible = (way for way in pairings([*range(size)]) if all(pair in values for pair in way))
    return min((added_up(values, pairing) for pairing in possible), default=None)


@settings(deadline=None, max_examples=150)
@given(
    st.sampled_from([2, 4, 6, 8]),
    st.lists(st.sampled_from([1, 15, 1296, 10**6, 10**9, 2**40]), min_size=6, max_size=9),
    st.integers(0, 10**9),
)
def test_many_levels_of_any_size_give_an_optimal_pairing(size, most, seed):
    values = random_values(size, most, Random(seed))
    scale = PriceScale.for_levels(most, size)
    prices = packed(values, scale)
    matching = cheapest_matching(size, lambda one, other: prices.get((one, other)), scale.units)
    assert (matching and added_up(values, matching.pairs)) == best_by_trying(size, values)
    if matching:
        assert matching.proved
        assert matching.cost == sum(map(prices.get, matching.pairs))


@pytest.mark.parametrize("seed", range(6))
def test_matching_agrees_with_an_unlimited_solver(seed):
    draw, size = Random(seed), 40
    values = random_values(size, OF_THE_ISSUE, draw, missing=0.4)
    scale = PriceScale.for_levels(OF_THE_ISSUE, 1000)
    prices = packed(values, scale)
    assert max(prices.values()) > solver.MAX_COST
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    top = max(prices.values()) + 1
    graph.add_weighted_edges_from((*pair, top - cost) for pair, cost in prices.items())
    theirs = nx.max_weight_matching(graph, maxcardinality=True)
    matching = cheapest_matching(size, lambda one, other: prices.get((one, other)), scale.units)
    assert matching.proved
    assert matching.cost == sum(prices[min(pair), max(pair)] for pair in theirs)


def small_solver(monkeypatch, most_cost):
    """Limit the costs of the solver to `most_cost`."""
    for module in (solver, levels, matching):
        monkeypatch.setattr(module, "MAX_COST", most_cost)


@pytest.mark.parametrize("bits", [7, 8, 9, 10, 12, 14, 17, 20])
def test_tight_integer_room_gives_the_optimum_or_reports_it_unproved(bits, monkeypatch):
    small_solver(monkeypatch, (1 << bits) - 2)
    draw, most, proofs = Random(bits), (3, 40, 7, 60, 5), 0
    scale = PriceScale.for_levels(most, 8)
    for _ in range(60):
        values = random_values(8, most, draw, missing=0.1)
        costs = [(cost, *pair) for pair, cost in packed(values, scale).items()]
        answer = solve_level_by_level(8, costs, scale.units)
        best = best_by_trying(8, values)
        assert (answer is None) == (best is None)
        if answer is not None:
            pairs, proved = answer
            proofs += proved
            assert sorted(place for pair in pairs for place in pair) == [*range(8)]
            assert added_up(values, pairs)[0] == best[0]
            assert not proved or added_up(values, pairs) == best
    assert proofs > 0
    assert bits < 17 or proofs == 60


WAYS = [
    ("swiss", {}, 58),
    ("swiss", {"opponents": "halves", "within_class": True}, 66),
    ("factor", {}, 60),
    ("factor", {"rest": "halves", "factor": 5}, 50),
    ("queen_of_the_hill", {}, 50),
    ("king_of_the_hill", {}, 50),
    ("quartiles", {}, 50),
    ("chew", {}, 40),
    ("cop", {"simulations": 200}, 50),
]
"""Methods, options, and a number of bits too small for the costs of 31 players."""


@pytest.mark.parametrize(("method", "options", "bits"), WAYS)
def test_round_does_not_depend_on_the_solvers_integer_room(method, options, bits, monkeypatch):
    request = played_event(
        31, 9, 12, Random(method),
        classes={number: "AB"[number % 2] for number in range(1, 32)},
        unwanted_pairs=apart((1, 2), (3, 4), (5, 9)),
        prizes=(PrizeBand(1, 1), PrizeBand(2, 2), PrizeBand(3, 5)),
    )  # fmt: skip
    plan, _ = plan_round(request, method, options)
    small_solver(monkeypatch, (1 << bits) - 2)
    assert plan_round(request, method, options)[0] == plan


def test_solver_fault_is_explained_to_the_director(monkeypatch):
    small_solver(monkeypatch, -1)
    with refused(r"error in Ninetimer.*another method or other options"):
        plan_round(PairingRequest(1, entrants(8)), "swiss")
    with pytest.raises(MatchingFault, match="beyond what the solver can compute"):
        solve_level_by_level(2, [(1 << 130, 0, 1), (0, 0, 1)], (1 << 4,))


@pytest.mark.parametrize("most", [[1], [3, 40], [10**6] * 2, [10**9] * 2, [2**40], [2**60] * 3])
@pytest.mark.parametrize("places", [2, 8, 60, 1000])
def test_unit_outweighs_all_lower_levels_and_the_draw_fills_the_room_left(most, places):
    scale = PriceScale.for_levels(most, places)
    below = scale.draw_bound * places // 2  # one more than the sum of the random draws of all pairs
    for level, unit in zip(reversed(most), reversed(scale.units), strict=True):
        assert unit >= below
        below = unit * (level * places // 2 + 1)
    widest = 1 << matching.DRAW_BITS
    assert scale.draw_bound == widest or below < 1 << matching.WEIGHT_BITS
    if below < 1 << (matching.WEIGHT_BITS - 3):  # room for another bit
        assert scale.draw_bound == widest
