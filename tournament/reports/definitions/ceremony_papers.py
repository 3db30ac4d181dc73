"""What the ceremony needs on paper, as one file."""

from __future__ import annotations

from datetime import datetime

from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.packs import WhichPack, pack
from tournament.reports.report import Report


class CeremonyPapers(Definition):
    """What is needed for the ceremony, in one file: the prizes with their winners, the standings, certificates.

    The slides are a report of their own.
    """

    title = "Papers for the ceremony"
    group = "At the end"
    for_paper = True
    Options = WhichPack

    def folder(self, event: Event) -> list[WhichPack]:
        """None: each of them is in the folder of the event by itself."""
        del event
        return []

    def build(self, event: Event, options: WhichPack, printed_at: datetime) -> Report:
        """The papers. Raises `CannotReport` where there is nothing to print yet."""
        reports = ("prizes", "standings", "certificates")
        return pack("ceremony_papers", self.title, event, options, printed_at, reports)
