"""What a rating officer wants on paper, as one file."""

from __future__ import annotations

from tournament.reports.packs import Pack


class RatingOfficerPapers(Pack):
    """What a rating officer wants to see, in one file: the rating report, the cross-table, every result by player.

    For the director only, as the rating report is.
    """

    title = "Papers for the rating officer"
    group = "At the end"
    private = True
    reports = ("ratings", "cross_table", "results_by_player")
