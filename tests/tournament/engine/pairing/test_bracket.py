"""Brackets: advancing, deciding matches, and the losers."""

from functools import partial

import pytest

from tests.tournament.engine.pairing import situations
from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import apart, pairs_of, rounds_played
from tournament.engine.results import NOBODY, Outcome, Result

round_of = partial(situations.round_of, "bracket")
played = partial(rounds_played, "bracket")


def test_best_seed_meets_the_lowest_and_the_two_best_meet_last():
    assert [pairs_of(plan) for plan in played(3, 8, games=1)] == [
        [[1, 8], [4, 5], [2, 7], [3, 6]],
        [[1, 4], [2, 3], [5, 8], [6, 7]],
        [[1, 2], [3, 4], [5, 6], [7, 8]],
    ]


@pytest.mark.parametrize(
    ("games", "winner"),
    [
        ([(1, 4, 300, 400), (4, 1, 500, 300), (1, 4, 900, 300)], 4),
        ([(1, 4, 350, 400), (4, 1, 300, 400)], 1),
        ([(1, 4, 350, 400), (4, 1, 300, 340)], 4),
        ([(1, 4, 350, 400), (4, 1, 300, 350)], 1),
    ],
    ids=["most wins", "then spread", "spread against the seed", "then the better seed"],
)
def test_match_is_won_by_wins_then_spread_then_seed(games, winner):
    results = [Result(number, *game) for number, game in enumerate(games, start=1)]
    results += [Result(number, 2, 3, 400, 300) for number in range(1, len(games) + 1)]
    plan = round_of(len(games) + 1, 4, results, games=len(games))
    assert pairs_of(plan)[0] == sorted((winner, 2))


def test_who_has_no_opponent_advances():
    results = [Result(1, 1, NOBODY, 50, 0, Outcome.BYE), Result(1, 2, 3, 400, 300)]
    plan = round_of(2, 4, results, left={4: 0}, games=1)
    assert pairs_of(plan) == [[1, 2]]
    assert [bye.number for bye in plan.byes] == [3]
    rounds = played(4, 11, games=1)
    met = [{pair.numbers for pair in plan.pairs} for plan in rounds]
    assert apart((1, 8), (4, 5), (2, 7), (3, 6)) <= met[1]
    assert frozenset((1, 2)) in met[3]
    assert all(len(plan.byes) == 1 for plan in rounds[1:])


@pytest.mark.parametrize("count", [3, 5, 6, 11, 13, 31])
def test_best_seeds_skip_preliminaries_in_a_bracket_of_any_size(count):
    size = 1 << (count - 1).bit_length()
    plan = round_of(1, count, [], games=1)
    assert sorted(bye.number for bye in plan.byes) == list(range(1, size - count + 1))
    assert sorted(pairs_of(plan)) == [
        [n, size + 1 - n] for n in range(size - count + 1, size // 2 + 1)
    ]


def test_first_matches_are_by_halves_drawn_or_listed():
    plan = round_of(1, 8, [], games=1, seeding="halves")
    assert pairs_of(plan) == [[1, 5], [2, 6], [3, 7], [4, 8]]
    assert pairs_of(round_of(1, 2, [], games=1)) == [[1, 2]]  # the smallest bracket
    drawn = [pairs_of(round_of(1, 8, [], seeding="drawn", draw=n)) for n in (1, 2, 3, 4)]
    assert len({str(pairs) for pairs in drawn}) > 2
    first, second = played(2, 7, games=1, seeding="listed", order=(3, 5, 1, 0, 2, 7, 6, 4))
    assert sorted(pairs_of(first)) == [[2, 7], [3, 5], [4, 6]]
    assert [bye.number for bye in first.byes] == [1]
    assert [1, 3] in pairs_of(second)
    assert [2, 4] in pairs_of(second)


MISNAMED = "must name each of the 4 players once and have 4 places"
LISTS = ((), (1, 2, 3), (1, 2, 3, 3), (1, 2, 3, 0), (1, 2, 3, 4, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("number", "count", "results", "options", "why"),
    [
        (1, 1, [], {"games": 1}, "A bracket needs at least two players"),
        (
            2, 4, [Result(1, 2, 3, 400, 300)], {"games": 1},
            "match of number 1 and number 4 has no result for number 1",
        ),
        (7, 4, [], {"games": 3}, "With 4 players, the bracket takes rounds 1 to 6. Round 7"),
        *((1, 4, [], {"seeding": "listed", "order": order}, MISNAMED) for order in LISTS),
    ],
)  # fmt: skip
def test_impossible_round_is_refused_with_the_reason(number, count, results, options, why):
    with refused(why):
        round_of(number, count, results, **options)
