"""Methods that pair by the standings, case by case and against exhaustive search."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import (
    NAMED,
    apart,
    cases,
    entrants,
    margins_of,
    pairs_of,
    played_event,
)
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


def standing_at(records, *, met=(), had_bye=(), **more):
    """Return the request after rounds with these records; additional meetings are earlier ties.

    All players have equally many of these ties, so that they do not affect the order.
    Withdrawn opponents, numbered from 100, gave the players their records.
    """
    results, numbers = [], range(1, len(records) + 1)
    most = max(sum(n in pair for pair in met) for n in numbers)
    for number in numbers:
        margins = margins_of(records[number - 1])
        last_win = sum(margin > 0 for margin in margins) - 1
        ties = [0] * (most - sum(number in pair for pair in met))
        for turn, margin in enumerate([*margins, *ties]):
            if number in had_bye and turn == last_win:
                results.append(Result(1, number, NOBODY, margin, 0, Outcome.BYE))
            else:
                results.append(Result(1, number, 100 + turn, 400 + margin, 400))
    results += [Result(2 + turn, *pair, 400, 400) for turn, pair in enumerate(met)]
    games = len(margins_of(records[0])) + most
    gone = (Entrant(100 + n, 100 + n, withdrawn_after=1) for n in range(games))
    players = (*entrants(len(records)), *gone)
    return PairingRequest(games + 10, players, tuple(results), standing=tuple(numbers), **more)


@pytest.mark.parametrize("name", CASES)
def test_method_pairs_as_its_definition_says(name):
    case = CASES[name]
    request = standing_at(
        case["records"],
        met=case.get("met", ()),
        had_bye=case.get("had_bye", ()),
        classes={int(n): group for n, group in case.get("classes", {}).items()},
        forbidden_pairs=apart(*case.get("apart", ())),
        unwanted_pairs=apart(*case.get("wished", ())),
        fixed_pairs=tuple(map(tuple, case.get("fixed", ()))),
    )
    plan, _ = plan_round(request, case["method"], case.get("options"))
    assert pairs_of(plan) == case["pairs"]
    assert [bye.number for bye in plan.byes] == ([case["bye"]] if "bye" in case else [])


def seeds(count, **more):
    return PairingRequest(1, entrants(count), **more)


def test_australian_draw_begins_with_halves_and_a_random_one_with_any_pair():
    plan, _ = plan_round(seeds(8), "australian")
    assert pairs_of(plan) == [[1, 5], [2, 6], [3, 7], [4, 8]]
    (reason, *_) = sentences(plan.pairs[0].reasons, {})
    assert reason == "seed 1 against seed 5, top half against bottom half"
    plans = [plan_round(seeds(4, seed=seed), "random")[0] for seed in range(60)]
    assert len({pair.numbers for plan in plans for pair in plan.pairs}) == 6


def test_repeat_is_announced_with_its_reason_or_the_cost_of_avoiding_it():
    records = ["2-1 +40", "2-1 +10", "1-2 -10", "1-2 -40"]
    request = standing_at(records, met=[(1, 2), (1, 3), (1, 4)], names=NAMED)
    plan, _ = plan_round(request, "swiss")
    (repeat,) = [pair for pair in plan.pairs if 1 in pair.numbers]
    assert repeat.earlier_meetings == 1
    assert "Ann has met all available opponents" in sentences(repeat.reasons, NAMED)
    (warning,) = sentences(plan.warnings, NAMED)
    assert warning.startswith("Ann and ")
    assert warning.endswith("Ann has met all available opponents.")
    records = ["9-1 +90", "8-2 +40", "4-6 +20", "4-6 -10", "2-8 -40", "1-9 -100"]
    plan, _ = plan_round(standing_at(records, met=[(1, 2)]), "king_of_the_hill")
    (warning,) = sentences(plan.warnings, NAMED)
    assert warning.startswith("Ann and Ben meet again after round 2: ")
    assert warning.endswith("otherwise Ann (1st) would meet Cleo (3rd), 5 wins apart.")


def test_unmet_wish_is_announced_and_explained():
    """Two players, and four who have all met, except one pair that wishes not to meet."""
    wished = {"unwanted_pairs": apart((1, 2)), "names": NAMED}
    plan, _ = plan_round(seeds(2, **wished), "swiss")
    (warning,) = sentences(plan.warnings, NAMED)
    assert warning == (
        "Ann and Ben meet although they should be kept apart if possible: in every pairing with "
        "as few repeats, some players meet who should be kept apart."
    )
    assert Message("wished_apart") in plan.pairs[0].reasons
    met = [(1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    four = standing_at(["2-0 +9", "1-1 +5", "1-1 +4", "0-2 -7"], met=met, **wished)
    plan, _ = plan_round(four, "swiss")
    (pair,) = [pair for pair in plan.pairs if pair.numbers == {1, 2}]
    why = Message("as_few_meetings")
    assert Message("wished_apart_why", why=why) in pair.reasons
    assert Message("wish_broken_why", one=1, other=2, why=why) in plan.warnings


def test_firsts_and_seconds_are_balanced_before_spread_among_equal_wins():
    games = ((1, 5, 500, 300), (2, 6, 480, 300), (7, 3, 300, 460), (8, 4, 300, 440))
    results = tuple(Result(1, *game) for game in games)
    request = PairingRequest(2, entrants(8), results, standing=(1, 2, 3, 4, 8, 7, 6, 5))
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
    case = CASES["factor: where nobody below fits, two of the same half of the top meet"]
    request = standing_at(case["records"], met=[(1, other) for other in range(2, 7)])
    plan, _ = plan_round(request, "factor", {"rest": rest, "again": "none"})
    reasons = {tuple(sorted(pair.numbers)): sentence(pair.reasons[0], {}) for pair in plan.pairs}
    assert reasons[1, 7].startswith("place 1 against place 7, as near to factor 3 as possible, ")
    assert reasons[3, 6].startswith("place 3 against place 6, factor 3, ")
    assert [why for pair, why in reasons.items() if min(pair) > 6 and below not in why] == []


RESULTS = (Result(1, 1, 2, 400, 300), Result(1, 3, 4, 400, 390))
MISSING = PairingRequest(
    3, entrants(4), RESULTS[:1], arranged=((1, 3, 4), (2, 1, 3)), names={3: "Cleo", 4: "Dan"}
)


@pytest.mark.parametrize(
    ("request_", "method", "options", "why"),
    [
        (seeds(8), "factor", {"factor": 0}, "needs a factor of at least 1"),
        (seeds(8), "queen_of_the_hill", {"factor": 0}, "needs a factor of at least 1"),
        (MISSING, "swiss", {}, r"missing in round 1: Cleo against Dan, .* order of seeds"),
        (
            PairingRequest(2, entrants(4), source_round=2), "swiss", {},
            r"on the standings after round 2\. Choose an earlier round",
        ),
    ],
)  # fmt: skip
def test_impossible_factor_or_standings_are_refused(request_, method, options, why):
    with refused(why):
        plan_round(request_, method, options)


def test_round_may_be_paired_on_an_earlier_round_without_later_penalties():
    playing = {"arranged": ((2, 1, 3), (2, 2, 4)), "source_round": 1, "standing": (1, 3, 4, 2)}
    plan, _ = plan_round(PairingRequest(3, entrants(4), RESULTS, **playing), "swiss")
    assert pairs_of(plan) == [[1, 4], [2, 3]]
    request = standing_at(["2-0 +9", "1-1 +5", "1-1 +4", "0-2 -7"])
    after = request.standings_round
    for number, spread in ((after, -25), (after + 1, 5), (1, -25)):
        fined = replace(request, penalties=(SpreadPenalty(number, 2, -30),))
        assert (request.records[2].spread, fined.records[2].spread) == (5, spread)


def test_large_field_notes_that_not_every_pairing_was_weighed():
    proved, _ = plan_round(seeds(230), "swiss")
    assert proved.notes == ()
    likely, _ = plan_round(played_event(230, 1, 9, Random(3)), "swiss")
    assert likely.notes == (NOT_PROVED,)


def test_australian_draw_restarts_counting_repeats_from_a_round():
    plans, results, four = [], [], entrants(4)
    for number in (1, 2, 3, 4, 5):
        order = standings(four, results, after=number - 1).order
        request = PairingRequest(number, four, tuple(results), standing=order)
        plans.append(plan_round(request, "australian", {"since": 4})[0])
        for pair in plans[-1].pairs:
            won = pair.first < pair.second
            results.append(Result(number, pair.first, pair.second, 400 + won, 401 - won))
    why = Message("counted_anew", since=4)
    assert {warning.params["why"] for warning in plans[3].warnings} == {why}
    assert len({pair.numbers for plan in plans[:3] for pair in plan.pairs}) == 6
    first, second = ({pair.numbers for pair in plan.pairs} for plan in plans[3:])
    assert frozenset(standings(four, results, after=3).order[:2]) in first
    assert not first & second
    assert judge_round(request, plans[4]).is_clean
    counted, _ = plan_round(request, "australian", {})
    assert {warning.params["why"].code for warning in counted.warnings} == {"met_everybody"}


def test_float_names_nearer_opponents_and_why_they_were_passed_over():
    records = ["3-0 +90", "3-0 +80", "3-0 +70", "2-1 +40", "2-1 +20", "1-2 -10"]
    request = standing_at(records, met=[(1, 2), (1, 3)])
    plan, _ = plan_round(request, "swiss", {"balance_firsts": False})
    (float_of_ann,) = [pair for pair in plan.pairs if 1 in pair.numbers]
    assert float_of_ann.numbers == {1, 4}
    reasons = sentences(float_of_ann.reasons, NAMED)
    assert reasons[0].startswith("4 wins against 3, place 1 against place 4")
    assert reasons[1:3] == (
        "Ann floats down: 3 players have 4 wins, an odd number",
        "nearer, but met before: Ben and Cleo",
    )


QUARTERS = {2: "quarters_upper", 0: "quarters_lower", 1: "quarters_near"}
"""The reason for a pair by the number of its players in the upper half."""


@pytest.mark.parametrize("players", [6, 8, 9, 10, 12])
def test_quartile_pair_is_explained_by_its_half(players):
    request = played_event(players, 3, 8, Random(players))
    plan, _ = plan_round(request, "quartiles")
    seated = [n for n in request.ranked if n not in {bye.number for bye in plan.byes}]
    upper = set(seated[: 2 * -(-len(seated) // 4)])
    for pair in plan.pairs:
        codes = {reason.code for reason in pair.reasons}
        assert codes & {*QUARTERS.values()} == {QUARTERS[len(pair.numbers & upper)]}


def test_forced_pair_across_halves_stays_near_its_intended_opponent():
    """Ann may meet nobody in the upper half of eight."""
    records = ["3-0 +9", "3-0 +5", "2-1 +4", "2-1 +3", "1-2 -1", "1-2 -4", "0-3 -7", "0-3 -9"]
    remaining = apart((1, 2), (1, 3), (1, 4))
    plan, _ = plan_round(standing_at(records, met=[(7, 8)], forbidden_pairs=remaining), "quartiles")
    for pair in plan.pairs:
        across = len(pair.numbers & {1, 2, 3, 4}) == 1
        assert across or 1 not in pair.numbers
        assert ("quarters_near" in {reason.code for reason in pair.reasons}) is across
