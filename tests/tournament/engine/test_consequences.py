"""Consequences of a corrected result, from two standings and two plans."""

from tests.tournament.engine.pairing.situations import made
from tournament.engine.consequences import (
    ChangedPairing,
    PlaceChange,
    pairing_change,
    place_changes,
)
from tournament.engine.entrants import Entrant
from tournament.engine.results import Result
from tournament.engine.standings import standings

FOUR = [Entrant(n, n) for n in (1, 2, 3, 4)]


def after(*results):
    return standings(FOUR, [Result(*result) for result in results], after=1)


def test_changed_result_moves_those_with_a_new_place():
    before = after((1, 1, 2, 450, 400), (1, 3, 4, 410, 400))
    then = after((1, 1, 2, 400, 450), (1, 3, 4, 410, 400))
    assert place_changes(before, then) == (PlaceChange(2, 4, 1), PlaceChange(1, 1, 4))
    assert [move.is_up for move in place_changes(before, then)] == [True, False]
    assert place_changes(before, after((1, 1, 2, 451, 400), (1, 3, 4, 410, 400))) == ()


BEFORE, THEN, SAME = (
    made(2, *pairs) for pairs in ([(1, 3), (2, 4)], [(2, 3), (4, 1)], [(4, 2), (3, 1)])
)


def test_changed_round_lists_pairs_lost_and_pairs_gained_compared_as_published():
    six = made(2, (1, 3), (2, 4), (5, 6)), made(2, (2, 3), (4, 1), (6, 5))
    gained = ((2, 3), (4, 1))
    changed = ChangedPairing(2, ((1, 3), (4, 2)), gained)
    assert pairing_change([(1, 3), (4, 2), (5, 6)], *six) == changed
    by_hand = ChangedPairing(2, ((1, 2), (3, 4)), gained)
    assert pairing_change([(1, 2), (3, 4)], BEFORE, THEN) == by_hand
    assert pairing_change([(3, 2), (1, 4)], BEFORE, THEN) is None
    assert pairing_change([(1, 3), (2, 4)], BEFORE, SAME) is None  # other boards and firsts
