"""Methods that follow a table: Fontes, interleaved, teams; late and withdrawn players."""

from collections import Counter
from itertools import combinations, product

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import apart, entrants, won_by
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.methods.initial_fontes import groups
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import NOBODY, Outcome, Result


def rounds_of(method, count, last, *, teams=None, **options):
    options = {"field": tuple(range(1, count + 1)), **options}
    requests = [PairingRequest(n, entrants(count), teams=teams or {}) for n in range(1, last + 1)]
    return [plan_round(request, method, options)[0] for request in requests]


TWO_TEAMS = {number: "A" if number % 2 else "B" for number in range(1, 7)}


def met_in(plans):
    return Counter(pair.numbers for plan in plans for pair in plan.pairs)


def imbalance(plans):
    """Return the largest difference between the firsts and seconds of a player."""
    balance = Counter(pair.first for plan in plans for pair in plan.pairs)
    balance.subtract(pair.second for plan in plans for pair in plan.pairs)
    return max(map(abs, balance.values()))


FIELDS = [4, 5, 6, 7, 8, 9, 12, 14, 15, 23, 30, 31, 47]


@pytest.mark.parametrize("rounds", [3, 5, 7])
@pytest.mark.parametrize("count", [8, 9, 10, 11, 12, 17, 23, 30, 31, 47, 48])
def test_initial_rounds_repeat_no_meeting_and_no_bye(count, rounds):
    plans = rounds_of("initial_fontes", count, rounds, rounds=rounds)
    assert set(met_in(plans).values()) == {1}
    for plan in plans:
        seated = [n for pair in plan.pairs for n in pair.numbers] + [b.number for b in plan.byes]
        assert sorted(seated) == list(range(1, count + 1))
        assert len(plan.byes) == count % 2
    byes = Counter(bye.number for plan in plans for bye in plan.byes)
    assert set(byes.values()) <= {1}


def test_initial_rounds_leave_the_best_of_the_groups_with_alternating_firsts():
    plans = rounds_of("initial_fontes", 48, 3, rounds=3)
    first = Counter(pair.first for plan in plans for pair in plan.pairs)
    assert [first[number] for number in range(1, 13)] == [2, 1] * 6


@pytest.mark.parametrize(
    ("count", "last"),
    [
        (13, [3, 6, 9, 12, 13, None]),
        (14, [3, 6, 9, 12, 13, 14]),
        (15, [4, 8, 12, None]),
        (5, [1, 2, 3, 4, 5, None]),
        (3, [1, 2, 3, None]),
    ],
)
def test_leftover_entries_join_the_last_group_or_leave_an_empty_seat(count, last):
    assert groups(tuple(range(1, count + 1)), 3)[-1] == last
    assert groups(tuple(range(1, 13)), 3) == [[1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12]]


@pytest.mark.parametrize("count", [8, 10, 14, 30])
def test_late_entry_keeps_initial_groups_and_gets_no_second_bye(count):
    """The late player had the bye of round 1: nobody in a group meets twice, and nobody has two byes."""
    late = count + 1
    plans = [plan_round(PairingRequest(1, entrants(count)), "initial_fontes", {})[0]]
    results = [*won_by(plans[0]), Result(1, late, NOBODY, 50, 0, Outcome.BYE)]
    for number in (2, 3):
        request = PairingRequest(number, entrants(late), tuple(results))
        plans.append(plan_round(request, "initial_fontes", {})[0])
        results += won_by(plans[-1])
    byes = Counter([late, *(bye.number for plan in plans for bye in plan.byes)])
    assert set(met_in(plans).values()) == set(byes.values()) == {1}
    assert sum(late in pair for pair in met_in(plans)) == 2


ONE_TEAM = {"teams": dict.fromkeys(range(1, 5), "A")}
THREE_TEAMS = {"teams": {1: "A", 2: "B", 3: "C", 4: "A"}}
APART = {"forbidden_pairs": apart((1, 2)), "names": {1: "Ann", 2: "Ben"}}


@pytest.mark.parametrize(
    ("method", "number", "players", "options", "more", "why"),
    [
        ("initial_fontes", 1, 8, {"rounds": 4}, {}, "needs an odd number of rounds, 3, 5 or 7, not 4. Use 3 or 5"),
        ("initial_fontes", 1, 3, {"rounds": 5}, {}, "5 initial rounds need at least 5 players, but there are 3"),
        ("initial_fontes", 1, 4, {"rounds": 5}, {}, "5 initial rounds need at least 5 players, but there are 4"),
        ("interleaved", 5, 7, {}, {}, r"4 odd and 3 even seeds need 4 rounds, 1 to 4. Round 5"),
        ("interleaved", 1, 4, {"field": (1, 2, 9)}, {}, "no player in this division has: 9"),
        ("interleaved", 1, 4, {"field": (1, 1)}, {}, "twice"),
        ("team_round_robin", 1, 4, {}, {"teams": {1: "A", 2: "B"}}, "Without a team: number 3, number 4"),
        ("team_round_robin", 1, 4, {}, ONE_TEAM, r"even number of teams, but there are 1 \(A\)"),
        ("team_round_robin", 1, 4, {}, THREE_TEAMS, r"there are 3 \(A, B, C\)"),
        ("round_robin", 1, 5, {}, {"byes_allowed": False}, "in the table, but byes are not allowed"),
        ("round_robin", 1, 2, {}, APART, "Ann and Ben are kept apart and cannot meet"),
    ],
)  # fmt: skip
def test_table_that_does_not_fit_the_division_is_refused(
    method, number, players, options, more, why
):
    with refused(why):
        plan_round(PairingRequest(number, entrants(players), **more), method, options)


@pytest.mark.parametrize("count", FIELDS)
def test_every_odd_seed_meets_every_even_seed_once(count):
    rounds = (count + 1) // 2
    plans = rounds_of("interleaved", count, rounds)
    numbers = range(1, count + 1)
    expected = {frozenset(pair): 1 for pair in product(numbers[::2], numbers[1::2])}
    assert met_in(plans) == expected
    assert imbalance(plans) <= 1
    byes = Counter(bye.number for plan in plans for bye in plan.byes)
    assert byes == (dict.fromkeys(numbers[::2], 1) if count % 2 else {})


@pytest.mark.parametrize("games", [1, 2, 3])
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_every_member_meets_every_member_of_the_other_team(size, games):
    teams = {n: "Home" if n % 2 else "Away" for n in range(1, 2 * size + 1)}
    plans = rounds_of("team_round_robin", 2 * size, size * games, teams=teams, games=games)
    home, away = range(1, 2 * size + 1, 2), range(2, 2 * size + 1, 2)
    assert met_in(plans) == {frozenset(pair): games for pair in product(home, away)}
    assert imbalance(plans) <= size * games % 2 + (games % 2 and size % 2 == 0)
    for first in range(0, len(plans), games):
        in_a_row = [frozenset(p.numbers for p in plan.pairs) for plan in plans[first:][:games]]
        assert len(set(in_a_row)) == 1


def test_four_teams_all_meet_without_internal_pairs():
    teams = {n: "ABCD"[n % 4] for n in range(1, 9)}
    across = [pair for pair in combinations(range(1, 9), 2) if teams[pair[0]] != teams[pair[1]]]
    plans = rounds_of("team_round_robin", 8, 6, teams=teams)
    assert met_in(plans) == dict.fromkeys(map(frozenset, across), 1)


def test_director_pair_leaves_its_two_table_opponents_to_each_other():
    field = {"field": tuple(range(1, 9))}
    request = PairingRequest(1, entrants(8), fixed_pairs=((1, 2),))
    plan, _ = plan_round(request, "round_robin", field)
    assert plan.byes == ()
    assert {1, 2} in [pair.numbers for pair in plan.pairs]


TABLES = [
    ("round_robin", {}, 5),
    ("round_robin", {"cycles": 2}, 10),
    ("interleaved", {}, 3),
    ("initial_fontes", {"rounds": 3}, 3),
    ("team_round_robin", {}, 3),
    ("team_round_robin", {"games": 2}, 6),
    ("bracket", {"games": 1}, 3),
    ("bracket", {"games": 2}, 6),
]


@pytest.mark.parametrize(("method", "options", "rounds"), TABLES)
def test_round_outside_a_table_is_refused_with_its_first_and_last_round(method, options, rounds):
    """Six players in two teams, from round 4 on."""
    options = {"start_round": 4, "field": tuple(range(1, 7)), **options}
    for number in (3, 4 + rounds):
        with pytest.raises(CannotPair) as caught:
            plan_round(PairingRequest(number, entrants(6), teams=TWO_TEAMS), method, options)
        (message,) = caught.value.messages
        assert (message.params["first"], message.params["last"]) == (4, 4 + rounds - 1)
        assert message.params.get("round", number) == number


def test_first_row_between_teams_starts_with_the_better_team():
    """Decided by the sum of places, which is even in the first row, where equal places meet."""
    (plan,) = rounds_of("team_round_robin", 6, 1, teams=TWO_TEAMS)
    assert {pair.first for pair in plan.pairs} == {1, 3, 5}
