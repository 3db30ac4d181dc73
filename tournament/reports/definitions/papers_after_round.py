"""The papers to hang up after a round, in one file."""

from __future__ import annotations

from tournament.reports.packs import Pack


class PapersAfterRound(Pack):
    """The papers to hang up after a round, in one file: its results, the standings, the wall chart.

    Print the file once and hang up the pages.
    """

    title = "Papers after the round"
    group = "For the round"
    reports = ("round_results", "standings", "wall_chart")
