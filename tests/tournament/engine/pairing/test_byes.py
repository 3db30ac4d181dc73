"""The choice of the bye, independent of the method."""

import pytest

from tests.tournament.engine.pairing.situations import BY_RULE, entrants
from tournament.engine.entrants import Entrant
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.gibson import bye_for
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.seating import ByeOrder
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.wording.sentences import sentences

FIVE = entrants(5)


def bye(round_, number):
    return Result(round_, number, NOBODY, 50, 0, Outcome.BYE)


def bye_of(request, method="king_of_the_hill", **options):
    plan, _ = plan_round(request, method, {"again": "none", **options})
    (only,) = plan.byes
    return only


@pytest.mark.parametrize("method", BY_RULE)
def test_every_method_gives_the_lowest_entry_the_bye(method):
    assert bye_of(PairingRequest(1, FIVE), method).number == 5


@pytest.mark.parametrize(
    ("more", "number"),
    [
        ({"standing": (5, 4, 3, 2, 1)}, 1),
        ({"bye_order": ByeOrder(top_down=True)}, 1),
        ({"bye_order": ByeOrder(top_down=True, spared=2)}, 3),
        ({"bye_order": ByeOrder(spared=2)}, 5),
    ],
)
def test_standings_and_the_bye_order_of_the_event_decide(more, number):
    assert bye_of(PairingRequest(2, FIVE, **more)).number == number


def test_fewest_byes_come_first_then_the_order_and_a_forfeit_win_counts_as_a_bye():
    spared = ByeOrder(spared=2)
    request = PairingRequest(4, FIVE, (bye(1, 5), bye(2, 4), bye(3, 3)), bye_order=spared)
    assert bye_of(request).number == 2
    results = (bye(1, 5), Result(2, 4, 3, 50, -50, Outcome.SECOND_FORFEITS))
    assert bye_of(PairingRequest(3, FIVE, results)).number == 3


def test_bye_moves_up_to_avoid_a_repeat():
    met = tuple(Result(round_, 4, other, 400, 300) for round_, other in ((1, 1), (2, 2), (3, 3)))
    request = PairingRequest(4, FIVE, met, standing=(1, 2, 3, 4, 5), names={5: "Eve", 4: "Dan"})
    plan, _ = plan_round(request, "king_of_the_hill", {"again": "none"})
    assert [pair.earlier_meetings for pair in plan.pairs] == [0, 0]
    chosen = plan.byes[0]
    assert chosen.number == 4
    reasons = sentences(chosen.reasons, request.names)
    assert "if Eve had the bye, there would be more repeats" in reasons[1]


def test_second_bye_is_preferred_to_a_repeat_and_announced():
    games = [Result(round_, 1, other, 400, 300) for round_, other in ((1, 2), (2, 3))]
    results = (bye(1, 3), bye(2, 2), bye(3, 1), *games)
    plan, _ = plan_round(PairingRequest(4, FIVE[:3], results), "swiss")
    assert [pair.earlier_meetings for pair in plan.pairs] == [0]
    assert plan.byes[0].number == 1
    (warning,) = sentences(plan.warnings, {})
    assert warning.startswith("number 1 has the bye again after round 3: if number 3 had the bye")


def test_director_byes_stay_and_a_further_bye_is_given_only_to_an_odd_field():
    plan, _ = plan_round(PairingRequest(1, FIVE, fixed_byes=(2,)), "swiss")
    (given,) = plan.byes
    assert (given.number, sentences(given.reasons, {})) == (2, ("set by the director",))
    plan, _ = plan_round(PairingRequest(1, FIVE, fixed_byes=(1, 2)), "swiss")
    assert sorted(b.number for b in plan.byes) == [1, 2, 5]


def test_bye_among_equals_leaves_the_others_the_closest_round():
    chosen = bye_of(seven(), "swiss")
    assert chosen.number == bye_for(PairingField(seven()), ()).number == 6
    why = "if number 7 had the bye, opponents would differ more in wins"
    assert why in sentences(chosen.reasons, {})
    assert bye_of(seven(), "random").number == 7
    # Without 5, the leader would meet 4, three wins below; without 4, two pairs are 2 and 1 apart.
    uneven = standing_with({1: 3, 2: 1, 3: 1, 4: 0, 5: 0}, met=[(2, 4), (3, 4)])
    assert bye_of(uneven, "swiss").number == 4


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
    return PairingRequest(20, (*players, *gone), tuple(results), standing=tuple(wins))


def test_previous_opponents_are_avoided_unless_meetings_are_free():
    request = standing_with({1: 0, 2: 0, 3: 0}, met=[(1, 2)])
    assert PairingField(request).unsuitable_opponents(1) == {2}
    assert PairingField(request, free_meetings=1).unsuitable_opponents(1) == set()
