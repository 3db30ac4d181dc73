"""QR codes on papers lead to the laptop as phones in the hall reach it.

While no phone is let in and no address is given, papers are as if there were no codes, and leave no room for one.
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
    """Codes that lead to an address of the laptop, without a slash at the end."""

    base: str

    def event(self, event: Event) -> str:
        """Return the address of the event's public pages."""
        return site_address(self.base, event)

    def report(self, event: Event) -> str:
        """Return the address where a player types number and letters to report a result."""
        return f"{self.base}/hall/{event.slug}/me/"

    def players(
        self, division: Division, numbers: Collection[int], *, public: bool
    ) -> Mapping[int, tuple[str, str]]:
        """Return the address of each player's own page with the letters; of the public page where there is none.

        One query, none for a `public` paper.
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
    """Return codes that lead to the given address, else to that of this laptop; None while it has none."""
    base = (address or current_phone_access().chosen_address or "").rstrip("/")
    return PhoneCodes(base) if base else None


def base_of(options: Any) -> str:
    """Return the address all codes of a report begin with, without a slash at the end; empty for no codes.

    Raises `CodesNotUnderstood`.
    """
    chosen = codes.codes_of(options)
    return chosen.base if isinstance(chosen, PhoneCodes) else ""


def site_address(base: str, event: Event) -> str:
    """Return where the public site of the event is; empty without a base."""
    return f"{base}/hall/{event.slug}/" if base else ""


def typed_address(base: str) -> str:
    """What is short enough to be typed and leads to the event that is on: `192.168.1.20:8000/hall/`."""
    return f"{base.removeprefix('http://')}/hall/" if base else ""


def address_beside(base: str) -> str:
    """The laptop's other address as it is typed, the name beside the number; empty where codes lead elsewhere."""
    state = current_phone_access()
    return typed_address(state.other_address or "") if base == state.chosen_address else ""
