"""Every report is recomputed from raw results by a plain script, or computes nothing: one list, with the reasons."""

from tests.tournament.reports import (
    test_recomputed_lists,
    test_recomputed_more,
    test_recomputed_ratings,
    test_recomputed_turns,
)
from tournament.reports.definition import all_reports

RECOMPUTED = {
    *("standings", "cross_table"),  # in test_recomputed
    *test_recomputed_more.REPORTS,
    *test_recomputed_lists.REPORTS,
    *test_recomputed_turns.REPORTS,
    *test_recomputed_turns.OF_ONE_GAME,
    *("board_diagram", "recount"),  # there too, each in a test of its own
    *test_recomputed_ratings.REPORTS,
}
COMPUTE_NOTHING = {
    "activity_log": "the log, entry by entry, as it was written",
    "blank_score_sheet": "an empty form",
    "board_signs": "the numbers of the boards",
    "ceremony_papers": "bound of reports that are recomputed themselves",
    "follow_and_report": "a poster with the address",
    "pairing_reasons": "sentences that the pairing method gave when it paired",
    "papers_after_round": "bound of reports that are recomputed themselves",
    "rating_officer_papers": "bound of reports that are recomputed themselves",
    "round_papers": "bound of reports that are recomputed themselves",
}


def test_every_report_is_recomputed_or_computes_nothing():
    assert sorted([*RECOMPUTED, *COMPUTE_NOTHING]) == sorted(all_reports())
