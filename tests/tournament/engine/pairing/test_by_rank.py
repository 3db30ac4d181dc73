"""Methods that pair by the standings, case by case and against exhaustive search."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import (
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


def seeds(count):
    return PairingRequest(1, entrants(count))


def test_firsts_and_seconds_are_balanced_before_spread_among_equal_wins():
    games = ((1, 5, 500, 300), (2, 6, 480, 300), (7, 3, 300, 460), (8, 4, 300, 440))
    results = tuple(Result(1, *game) for game in games)
    request = PairingRequest(2, entrants(8), results, standing=(1, 2, 3, 4, 8, 7, 6, 5))
    plan, _ = plan_round(request, "swiss")
    assert pairs_of(plan)[:2] == [[1, 3], [2, 4]]
    plan, _ = plan_round(request, "swiss", {"balance_firsts": False})
    assert pairs_of(plan)[:2] == [[1, 2], [3, 4]]


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


def test_forced_pair_across_halves_stays_near_its_intended_opponent():
    """Ann may meet nobody in the upper half of eight."""
    records = ["3-0 +9", "3-0 +5", "2-1 +4", "2-1 +3", "1-2 -1", "1-2 -4", "0-3 -7", "0-3 -9"]
    remaining = apart((1, 2), (1, 3), (1, 4))
    plan, _ = plan_round(standing_at(records, met=[(7, 8)], forbidden_pairs=remaining), "quartiles")
    for pair in plan.pairs:
        across = len(pair.numbers & {1, 2, 3, 4}) == 1
        assert across or 1 not in pair.numbers
        assert ("quarters_near" in {reason.code for reason in pair.reasons}) is across
