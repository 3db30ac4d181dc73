"""COP: worked plans, the optimum by brute force, and invariants."""

import sys
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import (
    apart,
    cases,
    met,
    played_event,
    request_for,
    situation,
)
from tests.tournament.engine.pairing.test_matching import pairings
from tournament.engine.entrants import Entrant
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.methods.cop import (
    Cop,
    CopOptions,
    control_start_round,
    is_last_quarter,
)
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest, PrizeBand
from tournament.engine.results import Outcome, Result
from tournament.wording.sentences import sentences

CASES = cases("cop.toml")
FAST = {"simulations": 4000, "control_loss_simulations": 2000}
BY_HILL = "king_of_the_hill_among_all_who_can_cash"


def planned(request, **options):
    """Return the round, which has no error."""
    plan, problems = plan_round(request, "cop", FAST | options)
    assert [problem for problem in problems if problem.is_blocking] == []
    return plan


@pytest.mark.parametrize("name", CASES)
def test_plan_matches_the_plan_reasoned_out_by_hand(name):
    case = CASES[name]
    request = request_for(case)
    plan = planned(request, **case.get("options", {}))
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
        assert [pair.earlier_meetings for pair in plan.pairs] == [0] * len(plan.pairs)


def control(**more):
    """Return a field with three of fourteen rounds left, in which 4 is the lowest player with a hope of first place."""
    return request_for(CASES["who_would_lose_control_meets_the_leader"], **more)


def notes_of(request, **options):
    return sentences(planned(request, **options).notes, request.names)


def test_leader_meets_the_next_control_loser_or_a_nearer_opponent():
    assert [1, 3] in met(planned(control(apart=[[1, 4]])))
    wished = planned(replace(control(), unwanted_pairs=apart((1, 4))))
    assert [1, 4] not in met(wished)
    warnings = sentences(wished.warnings, {})
    assert any("COP wants a different pairing (loss of control" in text for text in warnings)
    assert (
        "There is no choice of opponent for Ann in this round, so loss of control was not checked."
    ) in notes_of(replace(control(), fixed_pairs=((1, 9),)))
    assert [1, 4] in met(planned(control(), control_loss=False))
    assert [1, 2] in met(planned(control(), control_loss=False, hopefulness=(30,)))


@pytest.mark.parametrize(
    "changes",
    [{"fixed_pairs": ((4, 9),)}, {"fixed_byes": (4, 9)}, {"forbidden_pairs": apart((1, 4))}],
)
def test_control_loser_who_cannot_meet_the_leader_is_named(changes):
    notes = notes_of(replace(control(), **changes))
    assert "Dan would lose control, but cannot meet Ann in this round." in notes
    assert any(note.startswith("Loss of control: by winning every game, Cleo") for note in notes)


EARLY = [
    "6-1 +700", "5-2 +390", "5-2 +380", "5-2 +370", "5-2 +360", "5-2 +350",
    "4-3 +10", "4-3 +0", "2-5 -200", "1-6 -300",
]  # fmt: skip


def watched(rounds_total, **options):
    """Return the opponents that control loss allows the leader, or None without a restriction."""
    request = situation(EARLY, rounds_total=rounds_total, prizes=[[1, 1], [2, 2]])
    weighed, _, _ = Cop().weighed_round(request, CopOptions(**FAST | options))
    constraints = [d for d in weighed.constraints if d.name.code == "watch_control"]
    return {n for d in constraints for n in d.allowed[1]} or None


@pytest.mark.parametrize(
    ("rounds_total", "options", "opponents"),
    [
        # a choice of two with more than four rounds left
        (12, {"control_loss_from": 1, "control_loss_threshold": 10}, {7, 8}),
        (11, {"control_loss_from": 1, "control_loss_threshold": 10}, {6}),
        # no choice in the round in which it begins
        (12, {"control_loss_from": 8}, {8}),
        (9, {"control_loss_from": 8}, {2}),
        (12, {"control_loss_from": 7}, {7, 8}),
        # from the round that is set, or from the last quarter
        (12, {"control_loss_from": 9}, None),
        (10, {"control_loss_from": 9}, None),
        (12, {}, None),
        (10, {}, {6}),
    ],
)
def test_leader_meets_one_of_the_control_losers(rounds_total, options, opponents):
    assert watched(rounds_total, **options) == opponents


@pytest.mark.parametrize(
    ("options", "note"),
    [
        ({"simulations": 6000}, "6,000 simulations of the last 3 rounds were run with seed 0;"),
        ({"hopefulness": (10, 10, 50)}, "and 50 % of the simulations are enough"),
        ({"hopefulness": (10, 7)}, "and 7 % of the simulations are enough"),
        ({"control_loss_simulations": 4000}, "of 4,000 simulations when meeting Ann each round"),
        ({"control_loss_threshold": 60}, "No player loses control."),
    ],
)
def test_option_appears_in_the_reasoning(options, note):
    assert not any(note in line for line in notes_of(control()))
    assert any(note in line for line in notes_of(control(), **options))


@pytest.mark.parametrize(("rounds_total", "begins"), [(12, 10), (14, 11), (15, 12), (16, 13)])
def test_control_loss_starts_with_the_last_quarter_by_default(rounds_total, begins):
    request = replace(control(), rounds_total=rounds_total)
    assert control_start_round(request, CopOptions()) == begins
    assert control_start_round(request, CopOptions(control_loss_from=5)) == 5


CLOSE = ["9-2 +300", "9-2 +290", "9-2 +280", "9-2 +270", "1-10 -500", "1-10 -600"]
GIBSONIZED = "a_gibsonized_player_meets_whom_he_met_least"
BY_FACTOR = "factor_three_with_two_rounds_left"
ALWAYS = {"control_loss_from": 1, "factor_three": False}


@pytest.mark.parametrize(
    ("situated", "options", "is_watched"),
    [
        (control(), {}, True),
        (control(), {"control_loss": False}, False),
        (request_for(CASES[GIBSONIZED]), {"control_loss_from": 1}, False),
        (request_for(CASES[BY_FACTOR]), {}, False),
        (request_for(CASES[BY_FACTOR]), {"factor_three": False}, True),
        (situation(CLOSE, rounds_total=12, prizes=[[1, 1]]), ALWAYS, False),
        (situation(CLOSE, rounds_total=14, prizes=[[1, 1]]), ALWAYS, True),
    ],
    ids=["a leader", "not wanted", "a gibsonized leader", "factor three fixes the top",
         "factor three not wanted", "the last round", "three rounds left"],
)  # fmt: skip
def test_control_loss_is_checked_if_the_leaders_opponent_is_open(situated, options, is_watched):
    assert any("ontrol" in note for note in notes_of(situated, **options)) is is_watched


def test_entry_out_of_the_prizes_does_not_meet_its_last_opponent_again():
    records = [f"8-2 +{n}00" for n in (5, 4, 3, 2)]
    records += ["3-7 -100", "3-7 -110", "2-8 -300", "2-8 -400"]
    pairs = [[5, 6], [5, 7], [5, 8], [6, 7], [6, 8]]
    request = situation(records, rounds_total=13, met=pairs, prizes=[[1, 1]])
    assert [5, 6] in met(planned(request))
    (round_,) = request.meetings[frozenset((5, 6))]
    swapped = {round_: 10, 10: round_}
    results = (row._replace(round=swapped.get(row.round, row.round)) for row in request.results)
    just_now = replace(request, results=tuple(results))
    assert just_now.meetings[frozenset((5, 6))] == (10,)
    assert [5, 6] not in met(planned(just_now))


def test_last_quarter_depends_on_the_rounds_still_to_be_paired():
    four = ["3-1 +50", "3-1 +40", "2-2 +0", "1-3 -90"]
    quarters = {left: is_last_quarter(situation(four, rounds_total=4 + left)) for left in (1, 2, 3)}
    assert quarters == {1: True, 2: False, 3: False}
    assert is_last_quarter(situation(["5-4 +1", "4-5 -1"], rounds_total=12))
    assert not is_last_quarter(situation(["5-3 +1", "3-5 -1"], rounds_total=12))


def test_unmet_constraint_is_announced_and_director_pairs_stay():
    case = CASES["king_of_the_hill_takes_one_more_where_the_number_is_odd"]
    plan = planned(request_for(case, apart=[[1, 2]]))
    assert [1, 2] not in met(plan)
    wants = "COP wants a different pairing (king of the hill"
    assert sum(wants in warning for warning in sentences(plan.warnings, {})) == 2
    request = request_for(CASES[BY_HILL])
    plan = planned(replace(request, fixed_pairs=((1, 10),), fixed_byes=(9, 3)))
    assert [1, 10] in met(plan)
    assert sorted(bye.number for bye in plan.byes) == [3, 9]


def test_void_rounds_and_double_forfeits_add_no_half_wins():
    request = request_for(CASES[BY_FACTOR])
    void = tuple(Result(10, n, 0, 0, 0, Outcome.VOID) for n in range(1, 9))
    lost = tuple(Result(10, n, n + 1, -50, -50, Outcome.BOTH_FORFEIT) for n in range(1, 9, 2))
    nine = tuple(result for result in request.results if result.round < 10)
    for results in (void, lost):
        records = replace(request, results=nine + results).records
        assert {n: records[n].half_wins for n in (1, 8)} == {1: 14, 8: 2}


def test_event_without_prizes_is_played_for_first_place():
    notes = notes_of(situation(["3-1 +50", "2-2 +0"], rounds_total=6))
    assert any(note.startswith("Lowest player in the running for 1st place") for note in notes)
    alone = planned(PairingRequest(1, (Entrant(1, 1),), rounds_total=2), simulations=200)
    assert [bye.number for bye in alone.byes] == [1]


@pytest.mark.parametrize(
    ("changes", "options", "sentence"),
    [
        ({"rounds_total": None}, {}, "First set the number of rounds of the division."),
        ({}, {"simulations": 0}, "of the division” must be between 1 and 1,000,000, not 0."),
        ({}, {"hopefulness": ()}, "needs at least one number"),
        ({}, {"hopefulness": (101,)}, "from 0 to 100"),
        ({}, {"control_loss_threshold": 0}, "control, in %” must be between 1 and 100, not 0"),
        ({}, {"hopefullness": 1}, "COP has no option hopefullness"),
        ({"byes_allowed": False, "absent": frozenset({2})}, {}, "no bye is allowed"),
        ({"forbidden_pairs": apart((1, 2)), "absent": frozenset({3, 4})}, {}, "Ann and Ben"),
    ],
)
def test_impossible_request_is_refused_with_the_reason(changes, options, sentence):
    four = situation(["3-1 +50", "3-1 +40", "2-2 +0", "1-3 -90"], rounds_total=6)
    with refused(sentence):
        plan_round(replace(four, **changes), "cop", FAST | options)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([4, 6, 8, 10]), st.integers(3, 9), st.integers(1, 3))
def test_no_other_pairing_of_up_to_ten_players_weighs_less(seed, players, played, left):
    request = replace(
        played_event(players, played, played + left, Random(seed), seed=seed),
        prizes=(PrizeBand(1, 1), PrizeBand(2, 3)),
        gibson_spread=(500,),
    )
    weighed, bye, _ = Cop().weighed_round(request, CopOptions(**FAST))
    assert bye is None

    def judged(pairs):
        of = [weighed.weights_by_places[pair] for pair in pairs]
        broken = sum(
            len(weighed.broken_constraints(*(weighed.players[p] for p in pair))) for pair in pairs
        )
        at_once = sum(weight.is_back_to_back for weight in of)
        lopsided = sum(weighed.leaves_lopsided(*pair) for pair in pairs)
        penalties = sum(len(weight.penalties) for weight in of)
        return broken, penalties, at_once, lopsided, sum(weight.total for weight in of)

    best = min(judged(pairs) for pairs in pairings(list(range(players))))
    assert judged(weighed.lightest_matching().pairs) == best


@pytest.mark.parametrize("key", ["cop", "chew"])
def test_every_option_has_help_and_the_file_states_its_differences(key):
    method = all_methods()[key]
    description = sys.modules[type(method).__module__].__doc__
    assert "differs from the published description" in description
    assert len(method.explanation()) > 300
    for name, item in method.Options.__dataclass_fields__.items():
        assert item.metadata["help"], name
