"""A blank typed as a tile is reported only if it alone explains the announced score and a blank is left."""

import pytest

from scoring.engine.audit.blank_slips import count_unseen_blanks, unmarked_blank_slips
from scoring.engine.audit.clues import Clues
from scoring.engine.audit.slips import likely_slips
from scoring.engine.dispute.play_check import check_play
from scoring.engine.dispute.position import read_position
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

EMPTY = read_position("", NWL, ENGLISH, STANDARD)


def blanks(shown, announced, left=1):
    """Return the sentences about a blank that was typed as a tile."""
    return [*sentences(unmarked_blank_slips(shown, announced, left))]


def test_unmarked_blank_comes_first_of_at_most_three_explanations_if_its_tile_exceeds_the_set():
    shown = proof("8G HEX", "7F TEREDOS")
    premiums = [f"The double letter on {square} was not counted." for square in ("G7", "I7")]
    likely = sentences(likely_slips(shown, 76, ENGLISH, NWL, Clues(blanks=2)))
    assert likely == (*premiums, "The word RE (2) was left out.")
    first, second, *_ = sentences(
        likely_slips(shown, 76, ENGLISH, NWL, Clues(blanks=1, surplus=("D",)))
    )
    needs = "and needs no more tiles than the set has."
    assert (first, second) == (f"With D on J7 as a blank, the play scores 76 {needs}", premiums[0])
    beyond_the_set = check_play(EMPTY, NWL, "8H JAJA 20")
    assert beyond_the_set.proof.total == 36
    assert sentences(beyond_the_set.likely)[0] == (
        f"With J on H8 or J on J8 as a blank, the play scores 20 {needs}"
    )
    beyond_the_rack = check_play(EMPTY, NWL, "8H ZONE 6 @?ONEABC")
    assert sentences(beyond_the_rack.likely)[0] == (
        f"With Z on H8 as a blank, the play scores 6 {needs}"
    )


def test_blank_of_the_play_may_be_another_of_its_tiles_and_unseen_ones_are_counted():
    shown = proof("", "8H ZOnE")
    assert (shown.total, proof("", "8H zONE").total) == (24, 6)
    assert sentences(likely_slips(shown, 6, ENGLISH, NWL)) == (
        "With Z on H8 as the blank instead of n on J8, the play scores 6.",
    )
    laid = [plays(0, "8H ZONe"), passes(1)]
    assert count_unseen_blanks(game([])) == 2
    assert count_unseen_blanks(game(laid)) == 1
    assert count_unseen_blanks(game([*laid, holds(0, "Q?"), holds(1, "E")])) == 0
    assert count_unseen_blanks(game([*laid, receives(0, "?")])) == 0


def test_tiles_of_equal_value_share_one_sentence_and_premiums_are_lost_in_both_words():
    as_tile = "is a blank but was typed as a tile."
    assert blanks(proof("", "8H TOE"), 4) == [f"T on H8, O on I8 or E on J8 {as_tile}"]
    shown = proof("M2 ZONE", "2J FRO.EN")
    assert blanks(shown, shown.total - 24) == [f"F on J2 {as_tile}"]
    both = proof("8H LOFTY", "7I LOAM")  # L, O, A and M count in two words each
    assert blanks(both, both.total - 6) == [f"M on L7 {as_tile}"]


@pytest.mark.parametrize("blanks", [0, -1])
def test_unmarked_blank_is_not_suggested_with_both_blanks_laid(blanks):
    assert sentences(likely_slips(proof("", "8H ZONE"), 6, ENGLISH, NWL, Clues(blanks=blanks))) == (
        "There was an addition error of 20.",
    )


@pytest.mark.parametrize(("play", "may_be"), [("8H zOnE 2", False), ("8H zONE 4", True)])
def test_play_with_both_blanks_suggests_no_further_blank(play, may_be):
    likely = check_play(EMPTY, NWL, play).likely
    assert ("blank_as_tile" in [message.code for message in likely]) is may_be
