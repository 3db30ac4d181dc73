"""Round robin: every table up to 50 players, late players and withdrawals."""

from collections import Counter
from itertools import combinations

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import entrants, pairs_of
from tests.tournament.engine.pairing.test_round_robin_tables import imbalance, met_in
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest


def table(count, rounds, **options):
    return [
        plan_round(PairingRequest(number, entrants(count)), "round_robin", options)[0]
        for number in range(1, rounds + 1)
    ]


def check_whole(plans, count):
    """Check that everyone meets everyone once, and goes first as often as second or once more or less."""
    assert met_in(plans) == {frozenset(pair): 1 for pair in combinations(range(1, count + 1), 2)}
    assert imbalance(plans) <= (0 if count % 2 else 1)


@pytest.mark.parametrize("count", range(2, 51))
def test_table_pairs_all_once_with_balanced_firsts(count):
    plans = table(count, count - 1 + count % 2)
    check_whole(plans, count)
    byes = Counter(bye.number for plan in plans for bye in plan.byes)
    assert byes == (dict.fromkeys(range(1, count + 1), 1) if count % 2 else {})


@pytest.mark.parametrize("method", ["round_robin", "interleaved"])
@pytest.mark.parametrize("number", [2, 3])
def test_late_player_meets_the_entry_due_for_the_bye(method, number):
    field = {"field": tuple(range(1, 6))}
    plan, problems = plan_round(PairingRequest(number, entrants(6)), method, field)
    before, _ = plan_round(PairingRequest(number, entrants(5)), method, field)
    (bye,) = before.byes
    joined = {*(pair.numbers for pair in before.pairs), frozenset((bye.number, 6))}
    assert ({pair.numbers for pair in plan.pairs}, plan.byes, problems) == (joined, (), ())


def test_second_cycle_swaps_starts_and_the_best_seed_sits_at_board_one():
    plans = table(6, 10, cycles=2)
    for early, late in zip(plans[:5], plans[5:], strict=True):
        assert [(p.first, p.second) for p in early.pairs] == [
            (p.second, p.first) for p in late.pairs
        ]
    for plan in table(8, 7):
        assert [pair.board for pair in plan.pairs] == [1, 2, 3, 4]
        assert 1 in plan.pairs[0].numbers


@pytest.mark.parametrize("count", [4, 7, 12])
def test_table_can_end_with_neighbours_of_the_seed_list(count):
    last = table(count, count - 1 + count % 2, top_last=True)[-1]
    assert pairs_of(last) == [[n, n + 1] for n in range(1, count, 2)]


@pytest.mark.parametrize("count", [6, 7, 12])
@pytest.mark.parametrize("top_last", [False, True])
def test_drawn_order_is_also_a_round_robin(count, top_last):
    plans = table(count, count - 1 + count % 2, drawn=True, top_last=top_last)
    check_whole(plans, count)
    assert pairs_of(plans[0]) != pairs_of(table(count, 1)[0])
    assert (pairs_of(plans[-1]) == [[n, n + 1] for n in range(1, count, 2)]) is top_last
    assert len({str(pairs_of(table(8, 1, drawn=True, draw=draw)[0])) for draw in range(1, 6)}) > 3


@pytest.mark.parametrize("number", [3, 4, 5])
def test_withdrawal_leaves_byes_and_keeps_the_rest_of_the_table(number):
    request = PairingRequest(number, entrants(6, {4: 2}))
    plan, problems = plan_round(request, "round_robin", {"field": tuple(range(1, 7))})
    whole = table(6, 5)[number - 1]
    assert pairs_of(plan) == [pair for pair in pairs_of(whole) if 4 not in pair]
    assert len(plan.byes) == 1
    assert not [problem for problem in problems if problem.is_blocking]


@pytest.mark.parametrize(
    ("number", "count", "method", "why"),
    [
        (8, 8, "round_robin", r"With 8 players, each cycle takes 7 rounds.*Round 8 needs"),
        (1, 1, "round_robin", "at least two players"),
        (1, 4, "magic", 'no pairing method "magic". Methods: .*round_robin'),
    ],
)
def test_round_past_the_table_a_single_player_or_an_unknown_method_is_refused(
    number, count, method, why
):
    with refused(why):
        plan_round(PairingRequest(number, entrants(count)), method)
