"""The reasoning of COP for every player: places reached and hoped for, and the resulting pair."""

import numpy as np

from tests.tournament.engine.pairing.situations import situation
from tournament.engine.message import Message
from tournament.engine.pairing.cop.place_odds import PlaceOdds
from tournament.engine.pairing.cop.reasoning import lookahead_of
from tournament.engine.pairing.cop.round import WeighedRound
from tournament.engine.pairing.cop.weights import Weights
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.reachable_places import ReachablePlaces

FIVE = ["9-1 +900", "7-3 +300", "7-3 +200", "6-4 +50", "2-8 -400"]
REACHED = [[9, 1, 0, 0, 0], [1, 4, 4, 1, 0], [0, 5, 4, 1, 0], [0, 0, 2, 8, 0], [0, 0, 0, 0, 10]]


def test_reasoning_lists_every_entry_with_its_reachable_and_hopeful_places():
    request = situation(FIVE, rounds_total=12, prizes=[[1, 1], [2, 2]])
    reachable = ReachablePlaces.from_request(request)
    odds = PlaceOdds(reachable.order, np.array(REACHED), 10, 20, 1)
    weights = Weights(
        reachable, odds, frozenset((1,)), {4: "B"}, {}, request.meetings, request.round
    )
    weighed = WeighedRound(PairingField(request, repeats_free=True), (1, 2, 3, 4), weights, ())
    seen = list(lookahead_of(weighed))
    assert [(row.number, row.place, row.best_place, row.best_likely_place) for row in seen] == [
        (1, 1, 1, 1),
        (2, 2, 1, 2),
        (3, 3, 2, 2),
        (4, 4, 3, 3),
        (5, 5, 5, 5),
    ]
    assert [row.lowest_challenger for row in seen] == [1, 3, 4, None, None]
    assert [row.is_settled for row in seen] == [True, False, False, True, False]
    assert [row.opponent for row in seen] == [4, 3, 2, 1, None]
    assert seen[1].weight == seen[2].weight == weights.weight(2, 3).reason
    assert seen[0].penalties == ()
    assert (seen[4].weight, seen[4].penalties) == (None, ())
    assert seen[0].record == request.records[1]


def test_penalty_of_a_made_pair_is_listed_for_both_entries():
    request = situation(FIVE[:2], rounds_total=12, prizes=[[1, 1]])
    reachable = ReachablePlaces.from_request(request)
    odds = PlaceOdds(reachable.order, np.array([[9, 1], [1, 9]]), 10, 5, 1)
    weights = Weights(reachable, odds, frozenset((1,)), {}, {}, request.meetings, request.round)
    seen = list(
        lookahead_of(WeighedRound(PairingField(request, repeats_free=True), (1, 2), weights, ()))
    )
    assert [row.penalties for row in seen] == [(Message("plays_for_none", rival=2, settled=1),)] * 2
