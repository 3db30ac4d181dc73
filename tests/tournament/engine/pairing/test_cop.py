"""COP: plans reasoned out by hand, the optimum of a brute force, and what always holds."""

import sys
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import cases, played_event, situation
from tournament.engine.entrants import Entrant
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.methods.cop import Cop, CopOptions
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PrizeBand, Request
from tournament.engine.results import Outcome, Result
from tournament.wording.sentences import sentences

CASES = cases("cop.toml")
FAST = {"simulations": 4000, "control_loss_simulations": 2000}
ASKED = ("records", "rounds_total", "met", "had_bye", "prizes", "classes", "apart")


def request_for(case, **more):
    given = {key: case[key] for key in ASKED if key in case}
    return situation(given.pop("records"), **given, **more)


def met(plan):
    return sorted(sorted((pair.first, pair.second)) for pair in plan.pairs)


@pytest.mark.parametrize("name", CASES)
def test_a_plan_reasoned_out_by_hand(name):
    case = CASES[name]
    request = request_for(case)
    plan, problems = plan_round(request, "cop", FAST | case.get("options", {}))
    assert [problem for problem in problems if problem.blocks] == []
    assert [bye.number for bye in plan.byes] == ([case["bye"]] if "bye" in case else [])
    if "pairs" in case:
        assert met(plan) == case["pairs"]
    for pair in case.get("contains", []):
        assert pair in met(plan)
    if "said" in case:
        assert case["said"] in sentences(plan.notes, request.names)
    if "forced" in case:
        (pair,) = [pair for pair in plan.pairs if 1 in pair.numbers]
        assert any(reason.startswith(case["forced"]) for reason in sentences(pair.reasons, {}))
    if "no_repeat" in case:
        assert [pair.repeat for pair in plan.pairs] == [0] * len(plan.pairs)


def test_every_pair_tells_its_weight_and_the_plan_its_reasoning():
    case = CASES["factor_three_with_two_rounds_left"]
    plan, _ = plan_round(request_for(case, seed=3), "cop", FAST | case["options"])
    assert sentences(plan.pairs[0].reasons[:-1], {}) == (
        "7 wins each, place 1 against place 4",
        "factor 3 with two rounds left, from 1st to 6th place",
        "have not met",
        "weight 27: 3 places apart cubed is 27",
    )
    first, *_, last = sentences(plan.notes, {})
    assert first == (
        "4,000 futures of the last 2 rounds were played out with seed 3; leaders met opponents at "
        "most 2 places below, and 10 % of the futures are enough to be in the running."
    )
    assert last == "The pairs weigh 82 together, with no penalty."


def test_a_repeat_tells_what_it_weighs_and_why_it_is():
    case = CASES["king_of_the_hill_among_all_who_can_cash"]
    plan, _ = plan_round(request_for(case), "cop", FAST)
    assert "met once 148" in sentences(plan.pairs[0].reasons, {})[3]
    assert any(told.endswith("king of the hill.") for told in sentences(plan.warnings, {}))


def test_a_leader_kept_apart_from_who_would_lose_control_has_an_opponent():
    case = CASES["who_would_lose_control_meets_the_leader"]
    free, _ = plan_round(request_for(case, apart=[[1, 2]]), "cop", FAST)
    assert [1, 2] not in met(free)
    assert any(1 in pair.numbers for pair in free.pairs)
    wished = replace(request_for(case), wished_apart=frozenset({frozenset((1, 2))}))
    plan, _ = plan_round(wished, "cop", FAST)
    assert any(1 in pair.numbers for pair in plan.pairs)
    warnings = sentences(plan.warnings, {})
    assert any("COP wants another pairing (control loss" in told for told in warnings)


def test_what_cannot_be_kept_is_given_up_and_said():
    case = CASES["king_of_the_hill_takes_one_more_where_the_number_is_odd"]
    plan, _ = plan_round(request_for(case, apart=[[1, 2]]), "cop", FAST)
    assert [1, 2] not in met(plan)
    warnings = sentences(plan.warnings, {})
    assert sum("COP wants another pairing (king of the hill" in told for told in warnings) == 2


def test_what_the_director_has_set_is_kept_and_the_rest_is_paired_around_it():
    case = CASES["king_of_the_hill_among_all_who_can_cash"]
    request = replace(request_for(case), fixed_pairs=((1, 10),), fixed_byes=(9, 3))
    plan, problems = plan_round(request, "cop", FAST)
    assert [1, 10] in met(plan)
    assert sorted(bye.number for bye in plan.byes) == [3, 9]
    assert [problem for problem in problems if problem.blocks] == []


def test_void_rounds_and_double_forfeits_bring_nobody_half_a_win():
    case = CASES["factor_three_with_two_rounds_left"]
    request = request_for(case)
    void = tuple(Result(10, n, 0, 0, 0, Outcome.VOID) for n in range(1, 9))
    lost = tuple(Result(10, n, n + 1, -50, -50, Outcome.BOTH_FORFEIT) for n in range(1, 9, 2))
    nine = tuple(result for result in request.results if result.round < 10)
    for results in (void, lost):
        records = replace(request, results=nine + results).records
        assert {n: records[n].wins2 for n in (1, 8)} == {1: 14, 8: 2}


def test_no_prizes_means_that_first_place_is_played_for():
    plan, _ = plan_round(situation(["3-1 +50", "2-2 +0"] * 1, rounds_total=6), "cop", FAST)
    assert any(
        note.startswith("In the running for 1st place") for note in sentences(plan.notes, {})
    )


@pytest.mark.parametrize(
    ("changes", "options", "sentence"),
    [
        ({"rounds_total": None}, {}, "Set the number of rounds of the division first."),
        ({}, {"simulations": 0}, "Futures of the division: 0 is not between 1 and 1,000,000."),
        ({}, {"hopefulness": ()}, "name one share or more"),
        ({}, {"hopefulness": (101,)}, "from 0 to 100 per cent"),
        ({}, {"control_loss_threshold": 0}, "Loss that counts: 0 is not between 1 and 100"),
        ({}, {"hopefullness": 1}, "COP has no option hopefullness"),
        ({"byes_allowed": False, "absent": frozenset({2})}, {}, "nobody may have the bye"),
        ({"apart": frozenset({frozenset((1, 2))}), "absent": frozenset({3, 4})}, {}, "Ann and Ben"),
    ],
)
def test_what_cannot_be_paired_is_said(changes, options, sentence):
    four = situation(["3-1 +50", "3-1 +40", "2-2 +0", "1-3 -90"], rounds_total=6)
    with refused(sentence):
        plan_round(replace(four, **changes), "cop", FAST | options)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 11), st.integers(0, 7), st.integers(1, 4))
def test_any_division_gets_a_plan_the_checker_accepts_and_gets_it_again(
    seed, players, played, left
):
    draw = Random(seed)
    request = played_event(players, played, played + left, draw, seed=seed)
    numbers = list(range(1, players + 1))
    draw.shuffle(numbers)
    request = replace(
        request,
        prizes=(PrizeBand(1, 1), PrizeBand(2, 3), PrizeBand(1, 1, "B")),
        classes=dict.fromkeys(numbers[: players // 2], "B"),
        gibson_spread=draw.choice([(), (500,), (1000, 500)]),
        fixed_pairs=((numbers[0], numbers[1]),) if players > 5 else (),
        apart=frozenset({frozenset(numbers[2:4])}) if players > 6 else frozenset(),
        absent=frozenset(numbers[4:5]) if players > 7 else frozenset(),
    )
    plan, problems = plan_round(request, "cop", FAST)
    assert [problem for problem in problems if problem.blocks] == []
    assert {frozenset(pair) for pair in request.fixed_pairs} <= {p.numbers for p in plan.pairs}
    placed = [n for pair in plan.pairs for n in pair.numbers] + [b.number for b in plan.byes]
    assert sorted(placed) == sorted(request.present)
    assert plan_round(request, "cop", FAST)[0] == plan


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([4, 6, 8, 10]), st.integers(3, 9), st.integers(1, 3))
def test_no_pairing_of_up_to_ten_players_is_better(seed, players, played, left):
    request = replace(
        played_event(players, played, played + left, Random(seed), seed=seed),
        prizes=(PrizeBand(1, 1), PrizeBand(2, 3)),
        gibson_spread=(500,),
    )
    weighed, bye, _ = Cop().weighed(request, CopOptions(**FAST))
    assert bye is None

    def judged(pairs):
        of = [weighed.table[pair] for pair in pairs]
        broken = sum(len(weighed.broken(*(weighed.players[p] for p in pair))) for pair in pairs)
        lopsided = sum(weighed.leaves_lopsided(*pair) for pair in pairs)
        return broken, sum(len(w.penalties) for w in of), lopsided, sum(w.total for w in of)

    best = min(judged(pairs) for pairs in every_pairing(list(range(players))))
    assert judged(weighed.matching().pairs) == best


def every_pairing(places):
    """Every way to pair an even number of places."""
    if not places:
        yield []
        return
    first, *others = places
    for other in others:
        rest = [place for place in others if place != other]
        for pairs in every_pairing(rest):
            yield [(first, other), *pairs]


@pytest.mark.parametrize("key", ["cop", "chew"])
def test_help_stands_beside_every_option_and_the_file_says_where_the_method_differs(key):
    method = all_methods()[key]
    told = sys.modules[type(method).__module__].__doc__
    assert "Where this differs from the published description, and why." in told
    assert len(method.explanation()) > 300
    for name, item in method.Options.__dataclass_fields__.items():
        assert item.metadata["help"], name


def test_one_player_alone_has_the_bye_with_two_rounds_left_too():
    request = Request(1, (Entrant(1, 1),), rounds_total=2)
    plan, _ = plan_round(request, "cop", {"simulations": 200, "control_loss_simulations": 50})
    assert [bye.number for bye in plan.byes] == [1]
