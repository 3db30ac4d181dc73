"""The weights of COP for a pair, part by part."""

from dataclasses import replace

import pytest

from tests.tournament.engine.pairing.situations import hoping, situation
from tournament.engine.message import Message
from tournament.engine.pairing.cop.place_odds import FutureSimulator
from tournament.engine.pairing.cop.weights import Measure, Weights
from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.wording.sentences import sentences

RECORDS = ["9-1 +900", "7-3 +300", "7-3 +200", "6-4 +50", "2-8 -400", "1-9 -900"]


def weights(
    records=RECORDS, *, rounds_total=12, settled=(), in_class=None, evened=None, met=(),
    lowest=None, is_last_quarter=False, **more,
):  # fmt: skip
    """Return the weights of a division; `lowest` holds the lowest rank (from 0) with a hope of each place."""
    more = {"prizes": [[1, 1], [2, 2], [3, 3]]} | more
    request = situation(records, rounds_total=rounds_total, met=met, **more)
    reachable = ReachablePlaces.from_request(request)
    simulator = FutureSimulator.from_request(request, reachable, [n - 1 for n in settled])
    odds = simulator.odds(futures=4000, percent=10)
    if lowest is not None:
        odds = hoping(reachable.order, lowest)
    return Weights(
        reachable, odds, frozenset(settled), in_class or {}, evened or {}, request.meetings,
        request.round, is_last_quarter=is_last_quarter,
    )  # fmt: skip


def test_rank_difference_is_cubed_among_cashers_and_squared_below_or_if_gibsonized():
    of = weights().weight
    for pair, weight, measure in (
        ((2, 4), 8, Measure.CUBED), ((3, 6), 27, Measure.CUBED), ((4, 6), 4, Measure.SQUARED),
    ):  # fmt: skip
        assert (of(*pair).distance_weight, of(*pair).measure) == (weight, measure)
    assert weights(settled=[1]).weight(1, 5).distance_weight == 16


@pytest.mark.parametrize(("times", "weight"), [(0, 0), (1, 32), (2, 96), (3, 224)])
def test_each_further_repeat_weighs_more_than_all_earlier_repeats(times, weight):
    six = weights(met=[[1, 5]] * times)
    assert six.repeat_unit == 4 * 6**3 // 27 == 32
    assert six.weight(1, 5).repeat_weight == weight


@pytest.mark.parametrize(
    ("options", "places"),
    [
        ({}, {(2, 5): 2, (2, 3): None, (5, 6): None}),  # 5 and 6 do not play for a prize
        ({"lowest": (2, 3, 3, 4, 5, 5)}, {(1, 3): None, (1, 4): 1, (3, 4): None, (3, 5): 3}),
        ({"lowest": (0, 1, 3, 3, 4, 5)}, {(4, 5): 4, (5, 6): None}),  # 4 is the lowest casher
    ],
)
def test_rival_without_hope_of_the_holders_place_is_penalized(options, places):
    of = weights(**options).weight
    for (holder, rival), place in places.items():
        penalty = Message("cannot_hope", entry=rival, place=place)
        assert of(holder, rival).penalties == ((penalty,) if place else ())


def test_widening_a_place_admits_one_more_rival_to_that_place_only():
    before = weights(lowest=(0, 1, 3, 3, 4, 5))
    assert before.lowest_casher == 3
    some = before.widen([0])
    assert some.lowest_hopeful(0) == 1
    assert some.weight(1, 2).penalties == ()
    assert some.weight(1, 3).penalties == (Message("cannot_hope", entry=3, place=1),)
    assert some.weight(2, 3).penalties == (Message("cannot_hope", entry=3, place=2),)
    assert some.widen([0, 1]).widened == {0, 1}
    assert some.widen([]).widened == {0}
    assert before.widen([5]).lowest_hopeful(5) == 5


def test_last_quarter_weighs_cashers_by_hope_alone():
    early = weights(lowest=(3, 3, 3, 4, 5, 5))
    late = weights(lowest=(3, 3, 3, 4, 5, 5), is_last_quarter=True)
    for pair, apart, weight, measure in (
        ((1, 2), 2, 16, Measure.FROM_HOPE),
        ((1, 4), 0, 0, Measure.FROM_HOPE),
        ((1, 6), 2, 16, Measure.FROM_HOPE),
        ((3, 4), 0, 0, Measure.FROM_HOPE),
        ((4, 5), 0, 0, Measure.FROM_HOPE),
        ((5, 6), 1, 1, Measure.SQUARED),
    ):
        of = late.weight(*pair)
        assert (of.places_apart, of.distance_weight, of.measure) == (apart, weight, measure)
    assert early.weight(1, 2).distance_weight == 1
    assert early.weight(1, 4).distance_weight == 27
    settled = weights(settled=[1], lowest=(3, 3, 3, 4, 5, 5), is_last_quarter=True)
    of = settled.weight(1, 5)
    assert (of.distance_weight, of.measure) == (16, Measure.SQUARED)
    assert settled.weight(2, 5).measure is Measure.FROM_HOPE


def test_weight_of_cashers_widened_places_and_repeats():
    late = weights(lowest=(2, 3, 3, 4, 5, 5), is_last_quarter=True)
    assert late.weight(1, 4).distance_weight == 2
    assert late.widen([0]).weight(1, 4).distance_weight == 0
    some = weights(prizes=[[1, 1, "B"]], classes={"5": "B", "6": "B"})
    assert (some.lowest_casher, some.lowest_able_to_cash) == (-1, -1)
    assert some.weight(1, 6).penalties == ()
    assert not some.can_cash(1)
    thirty = [f"{n}-{n} +0" for n in [5] * 30]
    met = weights(thirty, rounds_total=11, prizes=[[1, 1]], met=[[10, 17]]).weight(10, 17)
    assert (met.distance_weight, met.repeat_weight, met.total) == (49, 4000, 4049)


def test_entries_outside_the_prizes_do_not_meet_two_rounds_running():
    some = weights(met=[[5, 6], [1, 6]], lowest=(1, 2, 3, 4, 5, 5))
    (round_,) = some.meetings[frozenset((5, 6))]
    just_now = replace(some, round=round_ + 1)
    assert just_now.weight(5, 6).is_back_to_back
    assert not replace(some, round=round_ + 2).weight(5, 6).is_back_to_back
    (other,) = some.meetings[frozenset((1, 6))]
    assert not replace(some, round=other + 1).weight(1, 6).is_back_to_back


def test_class_prize_holder_avoids_contenders_for_that_prize_but_no_other_holder():
    records = ["9-1 +900", "8-2 +300", "6-4 +50", "5-5 +40", "5-5 +30", "1-9 -900", "1-9 -950"]
    of = weights(
        records, rounds_total=11, prizes=[[1, 1], [1, 1, "B"], [2, 2, "B"], [1, 1, "C"]],
        classes={"3": "B", "4": "B", "5": "B", "6": "C", "7": "B"}, in_class={3: "B"},
        lowest=(1, 1, 2, 3, 4, 5, 6),
    ).weight  # fmt: skip
    given_away = Message("class_prize_given", rival=4, group="B", holder=3)
    assert of(3, 4).penalties == of(4, 3).penalties == (given_away,)
    # 6 contends in another class, and 7 is out of contention.
    assert [of(*pair).penalties for pair in ((3, 6), (3, 7), (4, 5), (4, 6))] == [()] * 4
    holders = weights(
        [*records[:4], "1-9 -30", "1-9 -900"], rounds_total=11, in_class={3: "B", 4: "C"},
        prizes=[[1, 1], [1, 1, "B"], [1, 1, "C"]], classes={"3": "B", "4": "C"},
        lowest=(1, 1, 2, 3, 4, 5),
    )  # fmt: skip
    assert holders.weight(3, 4).penalties == ()


def test_weight_is_explained_in_parts():
    again, near = weights(met=[[1, 5]]).weight(1, 5), weights().weight(5, 6)
    late = weights(lowest=(3, 3, 3, 4, 5, 5), is_last_quarter=True).weight(1, 3)
    assert sentences((again.reason, near.reason, late.reason), {}) == (
        "weight 96: 4 places apart cubed is 64, met once 32",
        "weight 1: 1 place apart squared is 1",
        (
            "weight 2: 1 place from the lowest player who can still reach the higher-ranked "
            "player’s place, cubed and doubled, is 2"
        ),
    )


CLASSED = {
    "records": ["9-0 +900", "5-4 +300", "4-5 +200", "4-5 +100", "3-6 -200", "1-8 -900"],
    "rounds_total": 10, "prizes": [[1, 1], [1, 1, "B"]], "classes": {"3": "B", "6": "B"},
    "settled": [1],
}  # fmt: skip
OF_CLASS_B = {"prizes": [[1, 1], [2, 2], [1, 1, "B"]], "classes": {"5": "B", "6": "B"}}


@pytest.mark.parametrize(
    ("options", "pair", "settled"),
    [
        ({"settled": [1]}, (1, 2), 1),
        ({"settled": [1]}, (1, 6), None),
        ({"settled": [1], "evened": {1: 0, 2: 0}}, (1, 2), None),
        ({"settled": [1], "evened": {1: 0, 2: 1}}, (1, 2), 1),
        ({"settled": [1, 2]}, (1, 2), None),
        ({"settled": [2]}, (2, 1), 2),
        ({"settled": [1], **OF_CLASS_B}, (1, 5), 1),
        (CLASSED, (1, 3), 1),
        ({**CLASSED, "in_class": {3: "B"}}, (1, 3), None),  # who holds that prize already
    ],
)
def test_gibsonized_player_avoids_entries_that_can_win_a_prize(options, pair, settled):
    penalty = Message("plays_for_none", rival=pair[1], settled=settled)
    assert weights(**options).weight(*sorted(pair)).penalties == ((penalty,) if settled else ())
