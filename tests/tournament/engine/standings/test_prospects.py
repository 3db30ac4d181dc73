"""Possible final places: gibson examples, small fields by exhaustive search, and valid bounds."""

from itertools import pairwise, product
from random import Random

import pytest

from tournament.engine.entrants import Entrant
from tournament.engine.results import NO_CAP, Result, SpreadCap
from tournament.engine.standings import standings
from tournament.engine.standings.prospects import SecuredPlace, places_secured_by_win, prospects
from tournament.engine.standings.tally import catch_up_spreads


def field_of(records):
    """Return standings in which player n has the given half wins and spread, by awards."""
    entrants = [Entrant(n, n) for n in range(1, len(records) + 1)]
    games = max(wins for wins, _ in records) // 2 + 3
    results = [
        Result(
            n, number, 0, spread if n == 1 else 0, 0, "bye" if n <= wins // 2 else "first_forfeits"
        )
        for number, (wins, spread) in enumerate(records, start=1)
        for n in range(1, games + 1)
    ]
    return standings(entrants, results, after=games)


def drawn_records(draw, players, wins, spread):
    """Return random even half wins and spreads."""
    return [(draw.randrange(0, wins, 2), draw.randint(-spread, spread)) for _ in range(players)]


def prospects_of(records, left, catch_up=None, **more):
    """Return the prospects with as many games left for all, by default with free spreads."""
    numbers = range(1, len(records) + 1)
    reach = catch_up or [0, *[None] * left]
    return prospects(field_of(records), dict.fromkeys(numbers, left), catch_up=reach, **more)


@pytest.mark.parametrize(
    ("leader", "chaser", "left", "clinched"),
    [
        ((18, 1500), (16, 500), 1, True),
        ((18, 1499), (16, 500), 1, False),
        ((18, 2500), (14, 500), 2, True),
        ((18, 2499), (14, 500), 2, False),
        ((18, 0), (14, 900), 1, True),
    ],
)
def test_first_place_is_clinched_by_the_gibson_rule(leader, chaser, left, clinched):
    catch_up = catch_up_spreads([1000], NO_CAP, 11, left)
    first = prospects_of([leader, chaser, (0, 0), (0, 0)], left, catch_up)[1]
    assert (first.clinched == 1) is (first.worst == 1) is clinched


def test_catch_up_spread_accumulates_and_places_are_final_after_the_last_game():
    assert catch_up_spreads([500, 300], NO_CAP, 10, 3) == [0, 500, 800, 1100]
    assert catch_up_spreads([], SpreadCap(350, {9: 300}), 10, 2) == [0, 701, 1302]
    assert catch_up_spreads([], NO_CAP, 10, 2) == [0, None, None]
    by_number = prospects(field_of([(4, 30), (4, 10), (2, 0), (0, -40)]), {}, catch_up=[0])
    for number, place in by_number.items():
        assert (place.best, place.worst, place.clinched) == (number,) * 3
    table = standings([Entrant(1, 1), Entrant(2, 2)], [], after=0, keys=("spread",))
    assert prospects(table, {1: 1, 2: 1}, catch_up=[0, None]) == {}  # wins do not rank first


@pytest.mark.parametrize("seed", range(6))
def test_single_entrys_prospects_match_those_of_the_whole_field(seed):
    draw = Random(seed)
    table = field_of([(draw.randrange(0, 9), draw.randrange(-200, 300)) for _ in range(9)])
    left = {number: draw.randrange(3) for number in range(1, 10)}
    catch_up = catch_up_spreads([400], NO_CAP, 8, 2)
    whole = prospects(table, left, catch_up=catch_up, byes=1, seed=seed)
    assert len(whole) == 9
    for number in whole:
        alone = prospects(table, left, catch_up=catch_up, byes=1, seed=seed, of=(number,))
        assert alone == {number: whole[number]}


def tried_every_way(records, games):
    """Return the best and worst place of each player over all outcomes, with free spreads."""
    by_number = {}
    for me in range(1, len(records) + 1):
        best, worst = len(records), 1
        for ways in product(((2, 0), (0, 2), (1, 1)), repeat=len(games)):
            wins = {n: records[n - 1][0] for n in range(1, len(records) + 1)}
            for (one, other), (gain, lost) in zip(games, ways, strict=True):
                wins[one] += gain
                wins[other] += lost
            above = sum(wins[n] > wins[me] for n in wins if n != me)
            level = sum(wins[n] == wins[me] for n in wins if n != me)
            best, worst = min(best, 1 + above), max(worst, 1 + above + level)
        by_number[me] = (best, worst)
    return by_number


@pytest.mark.parametrize("seed", range(20))
def test_last_round_with_known_pairings_is_exact(seed):
    draw = Random(seed)
    records = drawn_records(draw, 8, 12, 300)
    order = draw.sample(range(1, 9), 8)
    games = list(zip(order[::2], order[1::2], strict=True))
    by_number = prospects_of(records, 1, arranged=games)
    assert {n: (p.best, p.worst) for n, p in by_number.items()} == tried_every_way(records, games)
    assert all(prospect.is_exact for prospect in by_number.values())


IN_PAIRS = (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))


@pytest.mark.parametrize("seed", range(12))
def test_bounds_with_open_pairings_contain_every_reachable_place(seed):
    """Four players, two rounds: each bound contains the exact places."""
    records = drawn_records(Random(seed), 4, 10, 300)
    by_number = prospects_of(records, 2)
    true = dict.fromkeys(by_number, (4, 1))
    for one, two in product(IN_PAIRS, repeat=2):
        for number, (best, worst) in tried_every_way(records, [*one, *two]).items():
            true[number] = (min(best, true[number][0]), max(worst, true[number][1]))
    for number, prospect in by_number.items():
        best, worst = true[number]
        assert prospect.best == best if prospect.best_is_reached else prospect.best <= best
        assert prospect.worst == worst if prospect.worst_is_reached else prospect.worst >= worst


def test_bound_without_a_witness_is_marked_and_repeatable_while_most_places_are_exact():
    seventh = prospects_of(drawn_records(Random(2), 40, 20, 900), 4)[7]
    assert (seventh.best, seventh.best_is_reached) == (1, True)
    assert (seventh.worst, seventh.worst_is_reached, seventh.is_exact) == (30, False, False)
    sixty = prospects_of(drawn_records(Random(7), 60, 20, 900), 3)
    assert sum(prospect.is_exact for prospect in sixty.values()) >= 40
    records = [(n % 7 * 2, n) for n in range(30)]
    once, again = (prospects_of(records, 2, [0, 500, 900], seed=5) for _ in range(2))
    assert once == again


def test_large_enough_win_secures_a_place_and_a_smaller_win_does_not():
    left, given = {1: 0, 2: 1, 3: 0, 4: 1}, {"catch_up": [0, 500], "arranged": [(2, 4)]}
    table = field_of([(8, 200), (8, 160), (8, 100), (2, -200)])
    assert places_secured_by_win(table, left, 2, 4, **given) == (SecuredPlace(1, 1),)
    level = field_of([(10, 200), (8, 160), (8, 100), (2, -200)])
    second, first = SecuredPlace(1, 2), SecuredPlace(41, 1)
    assert places_secured_by_win(level, left, 2, 4, **given) == (second, first)
    assert places_secured_by_win(level, left, 2, 4, **given, cap=30) == (second,)


def bounds_by_trying(records, left, me, catch_up):
    """Return the best and worst place over all distributions of the remaining half points, ignoring pairings."""
    others = [n for n in left if n != me]
    points = sum(left.values())
    places = {True: set(), False: set()}
    for gains in product(*(range(2 * left[n] + 1) for n in others)):
        for favoured in (True, False):
            to_share = max(0, points - (2 * left[me] if favoured else 0))
            if sum(gains) != min(to_share, 2 * sum(left[n] for n in others)):
                continue
            own, own_spread = records[me - 1]
            own += 2 * left[me] if favoured else 0
            above = 0
            for other, gain in zip(others, gains, strict=True):
                theirs, spread = records[other - 1]
                theirs += gain
                games = max(left[me], left[other])
                reach = catch_up[games] if games else 1
                if theirs != own:
                    above += theirs > own
                elif favoured:
                    above += spread - own_spread >= reach
                else:
                    above += own_spread - spread < reach
            places[favoured].add(1 + above)
    return min(places[True]), max(places[False])


@pytest.mark.parametrize("seed", range(40))
def test_bounds_match_every_distribution_of_the_remaining_points(seed):
    draw = Random(seed)
    records = [(draw.randrange(0, 8, 2), 50 * draw.randint(-6, 6)) for _ in range(5)]
    left = {number: draw.choice((1, 1, 2, 0)) for number in range(1, 6)}
    left[1] = left[1] or 1
    catch_up = [0, 100, 250]
    by_number = prospects(field_of(records), left, catch_up=catch_up)
    for me, prospect in by_number.items():
        best, worst = bounds_by_trying(records, left, me, catch_up)
        assert (prospect.best, prospect.worst) == (best, worst)
        assert prospect.clinched == (best if best == worst else None)


@pytest.mark.parametrize("seed", range(10))
def test_place_secured_by_a_win_is_the_worst_place_after_the_win(seed):
    """With three games left, the standings after a win and after a loss agree with the claim."""
    draw = Random(seed)
    records = [(draw.randrange(0, 8, 2), 20 * draw.randint(-9, 9)) for _ in range(6)]
    left, catch_up = dict.fromkeys(range(1, 7), 3), [0, 40, 90, 120]
    needs = places_secured_by_win(field_of(records), left, 2, 5, catch_up=catch_up)

    def worst_after(margin):
        after = list(records)
        after[1] = (after[1][0] + 2, after[1][1] + margin)
        after[4] = (after[4][0], after[4][1] - margin)
        one_less = left | {2: 2, 5: 2}
        return prospects(field_of(after), one_less, catch_up=catch_up)[2].worst

    assert needs[0] == SecuredPlace(1, worst_after(1))
    for before, need in pairwise(needs):
        assert worst_after(need.margin) == need.place < before.place
        assert worst_after(need.margin - 1) == before.place


def test_bye_adds_half_points_for_overtaking():
    """One round: the first has no game left, three others need a win each, and two points are available."""
    records = [(2, 0), (0, 0), (0, 0), (0, 0)]
    left = {1: 0, 2: 1, 3: 1, 4: 1}
    catch_up = [0, None]
    without = prospects(field_of(records), left, catch_up=catch_up)[1]
    with_bye = prospects(field_of(records), left, catch_up=catch_up, byes=1)[1]
    assert (without.worst, with_bye.worst) == (2, 3)
