"""Any field, history and method: a round that passes the checker, or a justified refusal."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.engine.pairing.situations import BY_RULE
from tournament.engine.entrants import Entrant
from tournament.engine.pairing.avoidable_concessions import judge_round
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest, PrizeBand
from tournament.engine.pairing.seating import assign_boards
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.engine.standings import standings
from tournament.wording.sentences import refusal_sentence

pytestmark = pytest.mark.full


@st.composite
def requests(draw):
    count = draw(st.integers(0, 12))
    entrants = tuple(
        Entrant(n, n, withdrawn_after=draw(st.sampled_from([None, None, None, None, 1, 0])))
        for n in range(1, count + 1)
    )
    rounds = draw(st.integers(0, 4))
    results = []
    for round_ in range(1, rounds + 1):
        order = draw(st.permutations([e.number for e in entrants if e.is_active_in(round_)]))
        for one, other in zip(order[::2], order[1::2], strict=False):
            outcome = draw(st.sampled_from([*[Outcome.PLAYED] * 6, *Outcome]))
            if outcome == Outcome.BYE:
                results += [Result(round_, n, NOBODY, 50, 0, Outcome.BYE) for n in (one, other)]
            else:
                scores = (draw(st.integers(250, 500)), draw(st.integers(250, 500)))
                results.append(Result(round_, one, other, *scores, outcome))
        if len(order) % 2:
            results.append(Result(round_, order[-1], NOBODY, 50, 0, Outcome.BYE))
    numbers = [e.number for e in entrants]
    pairs = [frozenset(pair) for pair in combinations(numbers, 2)]
    some = st.frozensets(st.sampled_from(pairs), max_size=4) if pairs else st.just(frozenset())
    there = [e.number for e in entrants if e.is_active_in(rounds + 1)]
    fixed = draw(st.sampled_from([(), tuple(there[:2])]))
    return PairingRequest(
        round=rounds + 1,
        entrants=entrants,
        results=tuple(results),
        standing=standings(entrants, results, after=rounds).order,
        forbidden_pairs=draw(some),
        unwanted_pairs=draw(some),
        absent=frozenset(draw(st.lists(st.sampled_from(numbers), max_size=1)))
        if numbers
        else frozenset(),
        fixed_pairs=(fixed,) if len(fixed) == 2 else (),
        byes_allowed=draw(st.sampled_from([True, True, True, False])),
        rounds_total=rounds + draw(st.integers(1, 3)),
        prizes=draw(
            st.sampled_from([(), (PrizeBand(1, 1), PrizeBand(2, 3), PrizeBand(1, 1, "B"))])
        ),
        classes=dict.fromkeys(numbers[::2], "B"),
        gibson_spread=draw(st.sampled_from([(), (500,), (1000, 500)])),
        fixed_boards=dict.fromkeys(there[:2], 3),
        previous_boards={n: i // 2 + 1 for i, n in enumerate(there)} if draw(st.booleans()) else {},
        seed=draw(st.integers(0, 3)),
    )


def attempt(request, method, **options):
    """Return the plan and its problems, or the sentence of the refusal."""
    try:
        return plan_round(request, method, options)
    except CannotPair as reason:
        return refusal_sentence(reason)


@settings(max_examples=150, deadline=None)
@given(requests(), st.sampled_from([*all_methods(), "cop", "chew"]))
def test_every_method_gives_a_valid_round_or_a_reasoned_refusal(request, method):
    options = {"simulations": 200, "control_loss_simulations": 50} if method == "cop" else {}
    answer = attempt(request, method, **options)
    if isinstance(answer, str):
        assert len(answer) > 20
        assert answer.endswith(".")
        assert "round because of an error in Ninetimer" not in answer
        return
    plan, problems = answer
    if method != "manual":
        assert [problem for problem in problems if problem.is_blocking] == []
        seated = [n for pair in plan.pairs for n in pair.numbers] + [b.number for b in plan.byes]
        assert sorted(seated) == sorted(request.present)
    if method in BY_RULE:
        assert judge_round(request, plan).is_clean
    for pair in request.fixed_pairs:
        assert frozenset(pair) in {made.numbers for made in plan.pairs}
    assert attempt(request, method, **options) == answer


@settings(max_examples=60, deadline=None)
@given(requests(), st.sampled_from(BY_RULE), st.randoms(use_true_random=False))
def test_order_of_the_input_does_not_change_the_round(request, method, chance):
    def mixed(rows):
        rows = list(rows)
        chance.shuffle(rows)
        return tuple(rows)

    other = replace(request, entrants=mixed(request.entrants), results=mixed(request.results))
    assert attempt(other, method, repeats=9) == attempt(request, method, repeats=9)


@settings(deadline=None)
@given(st.data())
def test_every_board_is_used_once_despite_fixed_boards(data):
    count = data.draw(st.integers(0, 8))
    pairs = [(2 * n + 1, 2 * n + 2) for n in range(count)]
    numbers = [n for pair in pairs for n in pair] or [1]
    board = st.integers(1, 9)
    fixed = data.draw(st.dictionaries(st.sampled_from(numbers), board, max_size=4))
    stays = data.draw(st.lists(st.none() | board, min_size=count, max_size=count))
    first = data.draw(st.integers(1, 30))
    boards = assign_boards(pairs, fixed, first_board=first, stays=stays)
    assert len(set(boards)) == count
    assert all(b >= first or b in {*fixed.values(), *stays} for b in boards)
