"""The likely slip: every kind of mistake on a concrete play, ties together, or none."""

from dataclasses import replace

import pytest

from scoring import catalogue
from scoring.engine.audit.audit import audit
from scoring.engine.audit.slips import likely_slips, total_slips
from scoring.engine.board.proof import Proof, prove
from scoring.engine.game.record import Record, Seat
from scoring.engine.rules.rulesets import PenaltyTo
from scoring.wording.engine import sentences
from tests.scoring.engine.positions import (
    ENGLISH,
    NWL,
    STANDARD,
    board,
    bonus,
    passes,
    plays,
    table,
    word,
)

SUPER = catalogue.layout("super")
WESPA = catalogue.rule_set("wespa")
GERMAN = catalogue.rule_set("german")


def proof(before: str, play: str, **options) -> Proof:
    square, _, letters = play.partition(" ")
    plays = [one for one in before.split(", ") if one]
    return prove(board(*plays, **options), square, word(letters))


def slips(before: str, play: str, announced: int, rules=NWL, **options) -> tuple[str, ...]:
    return sentences(likely_slips(proof(before, play, **options), announced, ENGLISH, rules))


SINGLE = table("slips.toml")["single"]


@pytest.mark.parametrize("name", SINGLE)
def test_slip_of_each_kind_is_identified(name):
    before, play, correct, announced, sentence = SINGLE[name]
    assert proof(before, play).total == correct
    assert slips(before, play, announced) == (sentence,)


@pytest.mark.parametrize(
    ("before", "play", "announced", "expected"),
    [
        ("", "5E RETAINS", 64, (
            "The double-double of RETAINS was counted only as ×2.",
        )),
        ("D1 NO", "1A QUI.TILE", 101, (
            "The nine-timer of QUINTILE was counted only as ×3.",
        )),
        ("D1 NO", "1A QUI.TILE", 152, (
            "The nine-timer of QUINTILE was counted as ×6: the factors were added.",
            "The triple word on A1 was mistaken for a double word.",
            "The triple word on H1 was mistaken for a double word.",
        )),
        ("8G CAT", "9F AX", 28, (
            "The double letter on G9 was not counted in AX.",
            "The double letter on G9 was not counted in CX.",
        )),
        ("", "8G QIZ", 24, ("The digits of 42 were swapped.",)),
        ("8G CAT", "8F S...", 7, (
            "There was an addition error of 1.",
            "S, A or T was counted as 2 instead of 1.",
            "C was counted as 4 instead of 3.",
        )),
        ("8G CAT", "8F S...", 10, ("S, A or T was counted as 5 instead of 1.",)),
        # The double letter counts in AX and in CX, so that one point makes four.
        ("8G CAT", "9F AX", 36 - 4, ("X was counted as 7 instead of 8.",)),
        # No challenge bonus where a challenge costs no points.
        ("8G CAT", "9F AX", 36 + 5, ("C was counted as 8 instead of 3.",)),
        ("", "8G XI", 2, ("X (8) was not counted.",)),
        # Two common slips together, if no single one fits.
        ("M2 ZONE", "2J FRO.EN", 18, (
            "The triple letter on J2 was not counted, and the double word on N2 was not counted.",
        )),
        ("", "8G PAINTER", 10, (
            "The double word on H8 was not counted, and the bonus of 50 was forgotten.",
        )),
        ("L1 QI", "1H CAZI.UES", 342, (
            "The double letter on L1, already used, was counted again, and the bonus of 50 was forgotten.",
        )),
        ("8G CAT", "9F AX", 36, ()),
        ("8G CAT", "9F AX", 999, ()),
    ],
)  # fmt: skip
def test_simplest_explanations_are_all_listed(before, play, announced, expected):
    assert slips(before, play, announced) == expected


COUNTED = [
    # TOOTH 8D, with T on a double letter: 2 x (2 + 1 + 1 + 1 + 4) = 18.
    ("", "8D TOOTH", 26, "T on G8, O on E8 or O on F8 was counted as 5 instead of 1."),
    *(
        ("8G CAT", "8F S...", 6 + off, f"There was an addition error of {abs(off)}.")
        for off in (1, 2, 20, -1, -2, -20)
    ),
    # H1 is a triple word: sO x3 and sAT x3.
    ("H2 AT", "1H SO", 6 + 3, "The triple word on H1 was not counted in SAT."),
    ("H2 AT", "1H SO", 2 + 9, "The triple word on H1 was not counted in SO."),
    ("8G CAT", "9F Ax", 4 + 16, "The blank x on G9 was counted as X, 8, in Cx."),
    # FLAX down and AX across: the new X counts in both.
    *(
        (
            "8G CAT, 9G A",
            "H6 FL.X",
            23 + 2 * (points - 8),
            f"X was counted as {points} instead of 8.",
        )
        for points in (9, 7, 10)
    ),
]


@pytest.mark.parametrize(("before", "play", "announced", "sentence"), COUNTED)
def test_explanation_is_among_the_likely_ones(before, play, announced, sentence):
    assert sentence in slips(before, play, announced)


@pytest.mark.parametrize(
    ("rules", "extra", "what"),
    [
        (WESPA, 5, "A challenge bonus of 5 was"),
        (WESPA, 10, "Two challenge bonuses of 5 were"),
        (GERMAN, 10, "A challenge bonus of 10 was"),
        (GERMAN, 20, "Two challenge bonuses of 10 were"),
    ],
)
def test_challenge_bonus_included_in_the_play_is_reported(rules, extra, what):
    assert f"{what} included in the score." in slips("8G CAT", "9F AX", 36 + extra, rules)
    assert slips("", "8D RETAIN", 14 + 3 * extra, rules) == ()  # more bonuses than words
    taken = replace(GERMAN, penalty_to=PenaltyTo.CHALLENGER)
    deducted = "A challenge penalty of 10 was deducted from the score of the play."
    assert deducted in slips("8G CAT", "9F AX", 36 - 10, taken)


def test_explanation_follows_the_record_the_rules_and_the_board():
    """This also holds by rules without a penalty for lost challenges, because the record contains one."""
    turns = (plays(0, "8G CAT"), plays(1, "9F AX", announced=41), bonus(1, 5), passes(0))
    audited = audit(Record((Seat("a", "A"), Seat("b", "B")), turns), NWL, ENGLISH, STANDARD)
    (finding,) = [finding for finding in audited.findings if finding.code == "play_score"]
    assert sentences(finding.likely_slips) == ("A challenge bonus of 5 was included in the score.",)
    rules = replace(NWL, rack_size=3, bingo_bonus=20)
    shown = prove(board(rack_size=3, bingo_bonus=20), "8G", word("CA"))
    assert sentences(likely_slips(shown, shown.total + 20, ENGLISH, rules)) == (
        "The bonus of 20 was given, though not all tiles were laid.",
    )
    assert slips("", "1A CAT", 5, layout=SUPER) == ("The quadruple word on A1 was not counted.",)
    assert slips("", "1A CAT", 15, layout=SUPER) == (
        "The quadruple word on A1 was mistaken for a triple word.",
    )


@pytest.mark.parametrize(
    ("before", "score", "announced", "expected"),
    [
        (100, 24, 100, ("The score of this turn, 24, was not added.",)),
        (100, 24, 148, ("The score of this turn, 24, was added twice.",)),
        (100, 24, 76, ("The score of this turn, 24, was subtracted instead of added.",)),
        (100, 24, 134, ("The total was increased by 10 too much.",)),
        (100, 24, 114, ("The total was increased by 10 too little.",)),
        (100, 24, 224, ("The total was increased by 100 too much.",)),
        (100, 24, 142, ("The digits of 124 were swapped.",)),
        (77, 47, 142, ("The digits of 124 were swapped.",)),
        (100, 24, 125, ("There was an addition error of 1.",)),
        (100, 24, 161, ()),
    ],
)
def test_slips_in_adding_the_total_are_identified(before, score, announced, expected):
    assert sentences(total_slips(before, score, announced)) == expected


@pytest.mark.parametrize(
    ("before", "play"), [("8H LOFTY", "7I LOAM"), ("", "8D PAINTER"), ("M2 ZONE", "2J FRO.EN")]
)
def test_each_square_is_named_by_at_most_one_explanation(before, play):
    shown = proof(before, play)
    for announced in range(shown.total + 60):
        named = [slip.params for slip in likely_slips(shown, announced, ENGLISH, WESPA)]
        squares = [(one["square"], one.get("word")) for one in named if "square" in one]
        assert len(squares) == len(set(squares)), (announced, named)
