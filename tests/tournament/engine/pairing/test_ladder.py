"""The ladder: round robins in groups, with promotion and relegation after each block."""

from functools import partial

import pytest

from tests.tournament.engine.pairing import situations
from tests.tournament.engine.pairing.refusals import refused
from tournament.engine.entrants import Entrant
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import NOBODY, Outcome, Result

round_of = partial(situations.round_of, "ladder")
UPSIDE_DOWN = {n: n for n in range(1, 13)}
FIRST, SECOND = (1, 2, 3), (4, 5, 6)
"""Rounds of two blocks."""


def results_of(plan, strength):
    """Yield results in which the stronger of each pair wins by ten points."""
    for pair in plan.pairs:
        won = strength[pair.first] > strength[pair.second]
        yield Result(plan.round, pair.first, pair.second, 400 + 10 * won, 400 + 10 * (not won))
    for bye in plan.byes:
        yield Result(plan.round, bye.number, NOBODY, 0, 0, Outcome.VOID)


def groups_of(plans):
    """Return the groups of players who meet in these rounds."""
    groups = {}
    for plan in plans:
        for pair in plan.pairs:
            if not any(reason.code == "ladder" for reason in pair.reasons):
                continue
            one, other = pair.numbers
            union = groups.get(one, {one}) | groups.get(other, {other})
            for number in union:
                groups[number] = union
    return sorted(sorted(group) for group in {frozenset(group) for group in groups.values()})


def play(results, numbers, count, strength=UPSIDE_DOWN, **options):
    """Return these rounds, and add their results."""
    plans = []
    for number in numbers:
        plans.append(round_of(number, count, results, **options))
        results += results_of(plans[-1], strength)
    return plans


def blocks(count, lengths, **options):
    """Return the groups of each block; `lengths` holds the numbers of rounds."""
    results, groups, number = [], [], 1
    for length in lengths:
        numbers = range(number, number + length)
        groups.append(groups_of(play(results, numbers, count, **options)))
        number += length
    return groups


@pytest.mark.parametrize(
    ("count", "options", "lengths", "groups"),
    [
        (12, {"size": 4}, [3, 3, 3], [
            [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
            [[1, 6, 7, 12], [2, 3, 4, 8], [5, 9, 10, 11]],
            [[1, 5, 9, 10], [2, 6, 7, 11], [3, 4, 8, 12]],
        ]),
        (8, {"size": 4, "moving": 2}, [3, 3], [[[1, 2, 5, 6], [3, 4, 7, 8]]]),
        (8, {"size": 4, "moving": 9}, [3, 3], [[[1, 2, 5, 6], [3, 4, 7, 8]]]),
        (8, {"size": 4, "moving": 0}, [3, 3], [[[1, 2, 3, 4], [5, 6, 7, 8]]]),
        # Groups of six and five, the higher numbers stronger: two of each change places, not three.
        (11, {"size": 6, "moving": 9}, [5, 5], [
            [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11]],
            [[1, 2, 7, 8, 9], [3, 4, 5, 6, 10, 11]],
        ]),
    ],
)  # fmt: skip
def test_best_are_promoted_and_last_relegated_at_most_half_a_group(count, options, lengths, groups):
    assert blocks(count, lengths, **options)[-len(groups) :] == groups


def test_block_pairs_every_two_members_of_a_group_once():
    met = [pair.numbers for plan in play([], FIRST, 8, size=4) for pair in plan.pairs]
    assert len(met) == len(set(met)) == 12
    withdrawn = round_of(3, 2, [], left={1: 1, 2: 1})
    assert (withdrawn.pairs, withdrawn.byes) == ((), ())


@pytest.mark.parametrize(
    ("count", "size", "sizes"),
    [(12, 6, [6, 6]), (10, 6, [5, 5]), (11, 4, [4, 4, 3]), (7, 4, [4, 3]), (3, 6, [3])],
)
def test_group_sizes_are_as_equal_as_possible(count, size, sizes):
    length = max(sizes) - 1 + max(sizes) % 2
    (groups,) = blocks(count, [length], size=size)
    whole = [group for group in groups if len(group) > 1]
    assert sorted(map(len, whole), reverse=True) == sizes


def test_equal_wins_are_ranked_by_spread_then_previous_place():
    results = []
    won = {frozenset((1, 2)): (1, 5), frozenset((2, 3)): (2, 50), frozenset((1, 3)): (3, 5)}
    for number in FIRST:
        plan = round_of(number, 6, results, size=3)
        for pair in plan.pairs:
            winner, gain = won.get(pair.numbers, (min(pair.numbers), 10))
            scores = (400 + gain * (pair.first == winner), 400 + gain * (pair.second == winner))
            results.append(Result(number, pair.first, pair.second, *scores))
        results += [Result(number, bye.number, NOBODY, 0, 0, Outcome.VOID) for bye in plan.byes]
    assert groups_of(play(results, SECOND, 6, size=3)) == [[1, 2, 4], [3, 5, 6]]


def test_withdrawn_entry_leaves_the_next_block_and_groups_close_up():
    results, strength = [], {n: -n for n in range(1, 9)}
    play(results, FIRST, 8, strength, size=4)
    plans = play(results, SECOND, 8, strength, size=4, left={4: 3})
    assert groups_of(plans) == [[1, 2, 3, 5], [6, 7, 8]]


def test_unfinished_block_or_impossible_options_are_refused():
    with refused("Ann against Ben has no result in round 2"):
        entrants = tuple(Entrant(n, n) for n in range(1, 5))
        request = PairingRequest(4, entrants, arranged=((2, 1, 2),), names={1: "Ann", 2: "Ben"})
        plan_round(request, "ladder", {"size": 4, "field": (1, 2, 3, 4)})
    with refused("at least two players"):
        round_of(1, 4, [], size=1)
    with refused("begins with round 3"):
        round_of(1, 4, [], start_round=3)
