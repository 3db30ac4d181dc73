"""Rearranging a round by hand: every change returns a new arrangement, and no player is lost."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournament.engine.pairing.refusals import refused
from tournament.engine.pairing.arrangement import Arrangement, InvalidRearrangement
from tournament.engine.starts import Starts

ROUND = Arrangement.parse("1:1-2 2:3-4 bye:5")
parse = Arrangement.parse
STARTS = {1: Starts(1, ((1, True),)), 5: Starts(5, ((1, False),))}


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (lambda r: r.swap(1, 3), "1:3-2 2:1-4 bye:5"),
        (lambda r: r.swap(1, 2), "1:2-1 2:3-4 bye:5"),
        (lambda r: r.swap(4, 5), "1:1-2 2:3-5 bye:4"),
        (lambda r: r.flip(2), "1:1-2 2:4-3 bye:5"),
        (lambda r: r.move_pair(1, 7), "2:3-4 7:1-2 bye:5"),
        (lambda r: r.move_pair(1, 2), "1:3-4 2:1-2 bye:5"),
        (lambda r: r.move_pair(2, 1), "1:3-4 2:1-2 bye:5"),
        (lambda _: parse("1:1-2 2:3-4 3:5-6").move_pair(1, 2), "1:3-4 2:1-2 3:5-6"),
        (lambda _: parse("1:1-2 2:3-4 3:5-6").move_pair(3, 2), "1:1-2 2:5-6 3:3-4"),
        (lambda r: r.unpair(1), "2:3-4 bye:5 free:1,2"),
        (lambda r: r.give_bye(2), "1:1-5 2:3-4 bye:2"),
        (lambda r: r.unpair(1).pair(1, 5), "1:1-5 2:3-4 free:2"),
        (lambda r: r.unpair(1).pair(1, 5).give_bye(2), "1:1-5 2:3-4 bye:2"),
        (lambda r: Arrangement(r.seats).give_bye(1), "2:3-4 bye:1 free:2"),
        (lambda _: parse("1:1-2 bye:5,6 free:7"), "1:1-2 bye:5,6 free:7"),
        (lambda r: r.unpair(1).pair(1, 5, starts=STARTS), "1:5-1 2:3-4 free:2"),
        (lambda _: parse("12:1-2 free:3,4").pair(3, 4, first_board=11), "11:3-4 12:1-2"),
        (lambda _: parse("1:1-2 2:3-4").pair_at_seat(1, 3), "1:1-3 2:2-4"),
        (lambda _: parse("1:1-2 2:3-4").pair_at_seat(3, 1), "1:4-2 2:3-1"),
        (lambda _: parse("1:1-2 bye:3").pair_at_seat(1, 3), "1:1-3 bye:2"),
        (lambda _: parse("1:1-2 bye:3").pair_at_seat(3, 1), "1:1-3 bye:2"),
        (lambda _: parse("1:1-2 free:3,4").pair_at_seat(3, 4), "1:1-2 2:3-4"),
    ],
)
def test_change_gives_the_expected_arrangement(change, after):
    assert str(change(ROUND)) == after


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda r: r.swap(1, 9), "Player number 9 is not in this round."),
        (lambda r: r.swap(1, 1), "Choose two players to swap."),
        (lambda r: r.flip(9), "There is no board 9 in this round."),
        (lambda r: r.move_pair(1, 0), "Boards are numbered from 1."),
        (lambda r: r.give_bye(5), "That player already has the bye."),
        (lambda r: r.pair_at_seat(1, 1), "Choose two players to pair"),
        (lambda r: r.pair_at_seat(2, 1), "already meet"),
        (lambda r: r.pair(1, 5), "Only two players without an opponent can be paired."),
        (lambda _: Arrangement.parse("1:1-x"), "“1:1-x” is not part of a round."),
    ],
)
def test_impossible_change_is_refused_with_the_reason(change, why):
    with refused(re.escape(why), InvalidRearrangement):
        change(ROUND)


def test_changed_boards_are_listed():
    assert ROUND.swap(4, 5).changed_boards(ROUND) == (2,)
    assert ROUND.flip(1).changed_boards(ROUND) == (1,)


@settings(suppress_health_check=[HealthCheck.too_slow])  # the first draw is slow on a busy computer
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 7), st.integers(1, 7)), max_size=12))
def test_changes_keep_every_entry_in_the_round_exactly_once(changes):
    now = ROUND
    for kind, one, other in changes:
        name = ("swap", "flip", "move_pair", "unpair", "give_bye")[kind]
        try:
            now = getattr(now, name)(one, *([other] if name in ("swap", "move_pair") else []))
        except InvalidRearrangement:
            continue
        assert now.numbers == ROUND.numbers
        seated = [n for _, *two in now.seats for n in two] + [*now.byes, *now.free]
        assert len(seated) == len(set(seated))
        assert len({seat[0] for seat in now.seats}) == len(now.seats)
        assert Arrangement.parse(str(now)) == now
