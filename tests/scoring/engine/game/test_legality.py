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
        reasons = codes(faults_of_play := placement_faults(position, place, letters))
        empty = position.is_empty
        try:
            position.lay(place, letters)
        except DoesNotFit:
            assert any(fault.prevents_laying for fault in faults_of_play), (place, letters)
        else:
            assert not any(fault.prevents_laying for fault in faults_of_play), (
                place,
                letters,
                reasons,
            )
            assert ("not_connected" in reasons) is (not empty and not position.touching)
            assert ("word_cut_short" in reasons) is position.cut_short
            position.lift(position.laid)
        assert str(position) == drawn


def test_checking_for_faults_leaves_the_board_unchanged():
    position = board("8G CAT")
    drawn = str(position)
    for play in ("8G CATS", "8G COT", "1A AT"):
        square, _, letters = play.partition(" ")
        placement_faults(position, square, word(letters))
    assert str(position) == drawn


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("8G COT", "H8 holds A; the word has O there."),
        ("G8 .A.E", "There is no tile on G10 to play through."),
        ("8M CATS", "CATS at 8M runs 1 square off the board."),
        ("16A AT", "A16 is off the board, which ends at O15."),
        ("9G ÑO", "“Ñ” is not a tile of the English set."),
        ("8G CAT", "CAT is already on the board at 8G: the play lays no tiles."),
        ("1A CAT", "CAT at 1A touches no tile on the board."),
    ],
)
def test_reason_names_its_problem_and_square(play, expected):
    square, _, letters = play.partition(" ")
    (fault, *_) = placement_faults(board("8G CAT"), square, list(letters))
    assert sentence(fault.message) == expected


@pytest.mark.parametrize("start", ["B", "C", "D", "E", "F", "G", "H"])
def test_first_play_may_cover_the_centre_with_any_tile(start):
    assert reasons_against((), f"8{start} PAINTER") == []


def test_first_play_covers_the_centre_of_the_super_board():
    super_board = Board(catalogue.layout("super"), ENGLISH)
    assert placement_faults(super_board, "11J", word("CAT")) == ()
    faults_of_playement = placement_faults(super_board, "8G", word("CAT"))
    assert [sentence(fault.message) for fault in faults_of_playement] == [
        "The first play must cover K11."
    ]
    assert codes(placement_faults(super_board, "21S", word("CATS"))) == ["off_board", "off_centre"]


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


def test_rack_bag_and_set_have_different_sentences():
    faults_of_playences = [
        sentence(fault.message) for fault in faults(game([]), plays(0, "8G ZZ", rack="ZZA?"))
    ]
    assert faults_of_playences == [
        "The rack ZZA? has one Z too many: the others are on the board.",
        "With this play, there is one Z more than the set has.",
    ]
    several = sentence(faults(game([]), plays(0, "8F ZZQQ"))[-1].message)
    assert several == "With this play, there are one Q and one Z more than the set has."
    two = faults(game([]), plays(0, "8G CaT", rack="XJ"))
    assert sentence(two[0].message) == "One blank, one C and one T laid but not in the rack XJ."


@pytest.mark.parametrize(("bag", "legal"), [(7, True), (6, False), (0, False)])
def test_english_rules_require_seven_tiles_in_the_bag_for_an_exchange(bag, legal):
    position = game([])
    position.bag = bag
    assert codes(faults(position, exchanges(0, number=1))) == ([] if legal else ["bag_too_low"])


@pytest.mark.parametrize(
    ("bag", "number", "legal"), [(3, 3, True), (3, 4, False), (1, 1, True), (0, 1, False)]
)
def test_spanish_rules_allow_exchanging_up_to_the_tiles_left(bag, number, legal):
    position = game([], "spanish", catalogue.tile_set("spanish"))
    position.bag = bag
    assert codes(faults(position, exchanges(0, number=number))) == (
        [] if legal else ["bag_too_low"]
    )
    assert codes(faults(position, exchanges(0, "AEIO"[:number]))) == (
        [] if legal else ["bag_too_low"]
    )


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


def test_border_does_not_connect_the_ends_of_two_rows():
    position = Board(STANDARD, ENGLISH)
    position.put_tiles({Square.parse("O7"): "A", Square.parse("A9"): "B"})
    assert codes(placement_faults(position, "8A", word("C"))) == []
    assert codes(placement_faults(position, "7A", word("CAT"))) == ["not_connected"]
    assert codes(placement_faults(position, "9M", word("CAT"))) == ["not_connected"]
