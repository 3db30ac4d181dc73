"""Every fault of a turn, individually and in combination."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import catalogue
from scoring.engine.board.board import Board, DoesNotFit
from scoring.engine.board.squares import Square
from scoring.engine.game.legality import Reason, faults, placement_faults
from scoring.engine.rules.rulesets import PenaltyTo
from scoring.wording.engine import sentence
from tests.scoring.engine.positions import (
    ENGLISH,
    STANDARD,
    adjusts,
    board,
    bonus,
    codes,
    exchanges,
    game,
    holds,
    passes,
    plays,
    table,
    withdraws,
    word,
)
from tests.scoring.engine.random_boards import random_play

CAT = plays(0, "8G CAT")


def reasons_against(before: tuple[str, ...], play: str) -> list[str]:
    square, _, letters = play.partition(" ")
    return codes(placement_faults(board(*before), square, list(letters)))


@pytest.mark.parametrize(("before", "play", "reasons"), table("placements.toml")["placements"])
def test_every_reason_against_a_placement_is_listed(before, play, reasons):
    assert reasons_against(before, play) == reasons


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), plays_before=st.integers(0, 5))
def test_placement_is_impossible_exactly_if_a_reason_prevents_it(seed, plays_before):
    rng = Random(seed)
    position = Board(STANDARD, ENGLISH)
    for _ in range(plays_before):
        if play := random_play(position, rng):
            position.lay(*play)
    drawn = str(position)
    for _ in range(25):
        place = rng.choice(list(STANDARD.spellings))
        letters = rng.choices(".AEaZ", k=rng.randint(0, 9))
        against = placement_faults(position, place, letters)
        prevented = any(fault.prevents_laying for fault in against)
        empty = position.is_empty
        try:
            position.lay(place, letters)
        except DoesNotFit:
            assert prevented, (place, letters)
        else:
            assert not prevented, (place, letters, codes(against))
            assert ("not_connected" in codes(against)) is (not empty and not position.touching)
            assert ("word_cut_short" in codes(against)) is position.cut_short
            position.lift(position.laid)
        assert str(position) == drawn


def test_first_play_covers_the_centre_and_borders_do_not_connect():
    super_board = Board(catalogue.layout("super"), ENGLISH)
    assert placement_faults(super_board, "11J", word("CAT")) == ()
    (fault,) = placement_faults(super_board, "8G", word("CAT"))
    assert sentence(fault.message) == "The first play must cover K11."
    (fault, *_) = placement_faults(board("8G CAT"), "16A", word("AT"))
    assert sentence(fault.message) == "A16 is off the board, which ends at O15."
    assert codes(placement_faults(super_board, "21S", word("CATS"))) == ["off_board", "off_centre"]
    position = Board(STANDARD, ENGLISH)
    position.put_tiles({Square.parse("O7"): "A", Square.parse("A9"): "B"})
    assert codes(placement_faults(position, "8A", word("C"))) == []
    assert codes(placement_faults(position, "7A", word("CAT"))) == ["not_connected"]
    assert codes(placement_faults(position, "9M", word("CAT"))) == ["not_connected"]


RETAINS = plays(0, "8D RETAINS", rack="RETAINS")


@pytest.mark.parametrize(
    ("before", "turn", "reasons"),
    [
        ([], plays(0, "8G CAT", rack="ACT"), []),
        ([], plays(0, "8G CaT", rack="CT?"), []),
        ([], plays(0, "8G CAT", rack="CATQXZJ"), []),
        ([], plays(0, "8G CAT", rack="CARE"), ["not_in_rack"]),
        ([], plays(0, "8G CaT", rack="CAT"), ["not_in_rack"]),
        ([], plays(0, "8G CAT", rack="CATQXZJE"), ["rack_too_long"]),
        ([], plays(0, "8D FROZENS"), []),
        ([], plays(0, "8D FROZENXY"), ["more_than_rack"]),
        ([CAT], plays(1, "7A FROZENXY", rack="FROZENX"), [
            "more_than_rack", "not_in_rack",
        ]),
        ([CAT], plays(1, "8A REALLO...S"), []),
        ([CAT], plays(1, "8A REALLO...SX"), ["more_than_rack"]),
        ([], plays(0, "8G CAT", rack="CATQQ"), ["not_in_bag"]),
        ([], plays(0, "8G QUIZ", rack="QQ"), ["not_in_bag", "not_in_rack"]),
        ([], plays(1, "8G CAT"), ["out_of_turn"]),
        ([], plays(0, "8G ZZ"), ["more_than_set"]),
        ([], plays(0, "8G qZj"), []),
        ([], plays(0, "8G qzj"), ["more_than_set"]),
        ([], plays(1, "8A ZZ", rack="ZZEEEEEEEE"), [
            "off_centre", "out_of_turn", "rack_too_long", "not_in_bag", "more_than_set",
        ]),
        ([CAT], passes(0), ["out_of_turn"]),
        ([CAT], exchanges(0, "AE"), ["out_of_turn"]),
        ([], exchanges(0, "AE", rack="AEIOU"), []),
        ([], exchanges(0, "AEX", rack="AEIOU"), ["not_in_rack"]),
        ([], exchanges(0, "QQ"), ["not_in_bag"]),
        ([], exchanges(0, number=7), []),
        ([], withdraws(0), ["no_play_before"]),
        ([CAT], withdraws(0), []),
        ([CAT], withdraws(1), ["no_play_before"]),
        ([CAT, passes(1)], withdraws(0), ["no_play_before"]),
        ([CAT, withdraws(0)], withdraws(0), ["no_play_before"]),
        ([], bonus(0, 5), ["no_play_before"]),
        ([CAT], bonus(0, 5), []),
        ([CAT], bonus(1, 5), ["no_play_before"]),
        ([CAT, holds(0, "Q"), holds(1, "Z")], plays(1, "9G OH"), ["after_end"]),
        ([CAT, holds(0, "Q"), holds(1, "Z")], passes(1), ["after_end"]),
        ([CAT, holds(0, "Q"), holds(1, "Z")], adjusts(1, 5), []),
    ],
)  # fmt: skip
def test_every_reason_against_a_turn_is_listed(before, turn, reasons):
    assert codes(faults(game(before), turn)) == reasons


@pytest.mark.parametrize(
    ("rules", "bag", "number", "legal"),
    [
        # English rules require seven tiles in the bag, Spanish ones as many as are exchanged.
        ("naspa_nwl", 7, 1, True),
        ("naspa_nwl", 6, 1, False),
        ("naspa_nwl", 0, 1, False),
        ("spanish", 3, 3, True),
        ("spanish", 3, 4, False),
        ("spanish", 1, 1, True),
        ("spanish", 0, 1, False),
    ],
)
def test_exchange_needs_tiles_in_the_bag_by_the_rules(rules, bag, number, legal):
    position = game([], rules, catalogue.tile_set("spanish" if rules == "spanish" else "english"))
    position.bag = bag
    for exchange in (exchanges(0, number=number), exchanges(0, "AEIO"[:number])):
        assert codes(faults(position, exchange)) == ([] if legal else ["bag_too_low"])


def test_penalty_for_a_lost_challenge_may_be_deducted_from_the_challenger():

    rules = replace(catalogue.rule_set("german"), penalty_to=PenaltyTo.CHALLENGER)
    position = game([CAT], rules)
    assert codes(faults(position, bonus(1, -10))) == []
    assert codes(faults(position, bonus(0, -10))) == ["no_play_before"]


def test_codes_are_stable():
    assert {reason.code for reason in Reason if reason.placement} == {
        "unknown_tile", "off_board", "gap", "letter_conflict",
        "no_tile_laid", "not_connected", "off_centre", "one_tile_opening",
        "more_than_rack",
    }  # fmt: skip
    assert {reason.code for reason in Reason if not reason.placement} >= {
        "word_cut_short", "not_in_rack", "rack_too_long", "not_in_bag", "more_than_set",
        "bag_too_low", "out_of_turn", "after_end", "no_play_before",
    }  # fmt: skip
