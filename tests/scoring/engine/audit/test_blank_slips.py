"""A blank typed as a tile is reported only if it alone explains the announced score and a blank is left."""

import pytest

from scoring.engine.audit.audit import audit
from scoring.engine.audit.blank_slips import count_unseen_blanks, unmarked_blank_slips
from scoring.engine.audit.clues import Clues
from scoring.engine.audit.slips import likely_slips
from scoring.engine.dispute.play_check import check_play
from scoring.engine.dispute.position import read_position
from scoring.engine.game.record import Record, Seat
from scoring.wording.engine import sentences
from tests.scoring.engine.audit.test_slips import proof
from tests.scoring.engine.positions import (
    ENGLISH,
    NWL,
    STANDARD,
    game,
    holds,
    passes,
    plays,
    receives,
)


def test_at_most_three_likely_explanations_are_named():
    shown = proof("8G HEX", "7F TEREDOS")
    assert sentences(likely_slips(shown, 76, ENGLISH, NWL, Clues(blanks=2))) == (
        "The double letter on G7 was not counted.",
        "The double letter on I7 was not counted.",
        "The word RE (2) was left out.",
    )


def test_unmarked_blank_comes_first_if_its_tile_exceeds_the_set():
    shown = proof("8G HEX", "7F TEREDOS")
    clues = Clues(blanks=1, surplus=("D",))
    assert sentences(likely_slips(shown, 76, ENGLISH, NWL, clues))[:2] == (
        "With D on J7 as a blank, the play scores 76 and needs no more tiles than the set has.",
        "The double letter on G7 was not counted.",
    )
    position = read_position("", NWL, ENGLISH, STANDARD)
    beyond_the_set = check_play(position, NWL, "8H JAJA 20")
    assert beyond_the_set.proof.total == 36
    assert sentences(beyond_the_set.likely)[0] == (
        "With J on H8 or J on J8 as a blank, the play scores 20 and needs no more tiles than the set has."
    )
    beyond_the_rack = check_play(position, NWL, "8H ZONE 6 @?ONEABC")
    assert sentences(beyond_the_rack.likely)[0] == (
        "With Z on H8 as a blank, the play scores 6 and needs no more tiles than the set has."
    )


def test_blank_of_the_play_may_be_another_of_its_tiles():
    shown = proof("", "8H ZOnE")
    assert (shown.total, proof("", "8H zONE").total) == (24, 6)
    assert sentences(likely_slips(shown, 6, ENGLISH, NWL)) == (
        "With Z on H8 as the blank instead of n on J8, the play scores 6.",
    )


def test_tiles_of_equal_value_share_one_sentence():
    assert [*sentences(unmarked_blank_slips(proof("", "8H TOE"), 4, 1))] == [
        "T on H8, O on I8 or E on J8 is a blank but was typed as a tile."
    ]


def test_unmarked_blank_loses_its_premium_in_both_words():
    shown = proof("M2 ZONE", "2J FRO.EN")
    assert [*sentences(unmarked_blank_slips(shown, shown.total - 24, 1))] == [
        "F on J2 is a blank but was typed as a tile."
    ]
    both = proof("8H LOFTY", "7I LOAM")  # L, O, A and M count in two words each
    assert [*sentences(unmarked_blank_slips(both, both.total - 6, 1))] == [
        "M on L7 is a blank but was typed as a tile."
    ]


@pytest.mark.parametrize("blanks", [0, -1])
def test_unmarked_blank_is_not_suggested_with_both_blanks_laid(blanks):
    assert sentences(likely_slips(proof("", "8H ZONE"), 6, ENGLISH, NWL, Clues(blanks=blanks))) == (
        "There was an addition error of 20.",
    )


def test_blanks_on_the_board_and_on_written_racks_are_counted():
    laid = [plays(0, "8H ZONe"), passes(1)]
    assert count_unseen_blanks(game([])) == 2
    assert count_unseen_blanks(game(laid)) == 1
    assert count_unseen_blanks(game([*laid, holds(0, "Q?"), holds(1, "E")])) == 0
    assert count_unseen_blanks(game([*laid, receives(0, "?")])) == 0


def test_audit_and_single_play_check_report_an_unmarked_blank():
    turns = (plays(0, "8H ZONE", announced=6),)
    audited = audit(Record((Seat("a", "A"), Seat("b", "B")), turns), NWL, ENGLISH, STANDARD)
    slips = next(
        finding.likely_slips for finding in audited.findings if finding.code == "play_score"
    )
    assert "Z on H8 is a blank but was typed as a tile." in sentences(slips)
    checked = check_play(read_position("", NWL, ENGLISH, STANDARD), NWL, "8H ZONE 6")
    assert checked.likely == slips


@pytest.mark.parametrize(("play", "may_be"), [("8H zOnE 2", False), ("8H zONE 4", True)])
def test_play_with_both_blanks_suggests_no_further_blank(play, may_be):
    checked = check_play(read_position("", NWL, ENGLISH, STANDARD), NWL, play)
    assert ("blank_as_tile" in [message.code for message in checked.likely]) is may_be
