"""What the ceremony needs on paper, as one file."""

from __future__ import annotations

from tournament.reports.packs import Pack


class CeremonyPapers(Pack):
    """What is needed for the ceremony, in one file: the prizes with their winners, the standings, certificates.

    The slides are a report of their own.
    """

    title = "Papers for the ceremony"
    group = "At the end"
    reports = ("prizes", "standings", "certificates")
