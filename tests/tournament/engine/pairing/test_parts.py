"""Parts: a final at the top and another method below it in the same rounds."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import played_event, won_by
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.repeat_price import EVERY_REPEAT_FREE, RepeatPrice
from tournament.engine.standings import standings
from tournament.wording.sentences import sentences


def after(rounds, players=20, **more):
    return played_event(players, rounds, rounds + 7, Random(5), **more)


def next_round(request, plan):
    """Return the request for the round after `plan`, in which the lower numbers win."""
    results = [*request.results, *won_by(plan)]
    return replace(
        request,
        round=plan.round + 1,
        results=tuple(results),
        standing=standings(request.entrants, results, after=plan.round).order,
    )


def split(plan, top):
    inside = [pair for pair in plan.pairs if pair.numbers <= set(top)]
    outside = [pair for pair in plan.pairs if not pair.numbers & set(top)]
    return inside, outside


def test_final_eight_plays_a_round_robin_while_the_rest_is_swiss():
    request = after(6)
    field, top = request.standing, request.standing[:8]
    met = []
    for _ in range(7):
        plan, problems = plan_round(request, "parts", {"field": field, "start_round": 7})
        assert [problem for problem in problems if problem.is_blocking] == []
        inside, outside = split(plan, top)
        assert (len(inside), len(outside)) == (4, 6)
        met += [pair.numbers for pair in inside]
        request = next_round(request, plan)
    assert len(set(met)) == 28


def test_reasons_name_the_part_of_each_pair():
    request = after(6)
    plan, _ = plan_round(request, "parts", {"start_round": 7})
    inside, outside = split(plan, request.standing[:8])
    assert sentences(inside[0].reasons, {})[:2] == ("in the top 8", "round 1 of the table")
    assert sentences(outside[0].reasons, {})[0] == "below the top 8"
    assert "near each other" in sentences(outside[0].reasons, {})[1]


def test_members_of_the_top_part_stay_regardless_of_its_results():
    request = after(6)
    field = request.standing
    again = replace(request, round=8, standing=tuple(reversed(field)), source_round=6)
    plan, _ = plan_round(again, "parts", {"field": field, "start_round": 7, "size": 6})
    inside, outside = split(plan, field[:6])
    assert (len(inside), len(outside)) == (3, 7)


@pytest.mark.parametrize(
    "top", ["round_robin", "bracket", "double_elimination", "king_of_the_hill"]
)
@pytest.mark.parametrize("rest", ["swiss", "factor", "quartiles", "round_robin", "random"])
def test_any_two_methods_share_a_round(top, rest):
    request = after(6)
    plan, problems = plan_round(request, "parts", {"top": top, "rest": rest, "start_round": 7})
    assert [problem for problem in problems if problem.is_blocking] == []
    inside, outside = split(plan, request.standing[:8])
    assert (len(inside), len(outside)) == (4, 6)


def test_entries_left_alone_in_both_parts_meet():
    request = after(6)
    gone = {request.standing[2], request.standing[12]}
    plan, _ = plan_round(replace(request, absent=frozenset(gone)), "parts", {"start_round": 7})
    assert plan.byes == ()
    inside, outside = split(plan, request.standing[:8])
    assert (len(inside), len(outside), len(plan.pairs)) == (3, 5, 9)


def test_part_paired_by_results_decides_firsts_by_starts():
    request = after(6)
    plan, _ = plan_round(request, "parts", {"start_round": 7, "top": "king_of_the_hill"})
    last = [sentences(pair.reasons, {})[-1] for pair in plan.pairs]
    assert "first: named first in the table or list that paired the round" not in last


def test_repeats_are_free_if_the_top_part_follows_a_table():
    request = after(6)
    by_table, _ = plan_round(request, "parts", {"start_round": 7})
    by_place, _ = plan_round(request, "parts", {"start_round": 7, "top": "king_of_the_hill"})
    assert by_table.price == EVERY_REPEAT_FREE
    assert by_place.price == RepeatPrice(0)


def test_directors_pair_stays_in_its_part():
    request = after(6)
    one, other = request.standing[10], request.standing[19]
    plan, _ = plan_round(replace(request, fixed_pairs=((one, other),)), "parts", {"start_round": 7})
    assert frozenset((one, other)) in {pair.numbers for pair in plan.pairs}
    with refused("belong to different parts"):
        across = ((request.standing[0], other),)
        plan_round(replace(request, fixed_pairs=across), "parts", {"start_round": 7})


@pytest.mark.parametrize("size", [1, 20, 25])
def test_top_without_a_rest_is_refused(size):
    with refused("is not possible"):
        plan_round(after(6), "parts", {"size": size})


def test_only_parts_takes_its_field_from_the_standings():
    assert all_methods()["parts"].field_by_standing
    assert not all_methods()["swiss"].field_by_standing
