"""What is hung up once a round is played, as one file."""

from __future__ import annotations

from tournament.reports.packs import Pack


class PapersAfterRound(Pack):
    """What is hung up after a round, in one file: its results, the standings, the wall chart.

    To print once and hang up.
    """

    title = "Papers after the round"
    group = "For the round"
    reports = ("round_results", "standings", "wall_chart")
