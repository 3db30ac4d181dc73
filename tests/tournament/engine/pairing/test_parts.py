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

FIELD = played_event(20, 6, 13, Random(5))
"""Before round 7, in which a final of eight begins."""
TOP = FIELD.standing[:8]


def seventh(request=FIELD, **options):
    """Return the pairs in the top, those below it, and the round, which has no error."""
    plan, problems = plan_round(request, "parts", {"start_round": 7, **options})
    assert [problem for problem in problems if problem.is_blocking] == []
    top = FIELD.standing[: options.get("size", 8)]
    inside = [pair for pair in plan.pairs if pair.numbers <= {*top}]
    return inside, [pair for pair in plan.pairs if not pair.numbers & {*top}], plan


def next_round(request, plan):
    """Return the request for the round after `plan`, in which the lower numbers win."""
    results = [*request.results, *won_by(plan)]
    return replace(
        request,
        round=plan.round + 1,
        results=tuple(results),
        standing=standings(request.entrants, results, after=plan.round).order,
    )


def test_final_eight_plays_a_round_robin_while_the_rest_is_swiss():
    request, met = FIELD, []
    for _ in range(7):
        inside, outside, plan = seventh(request, field=FIELD.standing)
        assert (len(inside), len(outside)) == (4, 6)
        met += [pair.numbers for pair in inside]
        request = next_round(request, plan)
    assert len(set(met)) == 28


def test_parts_are_named_and_their_members_stay_regardless_of_results():
    inside, outside, _ = seventh()
    assert sentences(inside[0].reasons, {})[:2] == ("in the top 8", "round 1 of the table")
    assert sentences(outside[0].reasons, {})[0] == "below the top 8"
    assert "near each other" in sentences(outside[0].reasons, {})[1]
    field = FIELD.standing
    again = replace(FIELD, round=8, standing=tuple(reversed(field)), source_round=6)
    inside, outside, _ = seventh(again, field=field, size=6)
    assert (len(inside), len(outside)) == (3, 7)
    assert all_methods()["parts"].field_by_standing
    assert not all_methods()["swiss"].field_by_standing


@pytest.mark.parametrize(
    "top", ["round_robin", "bracket", "double_elimination", "king_of_the_hill"]
)
@pytest.mark.parametrize("rest", ["swiss", "factor", "quartiles", "round_robin", "random"])
def test_any_two_methods_share_a_round(top, rest):
    inside, outside, _ = seventh(top=top, rest=rest)
    assert (len(inside), len(outside)) == (4, 6)


def test_entries_left_alone_in_both_parts_meet_but_no_pair_of_the_director():
    gone = frozenset({TOP[2], FIELD.standing[12]})
    inside, outside, plan = seventh(replace(FIELD, absent=gone))
    assert plan.byes == ()
    assert (len(inside), len(outside), len(plan.pairs)) == (3, 5, 9)
    one, other = FIELD.standing[10], FIELD.standing[19]
    _, outside, _ = seventh(replace(FIELD, fixed_pairs=((one, other),)))
    assert {one, other} in [pair.numbers for pair in outside]
    with refused("belong to different parts"):
        seventh(replace(FIELD, fixed_pairs=((TOP[0], other),)))


def test_part_paired_by_results_decides_firsts_by_starts_and_repeats_cost():
    _, _, by_table = seventh()
    _, _, by_place = seventh(top="king_of_the_hill")
    last = [sentences(pair.reasons, {})[-1] for pair in by_place.pairs]
    assert "first: named first in the table or list that paired the round" not in last
    assert by_table.price == EVERY_REPEAT_FREE
    assert by_place.price == RepeatPrice(0)


@pytest.mark.parametrize("size", [1, 20, 25])
def test_top_without_a_rest_is_refused(size):
    with refused("is not possible"):
        plan_round(FIELD, "parts", {"size": size})
