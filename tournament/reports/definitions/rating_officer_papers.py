"""What a rating officer wants on paper, as one file."""

from __future__ import annotations

from datetime import datetime

from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.packs import WhichPack, pack
from tournament.reports.report import Report


class RatingOfficerPapers(Definition):
    """What a rating officer wants to see, in one file: the rating report, the cross-table, every result by player.

    For the director alone, as the rating report is.
    """

    title = "Papers for the rating officer"
    group = "At the end"
    for_paper = True
    private = True
    Options = WhichPack

    def folder(self, event: Event) -> list[WhichPack]:
        """None: each of them is in the folder of the event by itself."""
        del event
        return []

    def build(self, event: Event, options: WhichPack, printed_at: datetime) -> Report:
        """The papers. Raises `CannotReport` where there is nothing to print yet."""
        reports = ("ratings", "cross_table", "results_by_player")
        return pack("rating_officer_papers", self.title, event, options, printed_at, reports)
