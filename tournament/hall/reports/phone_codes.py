"""QR codes on papers with the laptop's address for phones in the hall.

While phones have no access and no address is given, papers have no codes and no gap for them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.hall.queries.phone_access import current_phone_access
from tournament.hall.queries.player_codes import address_of_player, codes_of
from tournament.models import Division, Event
from tournament.reports import codes


@dataclass(frozen=True)
class PhoneCodes:
    """QR codes with the laptop's address `base`, which has no trailing slash."""

    base: str

    def event_address(self, event: Event) -> str:
        """Return the address of the event's public pages."""
        return site_address(self.base, event)

    def report_address(self, event: Event) -> str:
        """Return the address at which a player enters a number and letters to report a result."""
        return f"{self.base}/hall/{event.slug}/me/"

    def player_addresses(
        self, division: Division, numbers: Collection[int], *, public: bool
    ) -> Mapping[int, tuple[str, str]]:
        """Return, by entry number, the address of the player's own page and the letters of the code.

        For an entry without a code, and for a `public` paper, the pair is the address of the
        player's public page and an empty string. This takes one query, or none for a `public`
        paper.
        """
        own = {} if public else codes_of(division)
        site = site_address(self.base, division.event)
        return {
            number: (address_of_player(own[number], self.base), own[number].letters)
            if number in own
            else (f"{site}{division.slug}/{number}/", "")
            for number in numbers
        }


def phone_codes(address: str) -> PhoneCodes | None:
    """Return QR codes for this address, else for the laptop's own; None if there is neither."""
    base = (address or current_phone_access().chosen_address or "").rstrip("/")
    return PhoneCodes(base) if base else None


def base_address_of(options: Any) -> str:
    """Return the base address of a report's codes without a trailing slash; empty if it has no codes.

    Raise `CodesNotUnderstood` for an unknown value of the option.
    """
    chosen = codes.codes_of(options)
    return chosen.base if isinstance(chosen, PhoneCodes) else ""


def site_address(base: str, event: Event) -> str:
    """Return the address of the event's public site, or an empty string if `base` is empty."""
    return f"{base}/hall/{event.slug}/" if base else ""


def short_address(base: str) -> str:
    """Return a short address to type, such as `192.168.1.20:8000/hall/`; empty if `base` is empty.

    It leads to the current event.
    """
    return f"{base.removeprefix('http://')}/hall/" if base else ""


def alternative_address(base: str) -> str:
    """Return the laptop's other address to type; empty if it has none or the codes have another base."""
    state = current_phone_access()
    return short_address(state.other_address or "") if base == state.chosen_address else ""
