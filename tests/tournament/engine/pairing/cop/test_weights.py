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
    records=RECORDS,
    *,
    rounds_total=12,
    settled=(),
    in_class=None,
    evened=None,
    met=(),
    lowest=None,
    is_last_quarter=False,
    **more,
):
    """Return the weights of a division; `lowest` holds the lowest rank (from 0) with a hope of each place."""
    more = {"prizes": [[1, 1], [2, 2], [3, 3]]} | more
    request = situation(records, rounds_total=rounds_total, met=met, **more)
    reachable = ReachablePlaces.from_request(request)
    odds = FutureSimulator.from_request(request, reachable, [n - 1 for n in settled]).odds(
        futures=4000, percent=10
    )
    if lowest is not None:
        odds = hoping(reachable.order, lowest)
    return Weights(
        reachable,
        odds,
        frozenset(settled),
        in_class or {},
        evened or {},
        request.meetings,
        request.round,
        is_last_quarter=is_last_quarter,
    )


def test_rank_difference_is_cubed_among_cashers_and_squared_below():
    of = weights().weight
    assert (of(2, 4).distance_weight, of(2, 4).measure) == (8, Measure.CUBED)
    assert (of(3, 6).distance_weight, of(3, 6).measure) == (27, Measure.CUBED)
    assert (of(4, 6).distance_weight, of(4, 6).measure) == (4, Measure.SQUARED)


def test_gibsonized_players_distance_is_squared():
    assert weights(settled=[1]).weight(1, 5).distance_weight == 16


@pytest.mark.parametrize(("times", "weight"), [(0, 0), (1, 32), (2, 96), (3, 224)])
def test_each_further_repeat_weighs_more_than_all_earlier_repeats(times, weight):
    six = weights(met=[[1, 5]] * times)
    assert six.repeat_unit == 4 * 6**3 // 27 == 32
    assert six.weight(1, 5).repeat_weight == weight


def test_rival_without_hope_of_the_holders_place_is_penalized():
    of = weights().weight
    assert of(2, 5).penalties == (Message("cannot_hope", entry=5, place=2),)
    assert of(2, 3).penalties == ()
    assert of(5, 6).penalties == ()  # neither plays for a prize


def test_lowest_hopeful_rival_is_free_and_the_next_is_penalized():
    of = weights(lowest=(2, 3, 3, 4, 5, 5)).weight
    assert of(1, 3).penalties == ()
    assert of(1, 4).penalties == (Message("cannot_hope", entry=4, place=1),)
    assert of(3, 4).penalties == ()
    assert of(3, 5).penalties == (Message("cannot_hope", entry=5, place=3),)


def test_entry_that_cannot_cash_defends_no_place():
    some = weights(lowest=(0, 1, 3, 3, 4, 5))
    assert some.lowest_casher == 3
    assert some.weight(4, 5).penalties == (Message("cannot_hope", entry=5, place=4),)
    assert some.weight(5, 6).penalties == ()


def test_widening_a_place_admits_one_more_rival_to_that_place_only():
    some = weights(lowest=(0, 1, 3, 3, 4, 5)).widen([0])
    assert some.lowest_hopeful(0) == 1
    assert some.weight(1, 2).penalties == ()
    assert some.weight(1, 3).penalties == (Message("cannot_hope", entry=3, place=1),)
    assert some.weight(2, 3).penalties == (Message("cannot_hope", entry=3, place=2),)
    assert some.widen([0, 1]).widened == {0, 1}
    assert some.widen([]).widened == {0}
    assert weights(lowest=(0, 1, 3, 3, 4, 5)).widen([5]).lowest_hopeful(5) == 5


def test_last_quarter_weighs_cashers_by_hope_alone():
    early = weights(lowest=(3, 3, 3, 4, 5, 5))
    late = weights(lowest=(3, 3, 3, 4, 5, 5), is_last_quarter=True)
    parts = {
        pair: (
            late.weight(*pair).places_apart,
            late.weight(*pair).distance_weight,
            late.weight(*pair).measure,
        )
        for pair in [(1, 2), (1, 4), (1, 6), (3, 4), (4, 5), (5, 6)]
    }
    assert parts == {
        (1, 2): (2, 16, Measure.FROM_HOPE),
        (1, 4): (0, 0, Measure.FROM_HOPE),
        (1, 6): (2, 16, Measure.FROM_HOPE),
        (3, 4): (0, 0, Measure.FROM_HOPE),
        (4, 5): (0, 0, Measure.FROM_HOPE),
        (5, 6): (1, 1, Measure.SQUARED),
    }
    assert early.weight(1, 2).distance_weight == 1
    assert early.weight(1, 4).distance_weight == 27


def test_last_quarter_also_squares_a_gibsonized_players_distance():
    late = weights(settled=[1], lowest=(3, 3, 3, 4, 5, 5), is_last_quarter=True)
    assert (late.weight(1, 5).distance_weight, late.weight(1, 5).measure) == (16, Measure.SQUARED)
    assert late.weight(2, 5).measure is Measure.FROM_HOPE


def test_widened_place_shifts_the_last_quarter_weight_of_a_casher():
    late = weights(lowest=(2, 3, 3, 4, 5, 5), is_last_quarter=True)
    assert late.weight(1, 4).distance_weight == 2
    assert late.widen([0]).weight(1, 4).distance_weight == 0


def test_entries_outside_the_prizes_do_not_meet_two_rounds_running():
    some = weights(met=[[5, 6], [1, 6]], lowest=(1, 2, 3, 4, 5, 5))
    (round_,) = some.meetings[frozenset((5, 6))]
    just_now = replace(some, round=round_ + 1)
    assert just_now.weight(5, 6).is_back_to_back
    assert not replace(some, round=round_ + 2).weight(5, 6).is_back_to_back
    (other,) = some.meetings[frozenset((1, 6))]
    assert not replace(some, round=other + 1).weight(1, 6).is_back_to_back


def test_class_prize_holder_avoids_contenders_for_that_prize():
    prizes = [[1, 1], [1, 1, "B"], [2, 2, "B"], [1, 1, "C"]]
    records = ["9-1 +900", "8-2 +300", "6-4 +50", "5-5 +40", "5-5 +30", "1-9 -900", "1-9 -950"]
    classes = {"3": "B", "4": "B", "5": "B", "6": "C", "7": "B"}
    of = weights(
        records, rounds_total=11, prizes=prizes, classes=classes, in_class={3: "B"},
        lowest=(1, 1, 2, 3, 4, 5, 6),
    ).weight  # fmt: skip
    given_away = Message("class_prize_given", rival=4, group="B", holder=3)
    assert of(3, 4).penalties == (given_away,)
    assert of(4, 3).penalties == (given_away,)
    assert of(3, 6).penalties == ()  # contends in another class
    assert of(3, 7).penalties == ()  # in the class, but out of contention
    assert of(4, 5).penalties == ()
    assert of(4, 6).penalties == ()


def test_two_class_prize_holders_may_meet():
    prizes = [[1, 1], [1, 1, "B"], [1, 1, "C"]]
    records = ["9-1 +900", "8-2 +300", "6-4 +50", "5-5 +40", "1-9 -30", "1-9 -900"]
    of = weights(
        records, rounds_total=11, prizes=prizes, classes={"3": "B", "4": "C"},
        in_class={3: "B", 4: "C"}, lowest=(1, 1, 2, 3, 4, 5),
    ).weight  # fmt: skip
    assert of(3, 4).penalties == ()


def test_gibsonized_player_avoids_entries_that_can_win_a_prize():
    of = weights(settled=[1]).weight
    assert of(1, 2).penalties == (Message("plays_for_none", rival=2, settled=1),)
    assert of(1, 6).penalties == ()
    assert weights(settled=[1], evened={1: 0, 2: 0}).weight(1, 2).penalties == ()
    apart = weights(settled=[1], evened={1: 0, 2: 1}).weight(1, 2).penalties
    assert apart == (Message("plays_for_none", rival=2, settled=1),)
    assert weights(settled=[1, 2]).weight(1, 2).penalties == ()
    assert weights(settled=[2]).weight(1, 2).penalties == (
        Message("plays_for_none", rival=1, settled=2),
    )


def test_gibsonized_player_avoids_contenders_for_a_class_prize():
    classed = weights(
        settled=[1], prizes=[[1, 1], [2, 2], [1, 1, "B"]], classes={"5": "B", "6": "B"}
    )
    assert classed.weight(1, 5).penalties == (Message("plays_for_none", rival=5, settled=1),)


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


def test_class_prizes_alone_make_no_casher():
    some = weights(prizes=[[1, 1, "B"]], classes={"5": "B", "6": "B"})
    assert (some.lowest_casher, some.lowest_able_to_cash) == (-1, -1)
    assert some.weight(1, 6).penalties == ()
    assert not some.can_cash(1)


def test_class_prize_holder_may_meet_a_gibsonized_player():
    prizes = [[1, 1], [1, 1, "B"]]
    records = ["9-0 +900", "5-4 +300", "4-5 +200", "4-5 +100", "3-6 -200", "1-8 -900"]
    some = {"rounds_total": 10, "prizes": prizes, "classes": {"3": "B", "6": "B"}}
    rival = weights(records, settled=[1], **some).weight(1, 3)
    holder = weights(records, settled=[1], in_class={3: "B"}, **some).weight(1, 3)
    assert rival.penalties == (Message("plays_for_none", rival=3, settled=1),)
    assert holder.penalties == ()


def test_repeat_in_a_field_of_thirty_adds_to_the_squared_distance():
    thirty = [f"{n}-{n} +0" for n in [5] * 30]
    met = weights(thirty, rounds_total=11, prizes=[[1, 1]], met=[[10, 17]]).weight(10, 17)
    assert (met.distance_weight, met.repeat_weight, met.total) == (49, 4000, 4049)
