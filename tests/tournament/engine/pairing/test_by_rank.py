"""Methods that pair by the standings, case by case and against exhaustive search."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import cases, pairs_of, played_event
from tournament.engine.entrants import Entrant
from tournament.engine.message import Message
from tournament.engine.pairing.avoidable_concessions import judge_round
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.preference_pairing import NOT_PROVED
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import NOBODY, Outcome, Result, SpreadPenalty
from tournament.engine.standings import standings
from tournament.wording.sentences import sentence, sentences

CASES = cases("by_rank.toml")


GONE = 100
"""First number of the withdrawn opponents who gave the players their records."""


def standing_at(records, *, met=(), had_bye=(), **more):
    """Return the request after rounds with these records; additional meetings are earlier ties.

    All players have equally many of these ties, so that they do not affect the order.
    """
    results, numbers = [], range(1, len(records) + 1)
    most = max([sum(n in pair for pair in met) for n in numbers])
    rounds = sum(map(int, records[0].split()[0].split("-")))
    for number in numbers:
        record, spread = records[number - 1].split()
        wins, losses = map(int, record.split("-"))
        margins = [1] * wins + [-1] * losses
        rest = int(spread) - sum(margins)
        if rest:
            margins[margins.index(1 if rest > 0 else -1)] += rest
        ties = most - sum(number in pair for pair in met)
        for turn, margin in enumerate([*margins, *([0] * ties)]):
            if number in had_bye and turn == wins - 1:
                results.append(Result(1, number, NOBODY, margin, 0, Outcome.BYE))
            else:
                results.append(Result(1, number, GONE + turn, 400 + margin, 400))
    results += [Result(2 + turn, *pair, 400, 400) for turn, pair in enumerate(met)]
    gone = [Entrant(GONE + n, GONE + n, withdrawn_after=1) for n in range(rounds + most)]
    return PairingRequest(
        rounds + most + 10,
        (*(Entrant(n, n) for n in numbers), *gone),
        tuple(results),
        standing=tuple(numbers),
        **more,
    )


@pytest.mark.parametrize("name", CASES)
def test_method_pairs_as_its_definition_says(name):
    case = CASES[name]
    request = standing_at(
        case["records"],
        met=case.get("met", ()),
        had_bye=case.get("had_bye", ()),
        classes={int(n): group for n, group in case.get("classes", {}).items()},
        forbidden_pairs=frozenset(map(frozenset, case.get("apart", ()))),
        unwanted_pairs=frozenset(map(frozenset, case.get("wished", ()))),
        fixed_pairs=tuple(map(tuple, case.get("fixed", ()))),
    )
    plan, _ = plan_round(request, case["method"], case.get("options"))
    assert pairs_of(plan) == case["pairs"]
    assert [bye.number for bye in plan.byes] == ([case["bye"]] if "bye" in case else [])


def seeds(count, **more):
    return PairingRequest(1, tuple(Entrant(n, n) for n in range(1, count + 1)), **more)


def test_australian_draw_begins_with_top_half_against_bottom_half():
    plan, _ = plan_round(seeds(8), "australian")
    assert pairs_of(plan) == [[1, 5], [2, 6], [3, 7], [4, 8]]
    (reason, *_) = sentences(plan.pairs[0].reasons, {})
    assert reason == "seed 1 against seed 5, top half against bottom half"


def test_random_draw_can_produce_every_pair():
    met = {
        frozenset(pair)
        for seed in range(60)
        for pair in pairs_of(plan_round(seeds(4, seed=seed), "random")[0])
    }
    assert len(met) == 6


def test_forced_repeat_is_announced_with_its_reason():
    request = standing_at(
        ["2-1 +40", "2-1 +10", "1-2 -10", "1-2 -40"], met=[(1, 2), (1, 3), (1, 4)], names={1: "Ann"}
    )
    plan, _ = plan_round(request, "swiss")
    (repeat,) = [pair for pair in plan.pairs if 1 in pair.numbers]
    assert repeat.earlier_meetings == 1
    assert "Ann has met all available opponents" in sentences(repeat.reasons, request.names)
    (warning,) = sentences(plan.warnings, request.names)
    assert warning.startswith("Ann and ")
    assert warning.endswith("Ann has met all available opponents.")


def test_unmet_wish_is_announced():
    request = seeds(2, unwanted_pairs=frozenset({frozenset((1, 2))}), names={1: "Ann", 2: "Ben"})
    plan, _ = plan_round(request, "swiss")
    (warning,) = sentences(plan.warnings, request.names)
    assert warning == (
        "Ann and Ben meet although they should be kept apart if possible: in every pairing with "
        "as few repeats, some players meet who should be kept apart."
    )
    (pair,) = plan.pairs
    assert Message("wished_apart") in pair.reasons


def test_wish_given_up_for_fewer_repeats_is_explained():
    """Four players who have all met, except one pair that wishes not to meet."""
    wished = frozenset({frozenset((1, 2))})
    request = standing_at(
        ["2-0 +9", "1-1 +5", "1-1 +4", "0-2 -7"], met=[(1, 3), (1, 4), (2, 3), (2, 4), (3, 4)],
        unwanted_pairs=wished,
    )  # fmt: skip
    plan, _ = plan_round(request, "swiss")
    (pair,) = [pair for pair in plan.pairs if pair.numbers == {1, 2}]
    why = Message("as_few_meetings")
    assert Message("wished_apart_why", why=why) in pair.reasons
    assert Message("wish_broken_why", one=1, other=2, why=why) in plan.warnings


def test_firsts_and_seconds_are_balanced_before_spread_among_equal_wins():
    results = (
        Result(1, 1, 5, 500, 300),
        Result(1, 2, 6, 480, 300),
        Result(1, 7, 3, 300, 460),
        Result(1, 8, 4, 300, 440),
    )
    request = PairingRequest(
        2, tuple(Entrant(n, n) for n in range(1, 9)), results, standing=(1, 2, 3, 4, 8, 7, 6, 5)
    )
    plan, _ = plan_round(request, "swiss")
    assert pairs_of(plan)[:2] == [[1, 3], [2, 4]]
    assert sentences(plan.pairs[0].reasons, {}) == (
        "1 win each, place 1 against place 3, near each other in the standings",
        "have not met",
        "their firsts and seconds even out",
        "first: has gone first less often (0 to 1)",
    )
    plan, _ = plan_round(request, "swiss", {"balance_firsts": False})
    assert pairs_of(plan)[:2] == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("rest", "below"),
    [("swiss", "Swiss below place 6"), ("halves", "top half against bottom half below place 6")],
)
def test_factor_round_explains_leaders_by_the_factor_and_the_rest_by_its_rule(rest, below):
    request = standing_at(
        CASES["factor: where nobody below fits, two of the same half of the top meet"]["records"],
        met=[(1, other) for other in range(2, 7)],
    )
    plan, _ = plan_round(request, "factor", {"rest": rest, "again": "none"})
    reasons = {tuple(sorted(pair.numbers)): sentence(pair.reasons[0], {}) for pair in plan.pairs}
    assert reasons[1, 7].startswith("place 1 against place 7, as near to factor 3 as possible, ")
    assert reasons[3, 6].startswith("place 3 against place 6, factor 3, ")
    assert [
        reason for pair, reason in reasons.items() if min(pair) > 6 and below not in reason
    ] == []


@pytest.mark.parametrize("method", ["factor", "queen_of_the_hill"])
def test_factor_below_one_is_refused(method):
    with refused("needs a factor of at least 1"):
        plan_round(seeds(8), method, {"factor": 0})


def test_missing_results_of_the_source_round_are_named():
    request = PairingRequest(
        3,
        tuple(Entrant(n, n) for n in range(1, 5)),
        (Result(1, 1, 2, 400, 300),),
        arranged=((1, 3, 4), (2, 1, 3)),
        names={3: "Cleo", 4: "Dan"},
    )
    with refused(r"missing in round 1: Cleo against Dan, .* order of seeds"):
        plan_round(request, "swiss")


def test_round_may_be_paired_while_the_previous_round_is_playing():
    results = (Result(1, 1, 2, 400, 300), Result(1, 3, 4, 400, 390))
    request = PairingRequest(
        3,
        tuple(Entrant(n, n) for n in range(1, 5)),
        results,
        arranged=((2, 1, 3), (2, 2, 4)),
        source_round=1,
        standing=(1, 3, 4, 2),
    )
    plan, _ = plan_round(request, "swiss")
    assert pairs_of(plan) == [[1, 4], [2, 3]]


def test_round_cannot_use_its_own_standings():
    with refused(r"on the standings after round 2\. Choose an earlier round"):
        plan_round(PairingRequest(2, seeds(4).entrants, source_round=2), "swiss")


def test_large_field_notes_that_not_every_pairing_was_weighed():
    proved, _ = plan_round(seeds(230), "swiss")
    assert proved.notes == ()
    likely, _ = plan_round(played_event(230, 1, 9, Random(3)), "swiss")
    assert likely.notes == (NOT_PROVED,)


def test_australian_draw_restarts_counting_repeats_from_a_round():
    plans, results = [], []
    entrants = tuple(Entrant(n, n) for n in range(1, 5))
    for number in (1, 2, 3, 4, 5):
        request = PairingRequest(
            number,
            entrants,
            tuple(results),
            standing=standings(entrants, results, after=number - 1).order,
        )
        plans.append(plan_round(request, "australian", {"since": 4})[0])
        for pair in plans[-1].pairs:
            won = pair.first < pair.second
            results.append(Result(number, pair.first, pair.second, 400 + won, 401 - won))
    assert {warning.params["why"] for warning in plans[3].warnings} == {
        Message("counted_anew", since=4)
    }
    assert len({pair.numbers for plan in plans[:3] for pair in plan.pairs}) == 6
    first, second = ({pair.numbers for pair in plan.pairs} for plan in plans[3:])
    assert frozenset(standings(entrants, results, after=3).order[:2]) in first
    assert not first & second
    assert judge_round(request, plans[4]).is_clean
    counted, _ = plan_round(request, "australian", {})
    assert {warning.params["why"].code for warning in counted.warnings} == {"met_everybody"}


def test_float_names_nearer_opponents_and_why_they_were_passed_over():
    records = ["3-0 +90", "3-0 +80", "3-0 +70", "2-1 +40", "2-1 +20", "1-2 -10"]
    names = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dan"}
    request = standing_at(records, met=[(1, 2), (1, 3)], names=names)
    plan, _ = plan_round(request, "swiss", {"balance_firsts": False})
    (float_of_ann,) = [pair for pair in plan.pairs if 1 in pair.numbers]
    assert float_of_ann.numbers == {1, 4}
    reasons = sentences(float_of_ann.reasons, names)
    assert reasons[0].startswith("4 wins against 3, place 1 against place 4")
    assert reasons[1:3] == (
        "Ann floats down: 3 players have 4 wins, an odd number",
        "nearer, but met before: Ben and Cleo",
    )


def test_free_repeat_names_the_cost_of_avoiding_it():
    records = ["9-1 +90", "8-2 +40", "4-6 +20", "4-6 -10", "2-8 -40", "1-9 -100"]
    names = {1: "Ann", 2: "Ben", 3: "Cleo"}
    request = standing_at(records, met=[(1, 2)], names=names)
    plan, _ = plan_round(request, "king_of_the_hill")
    (warning,) = sentences(plan.warnings, names)
    assert warning.startswith("Ann and Ben meet again after round 2: ")
    assert warning.endswith("otherwise Ann (1st) would meet Cleo (3rd), 5 wins apart.")


@pytest.mark.parametrize("players", [6, 8, 9, 10, 12])
def test_quartile_pair_is_explained_by_its_half(players):
    request = played_event(players, 3, 8, Random(players))
    plan, _ = plan_round(request, "quartiles")
    seated = [n for n in request.ranked if n not in {bye.number for bye in plan.byes}]
    upper = set(seated[: 2 * -(-len(seated) // 4)])
    for pair in plan.pairs:
        codes = {reason.code for reason in pair.reasons}
        in_upper = len(pair.numbers & upper)
        expected = {2: "quarters_upper", 0: "quarters_lower", 1: "quarters_near"}[in_upper]
        assert expected in codes
        assert len(codes & {"quarters_upper", "quarters_lower", "quarters_near"}) == 1


def test_forced_pair_across_halves_stays_near_its_intended_opponent():
    """Ann may meet nobody in the upper half of eight."""
    apart = frozenset(frozenset((1, other)) for other in (2, 3, 4))
    request = standing_at(
        ["3-0 +9", "3-0 +5", "2-1 +4", "2-1 +3", "1-2 -1", "1-2 -4", "0-3 -7", "0-3 -9"],
        met=[(7, 8)],
        forbidden_pairs=apart,
    )
    plan, _ = plan_round(request, "quartiles")
    codes = {pair.numbers: {reason.code for reason in pair.reasons} for pair in plan.pairs}
    (of_ann,) = [reasons for numbers, reasons in codes.items() if 1 in numbers]
    assert "quarters_near" in of_ann
    for numbers, reasons in codes.items():
        across = len(numbers & {1, 2, 3, 4}) == 1
        assert ("quarters_near" in reasons) is across


def test_penalties_of_later_rounds_do_not_change_the_source_round():
    records = ["2-0 +9", "1-1 +5", "1-1 +4", "0-2 -7"]
    request = standing_at(records)
    after = request.standings_round
    there = replace(request, penalties=(SpreadPenalty(after, 2, -30),))
    later = replace(request, penalties=(SpreadPenalty(after + 1, 2, -30),))
    earlier = replace(request, penalties=(SpreadPenalty(1, 2, -30),))
    assert [r.records[2].spread for r in (request, there, later, earlier)] == [5, -25, 5, -25]
