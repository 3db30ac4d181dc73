"""The papers for the ceremony in one file."""

from __future__ import annotations

from tournament.reports.packs import Pack


class CeremonyPapers(Pack):
    """The papers for the ceremony in one file: the prizes with their winners, the standings, certificates.

    The slides are a separate report.
    """

    title = "Papers for the ceremony"
    group = "At the end"
    reports = ("prizes", "standings", "certificates")
