"""The choice of the bye, independent of the method."""

import pytest

from tests.tournament.engine.pairing.situations import BY_RULE
from tournament.engine.entrants import Entrant
from tournament.engine.pairing.field import Field
from tournament.engine.pairing.gibson import bye_for
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.seating import ByeOrder
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.wording.sentences import sentences

FIVE = tuple(Entrant(n, n) for n in range(1, 6))


def bye(round_, number):
    return Result(round_, number, NOBODY, 50, 0, Outcome.BYE)


def bye_of(request, method="king_of_the_hill", **options):
    plan, _ = plan_round(request, method, {"again": "none", **options})
    (only,) = plan.byes
    return only


@pytest.mark.parametrize("method", BY_RULE)
def test_every_method_gives_the_lowest_the_bye(method):
    assert bye_of(Request(1, FIVE), method).number == 5


def test_the_standings_say_who_is_lowest():
    chosen = bye_of(Request(2, FIVE, standing=(5, 4, 3, 2, 1)))
    assert chosen.number == 1
    assert sentences(chosen.reasons, {}) == ("lowest of those with the fewest byes (0)",)


@pytest.mark.parametrize(
    ("order", "number"),
    [
        (ByeOrder(), 5),
        (ByeOrder(top_down=True), 1),
        (ByeOrder(top_down=True, spared=2), 3),
        (ByeOrder(spared=2), 5),
    ],
)
def test_the_event_may_ask_in_another_order(order, number):
    assert bye_of(Request(1, FIVE, bye_order=order)).number == number


def test_the_spared_are_asked_last_among_those_with_as_few_byes():
    request = Request(4, FIVE, (bye(1, 5), bye(2, 4), bye(3, 3)), bye_order=ByeOrder(spared=2))
    assert bye_of(request).number == 2


def test_fewest_byes_so_far_come_first_and_a_forfeit_counts():
    results = (bye(1, 5), Result(2, 4, 3, 50, -50, Outcome.SECOND_FORFEITS))
    assert bye_of(Request(3, FIVE, results)).number == 3


def test_the_bye_moves_up_rather_than_force_a_repeat():
    met = tuple(Result(round_, 4, other, 400, 300) for round_, other in ((1, 1), (2, 2), (3, 3)))
    request = Request(4, FIVE, met, standing=(1, 2, 3, 4, 5), names={5: "Eve", 4: "Dan"})
    plan, _ = plan_round(request, "king_of_the_hill", {"again": "none"})
    assert [pair.repeat for pair in plan.pairs] == [0, 0]
    chosen = plan.byes[0]
    assert chosen.number == 4
    reasons = sentences(chosen.reasons, request.names)
    assert "without Eve the others cannot be paired without more repeats" in reasons[1]


def test_a_second_bye_comes_before_a_repeat_and_is_announced():
    three = FIVE[:3]
    results = (
        bye(1, 3),
        Result(1, 1, 2, 400, 300),
        bye(2, 2),
        Result(2, 1, 3, 400, 300),
        bye(3, 1),
    )
    plan, _ = plan_round(Request(4, three, results, names={2: "Ben"}), "swiss")
    assert [pair.repeat for pair in plan.pairs] == [0]
    assert plan.byes[0].number == 1
    (warning,) = sentences(plan.warnings, {})
    assert warning.startswith("number 1 has the bye again after round 3: without number 3 the")


def test_byes_set_by_the_director_stay_and_no_other_is_given():
    plan, _ = plan_round(Request(1, FIVE, fixed_byes=(2,)), "swiss")
    (given,) = plan.byes
    assert (given.number, sentences(given.reasons, {})) == (2, ("set by the director",))


def test_two_byes_set_in_an_odd_field_leave_a_third():
    plan, _ = plan_round(Request(1, FIVE, fixed_byes=(1, 2)), "swiss")
    assert sorted(b.number for b in plan.byes) == [1, 2, 5]


def test_among_those_with_as_few_wins_and_byes_the_bye_leaves_the_others_the_closest_round():
    request = seven()
    chosen = bye_of(request, "swiss")
    assert chosen.number == 6
    assert "if number 7 had it, opponents would be further apart in wins" in sentences(
        chosen.reasons, {}
    )


def test_so_it_does_where_leaders_are_gibsonized_and_none_of_them_is_left_over():
    request = seven()
    assert bye_for(Field(request), ()).number == 6


def test_two_pairs_a_little_apart_are_closer_than_one_far_apart():
    """Without 5, the leader would meet 4, three wins below; without 4, two pairs are 2 and 1 wins apart."""
    request = standing_with({1: 3, 2: 1, 3: 1, 4: 0, 5: 0}, met=[(2, 4), (3, 4)])
    assert bye_of(request, "swiss").number == 4


def test_in_a_draw_by_lot_wins_do_not_move_the_bye():
    request = seven()
    assert bye_of(request, "random").number == 7


def seven():
    """Return a field in which 5, 6 and 7 have one win each; a bye for 7 would leave 1 to 6."""
    wins = {1: 4, 2: 4, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1}
    return standing_with(wins, met=[(5, 6), (3, 4), (3, 6), (4, 6), (2, 6)])


def standing_with(wins, met):
    """Return a field with these wins, in order; earlier meetings were ties."""
    gone = tuple(Entrant(100 + n, 100 + n, withdrawn_after=0) for n in range(9))
    results = [
        Result(turn + 1, number, 100 + turn, 400, 300)
        for number, games in wins.items()
        for turn in range(games)
    ]
    results += [
        Result(10 + turn, one, other, 400, 300, Outcome.BOTH_FORFEIT)
        for turn, (one, other) in enumerate(met)
    ]
    players = tuple(Entrant(number, number) for number in wins)
    return Request(20, (*players, *gone), tuple(results), standing=tuple(wins))


def test_who_has_met_once_is_avoided_unless_a_method_says_that_meetings_are_free():
    request = standing_with({1: 0, 2: 0, 3: 0}, met=[(1, 2)])
    assert Field(request).spoilt_for(1) == {2}
    assert Field(request, free_meetings=1).spoilt_for(1) == set()
