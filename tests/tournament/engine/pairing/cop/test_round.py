"""A round of COP: its constraints and the order of its criteria."""

from dataclasses import replace

from tests.tournament.engine.pairing.situations import hoping, situation
from tournament.engine.message import Message
from tournament.engine.pairing.cop.constraints import ControlLoss, ControlWatch, PairingConstraint
from tournament.engine.pairing.cop.reasoning import round_notes
from tournament.engine.pairing.cop.round import (
    WeighedRound,
    constraints_of,
    proposal_from,
    top_pairs_constraint,
)
from tournament.engine.pairing.cop.weights import Weights
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.reachable_places import ReachablePlaces

EIGHT = [f"7-3 +{n}" for n in (300, 290, 280, 270, 260, 250, 240, 230)]
ALL_HOPE = (7,) * 8
NOBODY_WATCHED = ControlWatch()


def weights_of(request, *, settled=(), in_class=None, lowest=ALL_HOPE):
    reachable = ReachablePlaces.from_request(request)
    odds = hoping(reachable.order, lowest)
    given = (frozenset(settled), in_class or {}, {}, request.meetings, request.round)
    return Weights(reachable, odds, *given)


def eight(rounds_total=11, **more):
    return situation(EIGHT, rounds_total=rounds_total, **{"prizes": [[1, 1]]} | more)


def demanded(request, weights, groups=((1, 2, 3, 4, 5, 6, 7, 8),), watch=NOBODY_WATCHED, top=None):
    players = tuple(number for group in groups for number in group)
    return {
        demand.name.code: {n: set(others) for n, others in demand.allowed.items()}
        for demand in constraints_of(request, weights, players, groups, watch, top)
    }


CATCHING = (3, 4, 5, 6, 6, 6, 6, 7)
"""The fourth may hope for first place, the fifth for second, and so on."""


def top_of(rounds_total, groups=((1, 2, 3, 4, 5, 6, 7, 8),), *, wanted=True, settled=()):
    request = eight(rounds_total)
    weights = weights_of(request, settled=settled, lowest=CATCHING)
    demand = top_pairs_constraint(request, weights, groups, wanted=wanted)
    return None if demand is None else {n: set(others) for n, others in demand.allowed.items()}


def test_top_factor_applies_with_two_rounds_left_and_skips_gibsonized_entries():
    assert top_of(12) == {1: {4}, 4: {1}, 2: {5}, 5: {2}, 3: {6}, 6: {3}}
    assert top_of(11) is None
    assert top_of(13) is None
    assert top_of(12, wanted=False) is None
    assert top_of(12, groups=()) is None
    pairs = {2: {5}, 5: {2}, 3: {6}, 6: {3}, 4: {7}, 7: {4}}
    assert top_of(12, settled=[1]) == pairs
    assert top_of(12, ((2, 3, 4, 5, 6, 7, 8, 1),), settled=[1]) == pairs


def test_hills_apply_in_the_last_round_and_control_loss_beside_gibson_groups():
    assert list(demanded(eight(11), weights_of(eight(11)))) == ["king_of_the_hill"]
    assert demanded(eight(12), weights_of(eight(12))) == {}
    request = eight(prizes=[[1, 8]])
    hill = demanded(request, weights_of(request, settled=[3]))["king_of_the_hill"]
    assert hill == {1: {2}, 2: {1}, 5: {6}, 6: {5}, 7: {8}, 8: {7}}
    request = eight(13)
    watch = ControlWatch(losing=(ControlLoss(5, 90, 10, 100),))
    top = PairingConstraint(Message("factor_3"), Message("factor_three", first=1, last=6), {})
    constraints = demanded(request, weights_of(request), ((1, 2, 3, 4), (5, 6, 7, 8)), watch, top)
    assert list(constraints) == ["gibson_groups", "watch_control", "factor_3"]
    assert constraints["watch_control"] == {1: {5}}


CLASSED = {
    "prizes": [[1, 1], [1, 1, "B"], [2, 2, "B"]],
    "classes": {str(n): "B" for n in (3, 4, 5, 6)},
}


def test_class_hill_leaves_out_the_prize_hill_and_holders_of_class_prizes():
    request = eight(**CLASSED)
    constraints = demanded(request, weights_of(request, lowest=(2, 2, 2, 3, 4, 5, 6, 7)))
    assert constraints["king_of_the_hill"] == {1: {2}, 2: {1}, 3: {4}, 4: {3}}
    assert constraints["class"] == {5: {6}, 6: {5}}
    for held, pairs in (
        ({}, {3: {4}, 4: {3}, 5: {6}, 6: {5}}),
        ({3: "B"}, {4: {5}, 5: {4}}),
        ({3: "B", 4: "B"}, None),
    ):
        weights = weights_of(request, lowest=tuple(range(8)), in_class=held)
        assert demanded(request, weights).get("class") == pairs


def notes_of(request, watch=NOBODY_WATCHED, constraints=(), **more):
    return [
        note.code for note in round_notes(weights_of(request, **more), 1, (), watch, constraints)
    ]


def test_reasoning_names_prizes_their_lowest_winner_and_the_rounds_left():
    request = eight(**CLASSED)
    assert notes_of(request) == ["played_out", "in_the_running", "lowest_prize"]
    assert notes_of(request, lowest=(0, 1, 2, 3, 4, 5, 6, 7))[-1] == "lowest_prize"
    only_class = eight(**CLASSED | {"prizes": [[1, 1, "B"]]})
    assert notes_of(only_class) == ["played_out"]
    weights = weights_of(eight(prizes=[[1, 3]]), lowest=(1, 2, 5, 5, 5, 5, 6, 7))
    (_, running, _) = round_notes(weights, 1, (), NOBODY_WATCHED, ())
    assert (running.params["entry"], running.params["place"]) == (6, 6)
    assert running.params["share"] == (1, 10)
    for rounds_total, rounds in ((11, "last_round"), (12, "last_rounds")):
        (played_out, *_) = round_notes(weights_of(eight(rounds_total)), 1, (), NOBODY_WATCHED, ())
        assert played_out.params["rounds"].code == rounds


def test_reasoning_denies_or_mentions_control_loss_once_after_checking_an_entry():
    looked_at = (ControlLoss(5, 90, 10, 100),)
    assert "nobody_loses_control" not in notes_of(eight())
    assert "nobody_loses_control" in notes_of(eight(), ControlWatch(looked_at))
    assert "nobody_loses_control" not in notes_of(eight(), ControlWatch(looked_at, looked_at))
    assert notes_of(eight(), ControlWatch(looked_at, (), looked_at))[-1] == "settled_elsewhere"
    why = looked_at[0].reason(1)
    control = PairingConstraint(Message("watch_control"), why, {1: frozenset((5,))})
    notes = notes_of(eight(), ControlWatch(looked_at, looked_at), (control,))
    assert notes.count("demanded") == 1


def owing(owed):
    """Return a round of eight in which these have gone first more or less often than second."""
    request = eight(13)
    field = PairingField(request, repeats_free=True)
    field.__dict__["surplus_firsts"] = dict.fromkeys(range(1, 9), 0) | owed
    return WeighedRound(field, tuple(range(1, 9)), weights_of(request), ())


def test_starts_decide_between_equal_weights_and_outweigh_distance_at_three_firsts():
    price, units = owing({1: 1, 2: 1, 3: -1, 4: -1})._price()
    assert price(0, 1) - price(2, 3) > -units[-2]
    assert price(0, 1) % units[-2] // units[-1] >= 1
    assert price(0, 2) % units[-2] // units[-1] == 0
    unfit = owing({1: 2, 2: 2, 3: -2, 4: -2})
    assert unfit.leaves_lopsided(0, 1)
    assert not unfit.leaves_lopsided(0, 2)
    price, _ = unfit._price()
    assert price(0, 1) > price(0, 7)
    assert [2, 1] not in [sorted(p) for p in unfit.lightest_matching().pairs]


def test_back_to_back_pair_outside_the_prizes_has_that_reason():
    request = situation(EIGHT, rounds_total=13, prizes=[[1, 1]], met=[[7, 8]])
    (round_,) = request.meetings[frozenset((7, 8))]
    weights = weights_of(request, lowest=(1, 1, 2, 3, 4, 5, 6, 7))
    just_now = replace(weights, round=round_ + 1)
    forced = PairingConstraint(
        Message("king_of_the_hill"), Message("prize_hill"), {7: frozenset((8,))}
    )
    field = PairingField(request, repeats_free=True)
    proposal = proposal_from(WeighedRound(field, tuple(range(1, 9)), just_now, (forced,)), None, ())
    assert Message("met_just_now") in proposal.reasons[frozenset((7, 8))]
    (warning,) = proposal.warnings
    assert warning.params["why"] == Message("forced", demands=(Message("king_of_the_hill"),))


def test_widened_place_is_announced_with_the_added_player():
    request = eight(13, prizes=[[1, 8]])
    weights = weights_of(request, lowest=(0, 7, 7, 7, 7, 7, 7, 7))
    field = PairingField(request, repeats_free=True)
    proposal = proposal_from(WeighedRound(field, tuple(range(1, 9)), weights, ()), None, ())
    assert Message("widened", place=1, entry=2) in proposal.notes
    assert (1, 2) in proposal.pairs
