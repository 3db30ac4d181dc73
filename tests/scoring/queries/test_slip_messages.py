"""Sentences about a dispute: slips once, completed figures, and what decides the winner."""

import pytest

from scoring import catalogue
from scoring.engine import gcg
from scoring.engine.dispute.columns import Column
from scoring.engine.dispute.dispute import Sheet
from scoring.engine.dispute.recount import compare_sheets
from scoring.engine.game.replay import replay
from scoring.queries.disputes import added_endings, different_winners_reason, slip_messages
from tests.approved import check_approved
from tests.scoring.disputed_games import STUCK, TURNS

NAMES = ("Ann Example", "Ben Sample")
KEEPERS = (*NAMES, "Cy Scorer")


def compared(*written, more=""):
    """Return the comparison of the sheets, each with Ann's column first, with a game of 94-8 by the rules."""
    sheets = [
        Sheet(name, tuple(Column.parse(text) if text else None for text in texts))
        for name, texts in zip(KEEPERS, written, strict=False)
    ]
    record = gcg.read(TURNS + STUCK + more)
    game = replay(
        record.split_into_tiles(catalogue.tile_set("english")).turns, catalogue.rule_set("naspa_nwl"),
        catalogue.tile_set("english"), catalogue.layout("standard"),
    )  # fmt: skip
    return compare_sheets(NAMES, sheets, game)


LATE = ">ann: AEIOURS (time) -10 91\n"
COMPARED = {
    "the same slip on both": (("30\n71", "26"), ("30\n71", "26")),
    "the same slip on two of three": (("30\n71", "26"), ("30\n71", "26"), ("30\n71", "24")),
    "different slips": (("30\n71", "26"), ("30\n71", "42")),
    "missing from both": (("30", "24"), ("30", "24")),
    "no racks": (("30\n71", "24"), ("30\n71", "24")),
    "no rows of no score": (("30\n71\n0\n0\n0\n-7", "24"), ("30\n71", "24")),
    "no overtime": (("30\n71", "24"), ("30\n71", "24")),
    "complete": 2 * (("30\n71\n-\n-\n-\n-7", "24\n-\n-\n-\n-16"),),
    "another winner on one": (("30\n71", "240"), ("30\n71", "24")),
    "another winner by addition": (("30 30\n71 11", "24"), ("30 30\n71 11", "24")),
    "another winner by the rules": (("30\n71", "240"), ("30\n71", "240")),
}


@pytest.mark.parametrize("name", COMPARED)
def test_slips_added_figures_and_the_winner_are_told_as_approved(request, name):
    comparison = compared(*COMPARED[name], more=LATE if name == "no overtime" else "")
    slips = [slip.message for line in comparison.lines for slip in slip_messages(line, comparison)]
    added = [added_endings(keeper, comparison) for keeper in range(len(comparison.sheets))]
    text = f"{slips} {added} {different_winners_reason(comparison)}"
    check_approved(request, {name: text})
