"""What COP weighs and what it demands, one by one."""

import pytest

from tests.tournament.engine.pairing.situations import situation
from tournament.engine.message import Message
from tournament.engine.pairing.chase import Chase
from tournament.engine.pairing.cop.demands import (
    Demand,
    class_hill,
    gibson_groups,
    king_of_the_hill,
    stay_in_group,
)
from tournament.engine.pairing.cop.hopes import Simulated
from tournament.engine.pairing.cop.weights import Weights
from tournament.wording.sentences import sentences

RECORDS = ["9-1 +900", "7-3 +300", "7-3 +200", "6-4 +50", "2-8 -400", "1-9 -900"]


def weights(records=RECORDS, *, rounds_total=12, settled=(), evened=None, met=(), **more):
    more = {"prizes": [[1, 1], [2, 2], [3, 3]]} | more
    request = situation(records, rounds_total=rounds_total, met=met, **more)
    chase = Chase.of(request)
    hopes = Simulated.of(request, chase, [n - 1 for n in settled]).hopes(futures=4000, percent=10)
    meetings = {pair: len(rounds) for pair, rounds in request.meetings.items()}
    return Weights(chase, hopes, frozenset(settled), {}, evened or {}, meetings)


def test_rank_difference_is_cubed_where_prizes_are_and_squared_below():
    of = weights().of
    assert (of(2, 4).distance, of(2, 4).is_cubed) == (8, True)
    assert (of(3, 6).distance, of(3, 6).is_cubed) == (27, True)
    assert (of(4, 6).distance, of(4, 6).is_cubed) == (4, False)


def test_a_gibsonized_players_distance_is_squared():
    assert weights(settled=[1]).of(1, 5).distance == 16


@pytest.mark.parametrize(("times", "weight"), [(0, 0), (1, 32), (2, 96), (3, 224)])
def test_every_repeat_weighs_more_than_all_before_it(times, weight):
    six = weights(met=[[1, 5]] * times)
    assert six.repeat_unit == 4 * 6**3 // 27 == 32
    assert six.of(1, 5).repeats == weight


def test_the_unit_of_a_repeat_grows_with_the_field():
    thirty = [f"{n}-{n} +0" for n in [5] * 30]
    assert weights(thirty, rounds_total=11, prizes=[[1, 1]]).repeat_unit == 4000


def test_who_cannot_reach_a_place_is_a_penalty_for_who_holds_it():
    of = weights().of
    assert of(2, 5).penalties == (Message("cannot_hope", entry=5, place=2),)
    assert of(2, 3).penalties == ()
    assert of(5, 6).penalties == ()  # neither plays for a prize


def test_who_has_no_chaser_meets_the_next_in_order_without_a_penalty():
    assert weights().of(1, 2).penalties == ()
    assert weights().of(1, 3).penalties == (Message("cannot_hope", entry=3, place=1),)


def test_a_gibsonized_player_keeps_from_those_who_can_win_a_prize():
    of = weights(settled=[1]).of
    assert of(1, 2).penalties == (Message("plays_for_none", rival=2, settled=1),)
    assert of(1, 6).penalties == ()
    assert weights(settled=[1], evened={1: 0, 2: 0}).of(1, 2).penalties == ()


def test_a_gibsonized_player_keeps_from_those_who_contend_in_their_class():
    classed = weights(
        settled=[1], prizes=[[1, 1], [2, 2], [1, 1, "B"]], classes={"5": "B", "6": "B"}
    )
    assert classed.of(1, 5).penalties == (Message("plays_for_none", rival=5, settled=1),)


def test_the_weight_is_told_in_its_parts():
    again, near = weights(met=[[1, 5]]).of(1, 5), weights().of(5, 6)
    assert sentences((again.reason, near.reason), {}) == (
        "weight 96: 4 places apart cubed is 64, met once 32",
        "weight 1: 1 place apart squared is 1",
    )


def test_a_demand_speaks_of_those_it_names_and_of_nobody_else():
    demand = Demand(Message("watch_control"), Message("stay_in_group"), {1: frozenset((3,))})
    assert demand.is_kept(1, 3)
    assert demand.is_kept(4, 5)
    assert not demand.is_kept(2, 1)
    assert demand.forces(3, 1)
    assert not demand.forces(2, 4)


def test_groups_are_parted_by_the_gibsonized_and_evened_by_them():
    groups, over = gibson_groups((1, 2, 3, 4, 5, 6), frozenset((4,)))
    assert (groups, over) == ([(1, 2, 3, 4), (5, 6)], ())
    groups, over = gibson_groups((1, 2, 3, 4, 5, 6), frozenset((3,)))
    assert (groups, over) == ([(1, 2), (4, 5, 6, 3)], (3,))
    demand = stay_in_group(groups)
    assert demand is not None
    assert not demand.is_kept(2, 4)
    assert stay_in_group([(1, 2)]) is None


def test_an_odd_field_stands_for_one_more_at_the_end():
    assert gibson_groups((1, 2, 3), frozenset((1,))) == ([(2, 3, 1)], (1,))


def test_king_of_the_hill_needs_two():
    assert king_of_the_hill((1,)) is None
    hill = king_of_the_hill((1, 2, 3, 4))
    assert hill is not None
    assert hill.allowed == {1: {2}, 2: {1}, 3: {4}, 4: {3}}


@pytest.mark.parametrize(
    ("records", "places", "pairs"),
    [
        (["5-5 +50", "5-5 +40", "5-5 +30"], 1, {1: {2}, 2: {1}}),
        (["5-5 +50", "5-5 +40", "5-5 +30", "5-5 +20"], 3, {1: {2}, 2: {1}, 3: {4}, 4: {3}}),
        (["8-2 +50", "5-5 +40", "5-5 +30"], 2, {2: {3}, 3: {2}}),  # nobody catches the first
        (["8-2 +50", "5-5 +40", "5-5 +30"], 1, None),
        (["5-5 +50"], 1, None),
    ],
)
def test_in_a_class_those_meet_who_contend_for_its_prizes(records, places, pairs):
    classes = {str(n): "B" for n in range(1, len(records) + 1)}
    request = situation(records, rounds_total=11, prizes=[[1, places, "B"]], classes=classes)
    found = class_hill(Chase.of(request), "B", tuple(range(1, len(records) + 1)))
    assert (found and found.allowed) == pairs
