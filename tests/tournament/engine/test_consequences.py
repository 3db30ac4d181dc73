"""Consequences of a corrected result, from two standings and two plans."""

from tournament.engine.consequences import (
    ChangedPairing,
    PlaceChange,
    pairing_change,
    place_changes,
)
from tournament.engine.entrants import Entrant
from tournament.engine.pairing.plan import Pair, Plan
from tournament.engine.results import Result
from tournament.engine.standings import standings

FOUR = [Entrant(n, n) for n in (1, 2, 3, 4)]


def after(*results):
    return standings(FOUR, [Result(*result) for result in results], after=1)


def test_reversed_result_moves_both_players_and_the_entries_between():
    before = after((1, 1, 2, 450, 400), (1, 3, 4, 410, 400))
    then = after((1, 1, 2, 400, 450), (1, 3, 4, 410, 400))
    assert place_changes(before, then) == (PlaceChange(2, 4, 1), PlaceChange(1, 1, 4))
    assert [move.is_up for move in place_changes(before, then)] == [True, False]


def test_spread_change_without_a_new_place_moves_no_entry():
    before = after((1, 1, 2, 450, 400), (1, 3, 4, 410, 400))
    assert place_changes(before, after((1, 1, 2, 451, 400), (1, 3, 4, 410, 400))) == ()


def test_changed_round_lists_pairs_lost_and_pairs_gained():
    before = Plan(2, "swiss", (Pair(1, 1, 3), Pair(2, 2, 4), Pair(3, 5, 6)))
    then = Plan(2, "swiss", (Pair(1, 2, 3), Pair(2, 4, 1), Pair(3, 6, 5)))
    published = [(1, 3), (4, 2), (5, 6)]
    assert pairing_change(published, before, then) == ChangedPairing(
        2, ((1, 3), (4, 2)), ((2, 3), (4, 1))
    )


def test_round_changed_by_hand_is_compared_as_published():
    before = Plan(2, "swiss", (Pair(1, 1, 3), Pair(2, 2, 4)))
    then = Plan(2, "swiss", (Pair(1, 2, 3), Pair(2, 4, 1)))
    assert pairing_change([(1, 2), (3, 4)], before, then) == ChangedPairing(
        2, ((1, 2), (3, 4)), ((2, 3), (4, 1))
    )
    assert pairing_change([(3, 2), (1, 4)], before, then) is None


def test_different_boards_and_firsts_are_the_same_pairings():
    before = Plan(2, "swiss", (Pair(1, 1, 3), Pair(2, 2, 4)))
    then = Plan(2, "swiss", (Pair(1, 4, 2), Pair(2, 3, 1)))
    assert pairing_change([(1, 3), (2, 4)], before, then) is None
