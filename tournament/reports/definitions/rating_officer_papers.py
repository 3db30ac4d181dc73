"""The papers for a rating officer in one file."""

from __future__ import annotations

from tournament.reports.packs import Pack


class RatingOfficerPapers(Pack):
    """The papers for a rating officer in one file: the rating report, the cross-table and the results by player.

    For the director only, like the rating report.
    """

    title = "Papers for the rating officer"
    group = "At the end"
    private = True
    reports = ("ratings", "cross_table", "results_by_player")
