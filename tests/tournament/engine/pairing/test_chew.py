"""Chew pairings: worked plans, flights and invariants."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import (
    apart,
    cases,
    met,
    played_event,
    request_for,
    situation,
)
from tournament.engine.message import Message
from tournament.engine.pairing.flights import Flight, FlightPairs, flights
from tournament.engine.pairing.gibson import gibsonized_entries
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.engine.pairing.request import PrizeBand
from tournament.wording.sentences import sentences

CASES = cases("chew.toml")
BY_FOUR = "the_leader_meets_the_lowest_who_can_still_catch_him"


def planned(request, options=None):
    """Return the round, which has no error."""
    plan, problems = plan_round(request, "chew", options)
    assert [problem for problem in problems if problem.is_blocking] == []
    return plan


@pytest.mark.parametrize("name", CASES)
def test_plan_matches_the_plan_reasoned_out_by_hand(name):
    case = CASES[name]
    request = request_for(case)
    plan = planned(request, case.get("options"))
    assert [bye.number for bye in plan.byes] == ([case["bye"]] if "bye" in case else [])
    for pair in case.get("contains", []):
        assert pair in met(plan)
    if "said" in case:
        notes = sentences(plan.notes, request.names)
        assert list(notes[-len(case["said"]) :]) == case["said"]
    if "warned" in case:
        (warned,) = sentences(plan.warnings, request.names)
        assert warned.endswith(case["warned"])


def test_leaders_pair_explains_the_lead_and_the_opponent():
    request = request_for(CASES[BY_FOUR])
    reasons = [sentences(pair.reasons[:2], request.names) for pair in planned(request).pairs]
    leads = "Ann leads for 1st place and meets Dan"
    lowest = "the lowest contender who can still catch up, with as few repeats as possible"
    assert reasons[0] == (f"{leads}, {lowest}", "have not met")
    assert reasons[1] == (
        "both are in contention for 1st place",
        "7 wins each, top half against bottom half",
    )


def test_leader_avoids_the_last_opponent_where_possible():
    request = request_for(CASES[BY_FOUR])
    flight = Flight((1, 2, 3, 4), Message("place", place=1), (1,), 4)
    for last, expected in (((2, 3), (1, 4)), ((1, 4), (1, 3))):
        games = tuple(
            (request.round - 1 if pair == last else 1, *pair)
            for pair in combinations(range(1, 5), 2)
        )
        all_met = replace(request, arranged=games)
        reachable = ReachablePlaces.from_request(all_met)
        assert expected in FlightPairs.for_flight(all_met, reachable, flight).pairs


def test_flights_that_cannot_be_paired_are_joined_and_announced():
    plan = planned(
        request_for(CASES["one_leader_and_one_contender_in_the_last_round"], apart=[[1, 2]])
    )
    assert [1, 2] not in met(plan)
    assert sentences(plan.warnings, {})[0] == (
        "The players in contention for 1st place cannot be paired with each other because some "
        "are kept apart, so other players join them."
    )
    last = planned(request_for(CASES["contenders_meet_though_they_met_before"], apart=[[3, 4]]))
    assert [3, 4] not in met(last)


def test_entry_certain_of_a_better_place_does_not_lead_for_a_lower_one():
    case = CASES["who_is_sure_of_third_does_not_lead_for_fifth"]
    request = request_for(case)
    plan = planned(request, case["options"])
    reasons = {r for pair in plan.pairs for r in sentences(pair.reasons, request.names)}
    assert not any(reason.startswith("Cleo leads for") for reason in reasons)
    assert any(reason.startswith("Cleo is sure of a higher prize") for reason in reasons)


@pytest.mark.parametrize("rounds_total", [11, 12])
def test_late_rounds_let_entries_within_a_win_contend_at_any_spread(rounds_total):
    records = ["8-2 +900", "8-2 +890", "7-3 -2000", "7-3 -2100", "5-5 -2200", "5-5 -2300"]
    prizes = [[1, 1], [2, 2]]
    request = situation(records, rounds_total=rounds_total, prizes=prizes, gibson_spread=(100,))
    reachable = ReachablePlaces.from_request(request)
    cut = flights(reachable, reachable.order, 12)
    assert {n for flight in cut for n in flight.players if flight.prize} == {1, 2, 3, 4}


def test_flights_contain_every_player_once_and_settled_prizes_no_contenders():
    records = ["8-2 +900", "7-3 -2000", "7-3 -2100", "7-3 -2200"]
    request = situation(records, rounds_total=11, prizes=[[1, 1]], gibson_spread=(100,))
    reachable = ReachablePlaces.from_request(request)
    assert [entry.number for entry in gibsonized_entries(reachable)] == [1]
    assert [flight.prize for flight in flights(reachable, (2, 3), 2)] == [None]
    request = played_event(20, 6, 9, Random(4), prizes=(PrizeBand(1, 1), PrizeBand(2, 4)))
    reachable = ReachablePlaces.from_request(request)
    cut = flights(reachable, reachable.order, 8)
    assert sorted(n for flight in cut for n in flight.players) == sorted(reachable.order)
    assert all(len(flight.players) % 2 == 0 for flight in cut)
    assert cut[0].leaders == reachable.order[:1]
    assert len(cut[0].players) == 8


@pytest.mark.parametrize(
    ("changes", "options", "sentence"),
    [
        ({"rounds_total": None}, {}, "First set the number of rounds of the division."),
        ({}, {"flight_caps": ()}, "needs at least one number"),
        ({}, {"flight_caps": (1,)}, "each 2 or more"),
        ({"byes_allowed": False, "absent": frozenset({2})}, {}, "no bye is allowed"),
        ({"forbidden_pairs": apart((1, 2)), "absent": frozenset({3, 4})}, {}, "Ann and Ben"),
    ],
)
def test_impossible_request_is_refused_with_the_reason(changes, options, sentence):
    four = situation(["3-1 +50", "3-1 +40", "2-2 +0", "1-3 -90"], rounds_total=6)
    with refused(sentence):
        plan_round(replace(four, **changes), "chew", options)


def pairs_of_leaders(request):
    """Return the pairs of each flight's leaders."""
    reachable = ReachablePlaces.from_request(request)
    settled = {clinched.number for clinched in gibsonized_entries(reachable)}
    players = [n for n in request.ranked if n in request.present and n not in settled]
    cut = flights(reachable, players[: len(players) - len(players) % 2], 8)
    return [
        [
            pair
            for pair in FlightPairs.for_flight(request, reachable, flight).pairs
            if {*pair} & {*flight.leaders}
        ]
        for flight in cut
    ]


@pytest.mark.parametrize("name", CASES)
def test_leaders_are_paired_by_place_regardless_of_their_numbers(name):
    """The same standings with reversed numbers: leaders meet the players in the same places."""
    request = request_for(CASES[name])
    turned = {entrant.number: 2000 - entrant.number for entrant in request.entrants} | {0: 0}

    def pairs_turned(pairs):
        return apart(*([turned[number] for number in pair] for pair in pairs))

    other = replace(
        request,
        entrants=tuple(replace(e, number=turned[e.number]) for e in request.entrants),
        results=tuple(
            r._replace(first=turned[r.first], second=turned[r.second]) for r in request.results
        ),
        standing=tuple(turned[number] for number in request.standing),
        classes={turned[number]: group for number, group in request.classes.items()},
        forbidden_pairs=pairs_turned(request.forbidden_pairs),
        names={},
    )
    led, led_by_others = pairs_of_leaders(request), pairs_of_leaders(other)
    assert [apart(*pairs) for pairs in led_by_others] == [pairs_turned(pairs) for pairs in led]


@pytest.mark.parametrize(("cap", "most"), [(1, 2), (2, 2), (3, 4), (4, 4), (5, 6), (6, 6)])
def test_flight_with_leaders_has_an_even_size_around_its_cap(cap, most):
    """Ten level players, one prize: all contend."""
    request = situation(["2-2 +0"] * 10, rounds_total=9, prizes=[[1, 1]])
    cut = flights(ReachablePlaces.from_request(request), request.present, cap)
    assert max(len(flight.players) for flight in cut if flight.leaders) == most
