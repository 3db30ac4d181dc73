"""Methods that follow a table: Fontes, interleaved, teams; late and withdrawn players."""

from collections import Counter
from itertools import combinations, product

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import entrants
from tournament.engine.pairing.method import CannotPair
from tournament.engine.pairing.methods.initial_fontes import groups
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.wording.sentences import sentences


def rounds_of(method, count, last, *, left=None, **options):
    field = options.pop("field", tuple(range(1, count + 1)))
    more = {key: options.pop(key) for key in ("teams", "absent") if key in options}
    return [
        plan_round(
            PairingRequest(number, entrants(count, left), **more),
            method,
            {**options, "field": field},
        )[0]
        for number in range(1, last + 1)
    ]


def met_in(plans):
    return Counter(pair.numbers for plan in plans for pair in plan.pairs)


def imbalance(plans):
    balance = Counter()
    for plan in plans:
        for pair in plan.pairs:
            balance[pair.first] += 1
            balance[pair.second] -= 1
    return max(abs(value) for value in balance.values())


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
    assert {number: first[number] for number in range(1, 13)} == {
        number: 2 if number % 2 else 1 for number in range(1, 13)
    }


def test_group_holds_an_entry_from_every_seed_band():
    assert groups(tuple(range(1, 13)), 3) == [[1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12]]


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


def test_late_entry_meets_the_entry_due_for_the_bye():
    late = PairingRequest(2, entrants(8))
    plan, _ = plan_round(late, "initial_fontes", {"field": tuple(range(1, 8))})
    assert plan.byes == ()
    (joined,) = [pair for pair in plan.pairs if 8 in pair.numbers]
    assert sentences(joined.reasons, {})[0] == "both without an opponent in the table"


@pytest.mark.parametrize("count", [8, 10, 14, 30])
def test_late_entry_keeps_initial_groups_and_gets_no_second_bye(count):
    """The late player had the bye of round 1: nobody in a group meets twice, and nobody has two byes."""
    late = count + 1
    plan, _ = plan_round(PairingRequest(1, entrants(count)), "initial_fontes", {})
    results = [Result(1, pair.first, pair.second, 400, 380) for pair in plan.pairs]
    results.append(Result(1, late, NOBODY, 50, 0, Outcome.BYE))
    met, byes = met_in([plan]), Counter([late])
    for number in (2, 3):
        request = PairingRequest(number, entrants(late), tuple(results))
        plan, _ = plan_round(request, "initial_fontes", {})
        met += met_in([plan])
        byes.update(bye.number for bye in plan.byes)
        results += [Result(number, pair.first, pair.second, 400, 380) for pair in plan.pairs]
        results += [Result(number, bye.number, NOBODY, 50, 0, Outcome.BYE) for bye in plan.byes]
    assert set(met.values()) == {1}
    assert set(byes.values()) == {1}
    assert sum(late in pair for pair in met) == 2


def test_two_entries_left_alone_in_initial_rounds_meet():
    request = PairingRequest(2, entrants(8, left={1: 1, 2: 1}))
    plan, _ = plan_round(request, "initial_fontes", {"field": tuple(range(1, 9))})
    assert plan.byes == ()
    assert len(plan.pairs) == 3


@pytest.mark.parametrize(
    ("rounds", "number", "players", "why"),
    [
        (4, 1, 8, "needs an odd number of rounds, 3, 5 or 7, not 4. Use 3 or 5"),
        (3, 4, 8, "The initial rounds are rounds 1 to 3. Round 4 needs another method"),
        (5, 1, 4, "5 initial rounds need at least 5 players, but there are 4"),
        (5, 1, 3, "5 initial rounds need at least 5 players, but there are 3"),
    ],
)
def test_impossible_initial_rounds_are_refused(rounds, number, players, why):
    with refused(why):
        plan_round(PairingRequest(number, entrants(players)), "initial_fontes", {"rounds": rounds})


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


def test_round_past_an_interleaved_round_robin_is_refused():
    with refused(r"4 odd and 3 even seeds need 4 rounds, 1 to 4. Round 5"):
        plan_round(PairingRequest(5, entrants(7)), "interleaved")


@pytest.mark.parametrize("games", [1, 2, 3])
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_every_member_meets_every_member_of_the_other_team(size, games):
    teams = {n: "Home" if n % 2 else "Away" for n in range(1, 2 * size + 1)}
    plans = rounds_of("team_round_robin", 2 * size, size * games, teams=teams, games=games)
    home, away = range(1, 2 * size + 1, 2), range(2, 2 * size + 1, 2)
    assert met_in(plans) == {frozenset(pair): games for pair in product(home, away)}
    assert imbalance(plans) <= size * games % 2 + (games % 2 and size % 2 == 0)
    for first in range(0, len(plans), games):
        assert (
            len({frozenset(p.numbers for p in plan.pairs) for plan in plans[first : first + games]})
            == 1
        )


def test_four_teams_all_meet_without_internal_pairs():
    teams = {n: "ABCD"[n % 4] for n in range(1, 9)}
    plans = rounds_of("team_round_robin", 8, 6, teams=teams)
    across = {
        frozenset(pair): 1
        for pair in combinations(range(1, 9), 2)
        if teams[pair[0]] != teams[pair[1]]
    }
    assert met_in(plans) == across


def test_smaller_team_leaves_a_bye():
    teams = {1: "A", 2: "B", 3: "A", 4: "B", 5: "A"}
    plans = rounds_of("team_round_robin", 5, 3, teams=teams)
    assert Counter(bye.number for plan in plans for bye in plan.byes) == {1: 1, 3: 1, 5: 1}


@pytest.mark.parametrize(
    ("teams", "why"),
    [
        ({1: "A", 2: "B"}, "Without a team: number 3, number 4"),
        (dict.fromkeys(range(1, 5), "A"), r"even number of teams, but there are 1 \(A\)"),
        ({1: "A", 2: "B", 3: "C", 4: "A"}, r"there are 3 \(A, B, C\)"),
    ],
)
def test_teams_that_cannot_be_paired_are_refused(teams, why):
    with refused(why):
        plan_round(PairingRequest(1, entrants(4), teams=teams), "team_round_robin")


def test_director_pair_leaves_its_two_table_opponents_to_each_other():
    request = PairingRequest(1, entrants(8), fixed_pairs=((1, 2),))
    plan, _ = plan_round(request, "round_robin", {"field": tuple(range(1, 9))})
    assert plan.byes == ()
    (fixed,) = [pair for pair in plan.pairs if pair.numbers == {1, 2}]
    assert sentences(fixed.reasons, {})[0] == "set by the director"


def test_starts_decide_firsts_outside_the_table():
    results = (Result(1, 1, 4, 400, 300), Result(1, 2, 3, 400, 300))
    request = PairingRequest(2, entrants(8), results, fixed_pairs=((1, 3),))
    plan, _ = plan_round(request, "round_robin", {"field": tuple(range(1, 9))})
    first = {pair.numbers: pair.first for pair in plan.pairs}
    assert first[frozenset((1, 3))] == 3


def test_table_with_a_bye_requires_byes_to_be_allowed():
    with refused("would have no opponent in the table, but byes are not allowed"):
        plan_round(PairingRequest(1, entrants(5), byes_allowed=False), "round_robin")


def test_table_that_pairs_entries_kept_apart_is_refused_with_names():
    request = PairingRequest(
        1, entrants(2), forbidden_pairs=frozenset({frozenset((1, 2))}), names={1: "Ann", 2: "Ben"}
    )
    with refused("Ann and Ben are kept apart and cannot meet"):
        plan_round(request, "round_robin")


@pytest.mark.parametrize(
    ("field", "why"),
    [((1, 2, 9), "numbers that no player in this division has: 9"), ((1, 1), "twice")],
)
def test_invalid_field_is_refused(field, why):
    with refused(why):
        plan_round(PairingRequest(1, entrants(4)), "interleaved", {"field": field})


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
    teams = {number: "A" if number % 2 else "B" for number in range(1, 7)}
    results, paired = [], []
    for number in range(3, 4 + rounds + 1):
        request = PairingRequest(number, entrants(6), tuple(results), teams=teams)
        try:
            plan, _ = plan_round(request, method, options)
        except CannotPair as refusal:
            (message,) = refusal.messages
            named = message.params
            assert (named["first"], named["last"]) == (4, 4 + rounds - 1)
            assert named.get("round", number) == number
        else:
            paired.append(number)
            results += [Result(number, p.first, p.second, 400, 390) for p in plan.pairs]
            results += [Result(number, b.number, NOBODY, 50, 0, Outcome.BYE) for b in plan.byes]
    assert paired == [*range(4, 4 + rounds)]


def test_two_team_games_in_a_row_swap_starts():
    teams = {number: "A" if number % 2 else "B" for number in range(1, 7)}
    plans = rounds_of("team_round_robin", 6, 6, teams=teams, games=2)
    for one, other in zip(plans[::2], plans[1::2], strict=True):
        assert {(p.first, p.second) for p in one.pairs} == {
            (p.second, p.first) for p in other.pairs
        }
    codes = {reason.code for plan in plans for pair in plan.pairs for reason in pair.reasons}
    assert "teams_games" in codes
    assert "teams" not in codes
    single = rounds_of("team_round_robin", 6, 3, teams=teams)
    codes = {reason.code for plan in single for pair in plan.pairs for reason in pair.reasons}
    assert "teams" in codes
    assert "teams_games" not in codes


def test_first_row_between_teams_starts_with_the_better_team():
    """Decided by the sum of places, which is even in the first row, where equal places meet."""
    teams = {number: "A" if number % 2 else "B" for number in range(1, 7)}
    (plan,) = rounds_of("team_round_robin", 6, 1, teams=teams)
    assert {pair.first for pair in plan.pairs} == {1, 3, 5}
    (bigger,) = rounds_of("team_round_robin", 5, 1, teams=teams)
    assert [bye.number for bye in bigger.byes] == [5]
