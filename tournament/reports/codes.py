"""QR codes on papers: the options for them, and the addresses they encode.

Rooms provide the addresses. If none does, papers have no codes and no gap for them, and no form
offers the options.
"""

from collections.abc import Collection, Mapping
from typing import Any, Protocol

from tournament.extension import CODES_ON_PAPER
from tournament.models import Division, Event
from tournament.reports.report_options import CodesNotUnderstood, report_option

WITHOUT_CODES = "no"


class PaperCodes(Protocol):
    """The addresses that the QR codes of a report encode."""

    def event_address(self, event: Event) -> str:
        """Return the address of the event's public pages."""

    def report_address(self, event: Event) -> str:
        """Return the address where a player reports a result."""

    def player_addresses(
        self, division: Division, numbers: Collection[int], *, public: bool
    ) -> Mapping[int, tuple[str, str]]:
        """Return the address of each player's page and the letters that open it, by player number.

        On a `public` paper, the address is that of the player's public page and the letters are empty.
        """


def address_option() -> Any:
    """Return the option for the base address of QR codes."""
    return report_option(
        "The address for QR codes, such as http://192.168.1.20:8000. Default: this laptop’s "
        "address while phones have access. Without an address, no codes are printed and no "
        "space is left for them.",
        "",
        hidden=not CODES_ON_PAPER,
    )


def codes_option() -> Any:
    """Return the option that leaves out QR codes."""
    return report_option(
        "`no` leaves out QR codes and each player's four letters.",
        "",
        choices=(("", "With QR codes"), (WITHOUT_CODES, "Without QR codes")),
        hidden=not CODES_ON_PAPER,
    )


def codes_of(options: Any) -> PaperCodes | None:
    """Return the addresses of QR codes for a report with these options, or None if it has no codes.

    There are no codes if the option omits them or no room provides addresses. Raise
    `CodesNotUnderstood` for an unknown value of the option.
    """
    if options.codes not in ("", WITHOUT_CODES):
        raise CodesNotUnderstood(options.codes)
    if options.codes == WITHOUT_CODES:
        return None
    codes: list[PaperCodes | None] = [make(options.address) for make in CODES_ON_PAPER]
    return next(filter(None, codes), None)
