"""Sentences about a dispute: slips once, completed figures, and what decides the winner."""

import pytest

from scoring import catalogue
from scoring.engine import gcg
from scoring.engine.dispute.columns import Column
from scoring.engine.dispute.dispute import Sheet
from scoring.engine.dispute.recount import compare_sheets
from scoring.engine.game.replay import replay
from scoring.queries.disputes import added_endings, different_winners_reason, slip_messages
from tests.scoring.disputed_games import STUCK, TURNS

NAMES = ("Ann Example", "Ben Sample")


def compared(ann, ben, *, more=""):
    """Return the comparison of both sheets, Ann's column first, with a game of 94-8 by the rules."""
    sheets = [
        Sheet(name, tuple(Column.parse(text) if text else None for text in texts))
        for name, texts in zip(NAMES, (ann, ben), strict=True)
    ]
    record = gcg.read(TURNS + STUCK + more)
    game = replay(
        record.split_into_tiles(catalogue.tile_set("english")).turns, catalogue.rule_set("naspa_nwl"),
        catalogue.tile_set("english"), catalogue.layout("standard"),
    )  # fmt: skip
    return compare_sheets(NAMES, sheets, game)


@pytest.mark.parametrize(
    ("ann", "ben", "text_shown"),
    [
        (("30\n71", "26"), ("30\n71", "26"),
         ["Both sheets: 26 for Ben Sample’s 7I LOAM; 24 is correct."]),
        (("30\n71", "26"), ("30\n71", "42"),
         ["Ann Example’s sheet: 26 for Ben Sample’s 7I LOAM; 24 is correct.",
          "Ben Sample’s sheet: 42 for Ben Sample’s 7I LOAM; 24 is correct."]),
        (("30", "24"), ("30", "24"),
         ["Both sheets have no row for Ann Example’s J7 OFFICIATE, 71."]),
    ],
    ids=["the same on both", "different", "missing from both"],
)  # fmt: skip
def test_slip_of_both_sheets_is_reported_once(ann, ben, text_shown):
    comparison = compared(ann, ben)
    matches = [slip_messages(line, comparison) for line in comparison.lines]
    assert [slip.message for slips in matches for slip in slips] == text_shown


OVERTIME = ">ann: AEIOURS (time) -10 91\n"


@pytest.mark.parametrize(
    ("more", "ann", "words"),
    [
        ("", "30\n71", "racks"),
        ("", "30\n71\n0\n0\n0\n-7", "racks"),
        (OVERTIME, "30\n71", "racks and overtime"),
    ],
)
def test_figures_added_to_a_sheet_by_the_rules_are_named(more, ann, words):
    assert added_endings(0, compared((ann, "24"), (ann, "24"), more=more)) == words


def test_complete_sheet_has_no_added_figures():
    whole = ("30\n71\n-\n-\n-\n-7", "24\n-\n-\n-\n-16")
    assert added_endings(0, compared(whole, whole)) == ""


@pytest.mark.parametrize(
    ("ann", "ben", "sentence"),
    [
        (("30\n71", "24"), ("30\n71", "24"), ""),
        (("30\n71", "240"), ("30\n71", "24"), "The sheets disagree on the winner"),
        (
            ("30 30\n71 11", "24"),
            ("30 30\n71 11", "24"),
            "Ann Example’s sheet gives a different winner once its addition is corrected",
        ),
        (
            ("30\n71", "240"),
            ("30\n71", "240"),
            "The rules give a different winner from the sheets",
        ),
    ],
)
def test_conditions_for_the_winner_are_one_sentence(ann, ben, sentence):
    assert different_winners_reason(compared(ann, ben)) == sentence
