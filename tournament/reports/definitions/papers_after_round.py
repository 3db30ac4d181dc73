"""What is hung up once a round is played, as one file."""

from __future__ import annotations

from datetime import datetime

from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.packs import WhichPack, pack
from tournament.reports.report import Report


class PapersAfterRound(Definition):
    """What is hung up after a round, in one file: its results, the standings, the wall chart.

    To print once and hang up.
    """

    title = "Papers after the round"
    group = "For the round"
    for_paper = True
    Options = WhichPack

    def folder(self, event: Event) -> list[WhichPack]:
        """None: each of them is in the folder of the event by itself."""
        del event
        return []

    def build(self, event: Event, options: WhichPack, printed_at: datetime) -> Report:
        """The papers. Raises `CannotReport` where there is nothing to print yet."""
        reports = ("round_results", "standings", "wall_chart")
        return pack("papers_after_round", self.title, event, options, printed_at, reports)
