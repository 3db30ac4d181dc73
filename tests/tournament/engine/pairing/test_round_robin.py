"""Round robin: every table up to 50 players, late players and withdrawals."""

from collections import Counter
from itertools import combinations

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import entrants
from tests.tournament.engine.pairing.test_round_robin_tables import imbalance
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest


def table(count, rounds, **options):
    return [
        plan_round(PairingRequest(number, entrants(count)), "round_robin", options)[0]
        for number in range(1, rounds + 1)
    ]


def check_whole(plans, count):
    """Check that everyone meets everyone once, and goes first as often as second or once more or less."""
    met = Counter(pair.numbers for plan in plans for pair in plan.pairs)
    assert met == {frozenset(pair): 1 for pair in combinations(range(1, count + 1), 2)}
    assert imbalance(plans) <= (0 if count % 2 else 1)


@pytest.mark.parametrize("count", range(2, 51))
def test_table_pairs_all_once_with_balanced_firsts(count):
    plans = table(count, count - 1 + count % 2)
    check_whole(plans, count)
    byes = Counter(bye.number for plan in plans for bye in plan.byes)
    assert byes == (dict.fromkeys(range(1, count + 1), 1) if count % 2 else {})


@pytest.mark.parametrize("method", ["round_robin", "interleaved"])
def test_late_player_meets_the_entry_due_for_the_bye(method):
    field = tuple(range(1, 6))
    for number in (2, 3):
        plan, problems = plan_round(PairingRequest(number, entrants(6)), method, {"field": field})
        before, _ = plan_round(PairingRequest(number, entrants(5)), method, {"field": field})
        (bye,) = before.byes
        assert ({pair.numbers for pair in plan.pairs}, plan.byes, problems) == (
            {*(pair.numbers for pair in before.pairs), frozenset((bye.number, 6))},
            (),
            (),
        )


def test_second_cycle_repeats_the_first_with_starts_swapped():
    plans = table(6, 10, cycles=2)
    for early, late in zip(plans[:5], plans[5:], strict=True):
        assert [(p.first, p.second) for p in early.pairs] == [
            (p.second, p.first) for p in late.pairs
        ]


@pytest.mark.parametrize("count", [4, 7, 12])
def test_table_can_end_with_neighbours_of_the_seed_list(count):
    last = table(count, count - 1 + count % 2, top_last=True)[-1]
    assert [sorted(pair.numbers) for pair in last.pairs] == [
        [n, n + 1] for n in range(1, count, 2) if n + 1 <= count
    ]


@pytest.mark.parametrize("count", [6, 7, 12])
@pytest.mark.parametrize("top_last", [False, True])
def test_drawn_order_is_also_a_round_robin(count, top_last):
    rounds = count - 1 + count % 2
    plans = table(count, rounds, drawn=True, top_last=top_last)
    check_whole(plans, count)
    assert [p.numbers for p in plans[0].pairs] != [p.numbers for p in table(count, 1)[0].pairs]
    neighbours = [{n, n + 1} for n in range(1, count, 2)]
    assert ([set(pair.numbers) for pair in plans[-1].pairs] == neighbours) is top_last


def test_different_draw_gives_a_different_order():
    firsts = {
        str([sorted(pair.numbers) for pair in table(8, 1, drawn=True, draw=draw)[0].pairs])
        for draw in range(1, 6)
    }
    assert len(firsts) > 3


def test_best_seed_sits_at_board_one():
    for plan in table(8, 7):
        assert [pair.board for pair in plan.pairs] == [1, 2, 3, 4]
        assert 1 in plan.pairs[0].numbers


def test_round_past_the_table_is_refused_with_the_tables_length():
    with refused(r"With 8 players, each cycle takes 7 rounds.*Round 8 needs"):
        plan_round(PairingRequest(8, entrants(8)), "round_robin")


def test_withdrawal_leaves_byes_and_keeps_the_rest_of_the_table():
    whole = table(6, 5)
    field = tuple(range(1, 7))
    for number in (3, 4, 5):
        request = PairingRequest(number, entrants(6, {4: 2}))
        plan, problems = plan_round(request, "round_robin", {"field": field})
        same_seats = [pair for pair in whole[number - 1].pairs if 4 not in pair.numbers]
        assert [p.numbers for p in plan.pairs] == [p.numbers for p in same_seats]
        assert len(plan.byes) == 1
        assert not [problem for problem in problems if problem.is_blocking]


def test_single_player_is_refused():
    with refused("at least two players"):
        plan_round(PairingRequest(1, entrants(1)), "round_robin")


def test_unknown_method_names_the_known_methods():
    with refused('no pairing method "magic". Methods: .*round_robin'):
        plan_round(PairingRequest(1, entrants(4)), "magic")
