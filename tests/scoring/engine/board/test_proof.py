"""The explanation of a score: equal to the score of the play, in a readable line."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import catalogue
from scoring.engine.board.board import Board, DoesNotFit
from scoring.engine.board.proof import prove, words_laid
from scoring.engine.game.legality import placement_faults
from scoring.wording.engine import proof_line
from tests.scoring.engine.positions import board, lay, table, word
from tests.scoring.engine.random_boards import random_play, words_by_hand

WORKED = table("worked_plays.toml")["plays"]


def proof(before, play, **options):
    square, _, letters = play.partition(" ")
    position = board(*before, **options)
    return prove(position, square, word(letters, position.tile_set))


FROZEN = "FROZEN: F 4 ×3 (J2) + R 1 + O 1 + Z 10 + E 1 + N 1 = 26, ×2 (N2) = 52"
AX = "AX: A 1 + X 8 ×2 (G9) = 17; CX: C 3 + X 8 ×2 (G9) = 19; together 17 + 19 = 36"
RETAINS = (
    "RETAINS: R 1 + E 1 + T 1 + A 1 + I 1 + N 1 + S 1 = 7, ×2 (E5), ×2 (K5) = 28; all tiles 50; "
    "together 28 + 50 = 78"
)


@pytest.mark.parametrize(
    ("before", "play", "line", "marks"),
    [
        (["M2 ZONE"], "2J FRO.EN", FROZEN, ()),
        ([], "8H LOFTY", "LOFTY: L 1 + O 1 + F 4 + T 1 + Y 4 ×2 (L8) = 15, ×2 (H8) = 30", ()),
        (["8G CAT"], "8F S...", "SCAT: S 1 + C 3 + A 1 + T 1 = 6", ()),
        (["8G CAT"], "9F AX", AX, ()),
        ([], "5E RETAINS", RETAINS, ("bingo", "double_double")),
        ([], "8H zA", "zA: z 0 + A 1 = 1, ×2 (H8) = 2", ()),
        (["8G CAT"], "9I S", "TS: T 1 + S 1 ×2 (I9) = 3", ()),
        (["D1 NO"], "1A QUI.TILE", None, ("bingo", "nine_timer")),
        (["8G CAT"], "8F S...S", None, ()),
    ],
)
def test_proof_is_one_line_of_sums_and_remarkable_plays_are_marked(before, play, line, marks):
    shown = proof(before, play)
    assert shown.marks == marks
    if line:
        assert proof_line(shown) == line


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case["claim"])
def test_worked_plays_have_the_hand_computed_words(case):
    shown, position = proof(case["before"], case["play"]), board(*case["before"])
    written = [f"{w.text} {w.score}" for w in shown.words]
    assert sorted(written) == sorted(case["words"])
    assert written[0] == case["words"][0]
    assert lay(position, case["play"]) == shown.total == case["score"]
    assert shown.bingo == case["score"] - sum(w.score for w in shown.words)
    short = words_laid(position, case["play"].partition(" ")[0])
    assert short == [(w.text, w.score, w.multiplier) for w in shown.words]


def test_proof_leaves_the_board_unchanged():
    position = board("8G CAT")
    drawn = str(position)
    prove(position, "9F", word("AX"))
    assert str(position) == drawn
    with pytest.raises(DoesNotFit):
        prove(position, "8G", word("COT"))
    assert str(position) == drawn


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    layout=st.sampled_from(["standard", "super"]),
    tiles=st.sampled_from(["english", "spanish", "catalan", "turkish", "norwegian"]),
)
def test_scoring_proof_and_manual_sum_agree_on_random_boards(seed, layout, tiles):
    rng = Random(seed)
    position = Board(catalogue.layout(layout), catalogue.tile_set(tiles))
    for _ in range(14):
        play = random_play(position, rng)
        if play is None:
            break
        name, letters = play
        assert placement_faults(position, name, letters) == ()
        words, score = words_by_hand(position, name, letters)
        shown = prove(position, name, letters)
        plain = ["".join(tile.face for tile in one.tiles) for one in shown.words]
        assert sorted(zip(plain, [one.score for one in shown.words], strict=True)) == sorted(words)
        assert shown.total == position.lay(name, letters) == score
        assert position.touching is (len(position.tiles) > len(position.laid))
        assert words_laid(position, name) == [(w.text, w.score, w.multiplier) for w in shown.words]
