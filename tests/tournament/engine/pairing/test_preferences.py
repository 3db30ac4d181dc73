"""Each criterion of a pairing against a plain reference, and within its declared maximum."""

from itertools import combinations
from random import Random

import pytest

from tests.tournament.engine.pairing.situations import played_event
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.preferences import (
    EXTRA_PLACES,
    FREE_REPEAT_WEIGHT,
    IMBALANCE_WEIGHT,
    SAME_FLOAT_WEIGHT,
    avoid_repeated_float,
    avoid_teammates,
    avoid_third_start_in_a_row,
    prefer_balanced_starts,
    prefer_close,
    prefer_close_and_balanced,
    prefer_factor_distance,
    prefer_leaders_in_reach,
    prefer_partners,
    prefer_same_class,
    prefer_same_wins,
    prefer_swiss_wins,
    reach_of_leader,
)
from tournament.engine.pairing.repeat_price import REPEATS_AVOIDED, RepeatPrice

SEEDS = range(6)


def late(seed, players=10):
    """Return a field after five of eight rounds, in two classes and three teams."""
    numbers = range(1, players + 1)
    classes = {n: "B" for n in numbers if n % 3 == 0}
    teams = {n: "one" if n % 2 else "two" for n in numbers if n % 5}
    return played_event(players, 5, 8, Random(seed), classes=classes, teams=teams)


def prices(wish, size):
    """Return the cost of every pair of places, checked against the declared maximum."""
    table = {pair: wish.price(*pair) for pair in combinations(range(size), 2)}
    assert all(0 <= price <= wish.max_price for price in table.values())
    return table


def wins_of(request, number, through=99):
    """Return the wins up to a round in half points, counted from the results."""
    margins = [
        row.first_score - row.second_score
        if row.first == number
        else row.second_score - row.first_score
        for row in request.results
        if row.round <= through and number in (row.first, row.second)
    ]
    return sum(1 + (margin > 0) - (margin < 0) for margin in margins)


def met(request, one, other):
    return any({row.first, row.second} == {one, other} for row in request.results)


def float_of(request, number):
    """Return 1 for an opponent with fewer wins in the last round, -1 for more, otherwise 0."""
    last = request.round - 1
    (row,) = [r for r in request.results if r.round == last and number in (r.first, r.second)]
    other = row.second if row.first == number else row.first
    if not other:
        return None
    mine, theirs = wins_of(request, number, last - 1), wins_of(request, other, last - 1)
    return (mine > theirs) - (mine < theirs)


@pytest.mark.parametrize("seed", SEEDS)
def test_difference_in_wins_is_squared_and_repeated_floats_teams_and_classes_count(seed):
    request = late(seed)
    players = request.ranked
    table = prices(prefer_same_wins(request, players), len(players))
    assert prefer_same_wins(request, players).max_price == max(table.values())
    floats, mates, classes = (
        prices(wish(request, players), len(players))
        for wish in (avoid_repeated_float, avoid_teammates, prefer_same_class)
    )
    for pair, price in table.items():
        above, below = sorted(
            (players[place] for place in pair), key=lambda n: -wins_of(request, n)
        )
        apart = wins_of(request, above) - wins_of(request, below)
        assert price == apart**2
        again = (float_of(request, above) == 1) + (float_of(request, below) == -1)
        assert floats[pair] == (again if apart else 0)
        team = request.teams.get(above)
        assert mates[pair] == (team is not None and team == request.teams.get(below))
        assert classes[pair] == ((above % 3 == 0) != (below % 3 == 0))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("again", [0, 1])
@pytest.mark.parametrize("balances", [True, False])
@pytest.mark.parametrize("mates", [0, 7])
def test_swiss_pair_costs_the_weighted_sum_of_its_parts(seed, again, balances, mates):
    request = late(seed)
    players = request.ranked
    free = RepeatPrice(free_meetings=again) if again else REPEATS_AVOIDED
    wish = prefer_swiss_wins(request, players, free, balances=balances, mates_weigh=mates)
    weights = {
        prefer_same_wins: 1,
        avoid_repeated_float: SAME_FLOAT_WEIGHT,
        avoid_teammates: mates,
        prefer_balanced_starts: IMBALANCE_WEIGHT * balances,
        avoid_third_start_in_a_row: IMBALANCE_WEIGHT * balances,
    }
    parts = [(part(request, players), weight) for part, weight in weights.items()]
    for (one, other), price in prices(wish, len(players)).items():
        free_repeat = again and met(request, players[one], players[other])
        weighed = sum(weight * part.price(one, other) for part, weight in parts)
        assert price == weighed + FREE_REPEAT_WEIGHT * free_repeat
    dearest = sum(weight * part.max_price for part, weight in parts if weight)
    assert wish.max_price >= dearest + FREE_REPEAT_WEIGHT


@pytest.mark.parametrize("seed", SEEDS)
def test_third_start_of_a_kind_in_a_row_is_avoided(seed):
    """As decided by starts: fewer firsts go first, and equal players alternate."""
    request = late(seed)
    players = request.ranked
    wish = avoid_third_start_in_a_row(request, players)

    def balance(firsts):
        return 2 * sum(firsts) - len(firsts), sum(firsts)

    for pair, price in prices(wish, len(players)).items():
        histories = []
        for number in (players[place] for place in pair):
            rows = [r for r in request.results if r.second and number in (r.first, r.second)]
            histories.append([row.first == number for row in sorted(rows, key=lambda r: r.round)])
        mine, theirs = sorted(histories, key=balance)
        if balance(mine) == balance(theirs):
            assert price == (mine[-2:] == theirs[-2:] and mine[-2:] in ([True] * 2, [False] * 2))
        else:
            assert price == (mine[-2:] == [True] * 2) + (theirs[-2:] == [False] * 2)


@pytest.mark.parametrize("size", [2, 5, 8, 13])
def test_neighbours_cost_the_square_of_their_distance(size):
    for (one, other), price in prices(prefer_close(size), size).items():
        assert price == (other - one) ** 2
    assert prefer_close(size).max_price == (size - 1) ** 2


@pytest.mark.parametrize("seed", SEEDS)
def test_starts_and_new_opponents_outweigh_ten_places_below_the_top(seed):
    request = late(seed, players=18)
    players = request.ranked
    top, below = prefer_close_and_balanced(request, players)
    misfit = PairingField(request).start_imbalance(players)
    above = prices(top, len(players))
    for (one, other), price in prices(below, len(players)).items():
        apart = (other - one) ** 2
        if one < reach_of_leader(len(players)):
            expected = (apart, 0)
        else:
            again = met(request, players[one], players[other])
            expected = (0, apart + EXTRA_PLACES**2 * (misfit(one, other) + again))
        assert (above[one, other], price) == expected


@pytest.mark.parametrize(("factor", "size"), [(1, 4), (3, 12), (3, 6), (4, 11)])
def test_factor_pairs_leaders_that_many_places_below(factor, size):
    wish = prefer_factor_distance(factor, size)
    for (one, other), price in prices(wish, size).items():
        if one >= 2 * factor:
            assert price == 0
        elif one < factor and factor <= other < 2 * factor:
            assert price == (other - one - factor) ** 2
        else:
            assert price == (other - one - factor) ** 2 + factor**2
    assert wish.max_price == size**2 + factor**2


@pytest.mark.parametrize(("size", "factor", "reach"), [(12, 0, 6), (12, 8, 8), (48, 3, 8)])
def test_top_three_are_penalized_for_opponents_out_of_reach(size, factor, reach):
    for (one, other), price in prices(prefer_leaders_in_reach(size, factor), size).items():
        assert price == (one < 3 and other - one > reach)


def test_partners_are_preferred_and_the_leaders_reach_grows_with_the_field():
    halves, away = prefer_partners([2, 3, 0, 1])
    pairs = [*combinations(range(4), 2)]
    assert prices(halves, 4) == dict(zip(pairs, [1, 0, 0, 0, 0, 1], strict=True))
    assert prices(away, 4) == dict(zip(pairs, [10, 0, 2, 2, 0, 10], strict=True))
    assert away.max_price == 32
    assert [reach_of_leader(size) for size in (4, 36, 41, 42, 43, 48)] == [6, 6, 6, 7, 7, 8]
