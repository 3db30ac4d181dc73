"""Proofs that a published claim is impossible: no placement has the score, or the tile does not fit."""

import pytest

from scoring import catalogue
from scoring.engine.dispute.impossible_scores import possible_scores
from scoring.engine.dispute.play_check import CheckedPlay, check_play
from scoring.engine.dispute.position import read_position
from scoring.handbook.worked_examples import impossible_examples
from scoring.wording.engine import sentences
from tests.scoring.engine.positions import ENGLISH, NWL

STANDARD = catalogue.layout("standard")
CAT, ANA = ("/".join(["15"] * 7 + [f"6{word}6"] + ["15"] * 7) for word in ("CAT", "ANA"))


def checked(line: str, before: str = "") -> CheckedPlay:
    answer = check_play(read_position(before, NWL, ENGLISH, STANDARD), NWL, line)
    assert isinstance(answer, CheckedPlay)
    return answer


@pytest.mark.parametrize("square", ["8B", "8D", "8E", "8H", "H8"])
def test_painter_cannot_score_28_plus_the_bonus(square):
    assert sentences(checked(f"{square} PAINTER 78").never) == (
        (
            "78 is 28 plus the bonus of 50. Played in one turn, PAINTER alone scores 10, 11, "
            "13, 14, 17, 18, 20, 22, 24, 26, 27, 30 or 36 on this board, never 28."
        ),
        "As an opening play, it scores 68, 70 or 74, including the bonus of 50.",
    )


def test_play_scoring_34_needs_squares_further_apart():
    assert sentences(checked("8H PLAY 34").never) == (
        (
            "Played in one turn, PLAY alone scores 9, 10, 11, 12, 13, 14, 15, 17, 18, 24, 26, "
            "27, 36 or 39 on this board, never 34."
        ),
        "As an opening play, it scores 18.",
        (
            "A score of 34 requires Y on a triple letter and another tile of the word on a double word, 1, "
            "2 or 3 squares away. In a row or column of this board, such squares are 4 or 8 "
            "squares apart."
        ),
    )
    (claim,) = [claim for claim in impossible_examples() if "PLAY" in claim.claim]
    assert any("4 or 8 squares apart" in reason for reason in claim.reasons)
    assert claim.reasons[-1].endswith("17 x 2 = 34.")


@pytest.mark.parametrize(
    ("line", "before", "reason"),
    [
        (
            "8G CART",
            CAT,
            "The tiles of CAT are adjacent: there is no square between A and T for R.",
        ),
        (
            "8G ANNA",
            ANA,
            "The tiles of ANA are adjacent: there is no square between N and A for N.",
        ),
        ("I7 BRAG", CAT, "The tiles of CAT are adjacent: R can only come before C or after T."),
    ],
)
def test_no_tile_fits_between_two_adjacent_tiles(line, before, reason):
    against = checked(line, before)
    assert sentences(against.never) == (reason,)
    if line == "8G CART":
        (claim,) = [claim for claim in impossible_examples() if "CART" in claim.claim]
        assert sentences(fault.message for fault in against.faults)[0] in claim.reasons


@pytest.mark.parametrize(
    ("line", "before"),
    [
        ("8H FROZEN 38", ""),  # correct
        ("8H FROZEN 52", ""),  # possible elsewhere on the board
        ("8H LOFTY 15", ""),  # explained by a slip: the double word was not counted
        ("7G AX 99", CAT),  # its neighbours may have contributed
        ("8G CATS 99", CAT),  # plays through tiles on the board
        ("8G CAB", CAT),  # another word, and no tile inserted
    ],
)
def test_possible_score_has_no_impossibility_proof(line, before):
    assert checked(line, before).never == ()


def test_possible_scores_include_every_coverable_premium():
    assert possible_scores("QI", STANDARD, ENGLISH) == (11, 12, 13, 21, 22, 31, 33)
    assert possible_scores("QI", STANDARD, ENGLISH, opening=True) == (22,)
