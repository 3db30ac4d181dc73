"""QR codes on papers: the options of a report about them, and where they lead, which rooms say.

Where no room has codes, papers are made without them and without a gap for them, and no form asks about them.
"""

from collections.abc import Collection, Mapping
from typing import Any, Protocol

from tournament.extension import CODES_ON_PAPER
from tournament.models import Division, Event
from tournament.reports.request import CodesNotUnderstood, report_option

WITHOUT = "no"


class PaperCodes(Protocol):
    """Where the codes of a report lead."""

    def event(self, event: Event) -> str:
        """Return the address of the event's public pages."""

    def report(self, event: Event) -> str:
        """Return the address where a player reports a result."""

    def players(
        self, division: Division, numbers: Collection[int], *, public: bool
    ) -> Mapping[int, tuple[str, str]]:
        """Return the address of the page of each player by number, and the letters that open it.

        For a `public` paper that is the page everybody may see, without letters.
        """


def address_option() -> Any:
    """Return the option of where codes lead."""
    return report_option(
        "The address QR codes lead to, such as http://192.168.1.20:8000; this laptop’s while phones are let in. "
        "Without an address there are no codes and no gap for them.",
        "",
        hidden=not CODES_ON_PAPER,
    )


def codes_option() -> Any:
    """Return the option of leaving codes out."""
    return report_option(
        "`no` leaves out QR codes and the letters of players.",
        "",
        choices=(("", "With QR codes"), (WITHOUT, "Without QR codes")),
        hidden=not CODES_ON_PAPER,
    )


def codes_of(options: Any) -> PaperCodes | None:
    """Return where the codes of a report with these options lead; None for a report without codes.

    Raises `CodesNotUnderstood`.
    """
    if options.codes not in ("", WITHOUT):
        raise CodesNotUnderstood(options.codes)
    if options.codes == WITHOUT:
        return None
    codes: list[PaperCodes | None] = [make(options.address) for make in CODES_ON_PAPER]
    return next(filter(None, codes), None)
