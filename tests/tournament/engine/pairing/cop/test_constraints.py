"""The constraints of COP, one by one."""

import pytest

from tests.tournament.engine.pairing.situations import hoping, situation
from tournament.engine.message import Message
from tournament.engine.pairing.cop.constraints import (
    ControlLoss,
    PairingConstraint,
    class_hill_constraint,
    control_constraint,
    factor_three_constraint,
    find_control_losses,
    gibson_groups,
    group_constraint,
    king_of_the_hill_constraint,
)
from tournament.engine.pairing.cop.place_odds import FutureSimulator
from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.wording.sentences import sentences


def test_demand_constrains_its_entries_and_leads_to_at_most_two_rivals():
    one, two, three = (
        PairingConstraint(Message("a"), Message("b"), {1: frozenset(rivals)})
        for rivals in ((3,), (3, 4), (3, 4, 5))
    )
    assert one.allows(1, 3)
    assert one.allows(4, 5)
    assert not one.allows(2, 1)
    assert one.forces(3, 1)
    assert not one.forces(2, 4)
    assert two.nearly_forces(1, 4)
    assert two.nearly_forces(3, 1)
    assert not two.nearly_forces(1, 2)
    assert not two.forces(1, 4)
    assert not three.nearly_forces(1, 4)


def test_gibsonized_entries_separate_groups_and_even_their_sizes():
    six = (1, 2, 3, 4, 5, 6)
    assert gibson_groups(six, frozenset((4,))) == ([(1, 2, 3, 4), (5, 6)], ())
    assert gibson_groups(six, frozenset((3,))) == ([(1, 2), (4, 5, 6, 3)], (3,))
    for settled in ({1}, {2}, {3}, {5}, {1, 4}, {2, 3}):  # five are grouped like six with a bye
        even, over = gibson_groups(six, frozenset(settled))
        five = [tuple(n for n in group if n != 6) for group in even]
        assert gibson_groups(six[:5], frozenset(settled)) == (five, over)


def test_last_round_pairs_neighbours_of_a_gibson_group_while_the_upper_contends():
    hill = king_of_the_hill_constraint([(1, 2, 3, 4, 5, 6)], {1, 2, 3})
    assert hill.allowed == {1: {2}, 2: {1}, 3: {4}, 4: {3}}
    assert (hill.name, hill.why) == (Message("king_of_the_hill"), Message("prize_hill"))
    hill = king_of_the_hill_constraint([(1, 2, 3, 4), (5, 6, 7, 8)], {1, 2, 3, 5, 6, 7})
    assert hill.allowed == {n: {n + 1 if n % 2 else n - 1} for n in range(1, 9)}
    assert king_of_the_hill_constraint([(1,)], {1}) is None
    assert king_of_the_hill_constraint([(1, 2)], set()) is None


@pytest.mark.parametrize(
    ("records", "places", "pairs"),
    [
        (["5-5 +50", "5-5 +40", "5-5 +30"], 1, {1: {2}, 2: {1}}),
        (["5-5 +50", "5-5 +40", "5-5 +30", "5-5 +20"], 3, {1: {2}, 2: {1}, 3: {4}, 4: {3}}),
        (["8-2 +50", "5-5 +40", "5-5 +30"], 2, {2: {3}, 3: {2}}),  # nobody can catch the first
        (["8-2 +50", "5-5 +40", "5-5 +30"], 1, None),
        (["5-5 +50", "5-5 +40", "5-5 +30", "5-5 +20"], 1, {1: {2}, 2: {1}, 3: {4}, 4: {3}}),
        (["5-5 +50", "5-5 +40", "5-5 +30", "3-7 +20"], 1, {1: {2}, 2: {1}}),
        (["5-5 +50", "5-5 +40", "4-6 +30", "3-7 +20"], 1, {1: {2}, 2: {1}}),
        (["8-2 +50", "8-2 +45", "5-5 +40", "5-5 +30"], 3, {1: {2}, 2: {1}, 3: {4}, 4: {3}}),
        (["9-1 +50", "7-3 +45", "5-5 +40", "5-5 +30"], 3, {3: {4}, 4: {3}}),
        (["5-5 +50"], 1, None),
    ],
)
def test_class_hill_pairs_contenders_for_class_prizes(records, places, pairs):
    hill = class_hill_constraint(
        of_class_b(records, places), "B", tuple(range(1, len(records) + 1))
    )
    assert (hill and hill.allowed) == pairs


def of_class_b(records, places):
    """Return the reachable places of a division in which all are in class B."""
    classes = {str(n): "B" for n in range(1, len(records) + 1)}
    prizes = [[1, places, "B"]]
    return ReachablePlaces.from_request(
        situation(records, rounds_total=11, prizes=prizes, classes=classes)
    )


def test_settled_class_prizes_leave_the_class_hill():
    reachable = of_class_b(["5-5 +50", "5-5 +40", "5-5 +30"], 2)
    two_left = class_hill_constraint(reachable, "B", (1, 2, 3), given=0)
    assert two_left.name == Message("class", group="B")
    assert two_left.why == Message("class_hill", group="B")
    assert class_hill_constraint(reachable, "B", (1, 2, 3), given=2) is None
    assert class_hill_constraint(reachable, "B", ()) is None
    assert class_hill_constraint(reachable, "C", (1, 2, 3)) is None
    settled_first = of_class_b(["8-2 +50", "5-5 +40", "5-5 +30"], 2)
    assert class_hill_constraint(settled_first, "B", (1, 2, 3), given=1) is None


def test_single_gibson_group_adds_no_constraint():
    assert group_constraint([(1, 2)]) is None
    demand = group_constraint([(1, 2), (3, 4, 5)])
    assert demand.allowed == {1: {1, 2}, 2: {1, 2}, 3: {3, 4, 5}, 4: {3, 4, 5}, 5: {3, 4, 5}}
    assert (demand.name, demand.why) == (Message("gibson_groups"), Message("stay_in_group"))


def watched(wins, *, available=(1, 2, 3, 4, 5), most=1, percent=25):
    """Return the control-loss check of candidates down to 2.

    `wins` holds for each candidate, lowest first, the wins when meeting the leader and otherwise.
    """
    table = dict(zip(range(len(wins), 0, -1), wins, strict=True))
    candidates = [(number, number - 1) for number in table]
    more = {"percent": percent, "futures": 100, "most": most}
    return find_control_losses(candidates, available, lambda place: table[place + 1], **more)


@pytest.mark.parametrize(
    ("wins", "more", "looked_at", "losing", "elsewhere"),
    [
        ([(10, 0), (60, 35), (90, 20)], {}, [3, 2], [2], []),
        ([(60, 36)], {}, [1], [], []),
        ([(60, 35)], {}, [1], [1], []),
        ([(60, 35)], {"percent": 26}, [1], [], []),
        ([(60, 10), (70, 60), (80, 20), (90, 20)], {"most": 2}, [4, 3, 2], [4, 2], []),
        ([(60, 10), (80, 20)], {"available": (1,)}, [2, 1], [1], [2]),
    ],
    ids=["the lowest, and nobody above", "less than what counts", "what counts", "more is asked",
         "two, for a choice", "one who cannot meet the leader"],
)  # fmt: skip
def test_entries_losing_control_are_found(wins, more, looked_at, losing, elsewhere):
    watch = watched(wins, **more)
    assert [loss.number for loss in watch.simulated] == looked_at
    assert [loss.number for loss in watch.losing] == losing
    assert [loss.number for loss in watch.losing_unavailable] == elsewhere
    assert {loss.futures for loss in watch.losing} <= {100}


def test_leader_meets_the_lowest_rival_or_one_of_two():
    lowest, next_above = ControlLoss(5, 90, 20, 100), ControlLoss(3, 80, 20, 100)
    one, two = control_constraint(1, (lowest,)), control_constraint(1, (lowest, next_above))
    assert one.name == two.name == Message("watch_control")
    assert one.allowed == {1: {5}}
    assert two.allowed == {1: {5, 3}}
    names = {1: "Ann", 5: "Eve", 3: "Cleo"}
    lowest_only = (
        "loss of control: by winning every game, Eve wins the event in 90.0 % of 100 "
        "simulations when meeting Ann each round, and otherwise in 20.0 %"
    )
    assert sentences((one.why, two.why), names) == (
        lowest_only,
        f"{lowest_only}; or Cleo, who would also lose control",
    )


SIX = ["7-3 +300", "7-3 +280", "7-3 +260", "7-3 +240", "7-3 +220", "7-3 +200", "2-8 -500", "1-9 -900"]  # fmt: skip


def factor(records, group):
    request = situation(records, rounds_total=12, prizes=[[1, 3]])
    reachable = ReachablePlaces.from_request(request)
    odds = FutureSimulator.from_request(request, reachable, []).odds(futures=2000, percent=10)
    return factor_three_constraint(reachable, odds, group)


def test_factor_three_takes_the_first_six_of_the_group_if_the_lower_three_can_catch_up():
    demand = factor(SIX, (1, 2, 3, 4, 5, 6, 7))
    assert demand.allowed == {1: {4}, 4: {1}, 2: {5}, 5: {2}, 3: {6}, 6: {3}}
    assert demand.name == Message("factor_3")
    assert demand.why == Message("factor_three", first=1, last=6)
    assert factor(SIX, (1, 2, 3, 4, 5)) is None
    assert factor([*SIX[:5], "3-7 -400", *SIX[6:]], (1, 2, 3, 4, 5, 6)) is None


def test_factor_three_is_dropped_if_a_rival_can_only_reach_the_place_below():
    request = situation(SIX, rounds_total=12, prizes=[[1, 3]])
    reachable = ReachablePlaces.from_request(request)
    for first, third, is_kept in ((3, 5, True), (2, 5, False), (3, 4, False)):
        odds = hoping(reachable.order, (first, 4, third, 5, 5, 5, 6, 7))
        demand = factor_three_constraint(reachable, odds, (1, 2, 3, 4, 5, 6))
        assert (demand is not None) is is_kept
