"""Results of the simulation: hopes of places, opponents for leaders, control loss."""

from dataclasses import replace

import numpy as np
import pytest

from tests.tournament.engine.pairing.situations import situation
from tournament.engine.pairing.cop.place_odds import FutureSimulator, PlaceOdds
from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.engine.results import SpreadCap

CLOSE = ["7-3 +300", "7-3 +280", "7-3 +260", "6-4 +100", "2-8 -500", "1-9 -900"]


def simulated(records=CLOSE, rounds_total=12, fixed=(), **more):
    request = situation(records, rounds_total=rounds_total, **more)
    reachable = ReachablePlaces.from_request(request)
    return FutureSimulator.from_request(request, reachable, list(fixed))


def test_leaders_are_bounded_by_the_lowest_hopeful_of_first_place_without_the_gibsonized():
    def bound(*given, **more):
        return simulated(*given, **more).odds(futures=4000, percent=10).bound

    assert bound() == 2
    assert bound(["9-1 +900", "5-5 +10", "5-5 +0", "1-9 -500"]) == 1
    records = ["9-1 +900", "6-4 +100", "6-4 +90", "6-4 +80", "5-5 +0", "1-9 -900"]
    assert [bound(records, fixed=fixed) for fixed in ([], [0])] == [1, 2]


@pytest.mark.parametrize(
    ("more", "margins"),
    [
        ({"gibson_spread": (1000, 600)}, (300, 500)),
        ({"gibson_spread": (1000, 600), "rounds_total": 14}, (300, 300, 300, 500)),
        ({"gibson_spread": (), "spread_cap": SpreadCap(700, {11: 200})}, (200, 700)),
        ({"gibson_spread": ()}, (1000, 1000)),
    ],
)
def test_greatest_margin_per_round_is_half_the_gibson_spread_or_the_cap(more, margins):
    assert simulated(**more).largest_margins == margins


@pytest.mark.parametrize("players", [2, 3, 5])
def test_small_and_odd_fields_are_simulated(players):
    some = simulated(CLOSE[:players], rounds_total=13)
    odds = some.odds(futures=2000, percent=1)
    assert odds.counts.sum(axis=1).tolist() == [2000] * players
    assert all(0 <= wins <= 2000 for wins in some.winning_out_counts(1, odds, 2000))


def test_simulation_counts_hopes_and_wins_by_the_seed_of_the_request():
    assert len({simulated(seed=number).seed for number in (1, 1, 2)}) == 2
    some = simulated(RIVALS, rounds_total=14)
    odds = some.odds(futures=4000, percent=5)
    assert odds.lowest_with_real_chance[0] == 5
    assert odds.bound == 3  # no further down than there are rounds
    assert some.winning_out_counts(1, odds, 4000) == (3300, 1560)
    odds = simulated().odds(futures=4000, percent=10)
    assert odds.lowest_able_to_reach(0) >= odds.lowest_with_real_chance[0]
    assert odds.lowest_able_to_reach(5) == odds.lowest_able_to_reach(99) == 5
    assert odds.lowest_able_to_reach(-1) == -1


RIVALS = ["9-2 +700", *(f"7-4 +{n}" for n in (390, 380, 370, 360, 350)), "6-5 +10", "6-5 +0"]


def test_place_odds_count_better_places_and_include_the_holder():
    counts = np.array([[6, 4, 0], [4, 5, 1], [0, 1, 9]])
    odds = PlaceOdds((7, 8, 9), counts, 10, 20, 1)
    assert [odds.future_count(1, then) for then in (0, 1, 2)] == [4, 9, 10]
    assert odds.lowest_with_real_chance == (1, 1, 2)
    assert not odds.has_real_chance(2, 1)
    assert replace(odds, percent=10).lowest_with_real_chance == (1, 2, 2)
    nobody = replace(odds, counts=np.zeros((3, 3), dtype=np.int64))
    assert nobody.lowest_with_real_chance == (0, 1, 2)
