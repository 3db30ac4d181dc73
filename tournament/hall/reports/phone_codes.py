"""QR codes on papers: where they lead, and the options that say so.

They lead to the laptop as phones in the hall reach it. While no phone is let in and no address is given,
papers are as if there were no codes, and leave no room for one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.hall.models import PlayerCode
from tournament.hall.queries.door import door
from tournament.hall.queries.player_codes import address_of_player
from tournament.models import Division, Event
from tournament.reports.request import CodesNotUnderstood, report_option

WITHOUT = "no"


def address_option() -> Any:
    """The option of where codes lead."""
    return report_option(
        "The address QR codes lead to, such as http://192.168.1.20:8000; this laptop’s while phones are let in. "
        "Without an address there are no codes and no gap for them.",
        "",
    )


def codes_option() -> Any:
    """The option of leaving codes out."""
    return report_option(
        "`no` leaves out QR codes and the letters of players.",
        "",
        choices=(("", "With QR codes"), (WITHOUT, "Without QR codes")),
    )


def base_of(options: Any) -> str:
    """The address all codes of a report begin with, without a slash at the end; empty for no codes.

    Raises `CodesNotUnderstood`.
    """
    if options.codes not in ("", WITHOUT):
        raise CodesNotUnderstood(options.codes)
    if options.codes == WITHOUT:
        return ""
    return (options.address or door().chosen_address or "").rstrip("/")


def site_address(base: str, event: Event) -> str:
    """Where the public site of the event is; empty without a base."""
    return f"{base}/hall/{event.slug}/" if base else ""


def report_address(base: str, event: Event) -> str:
    """Where a player types number and letters to report a result; empty without a base."""
    return f"{base}/hall/{event.slug}/me/" if base else ""


def typed_address(base: str) -> str:
    """What is short enough to be typed and leads to the event that is on: `192.168.1.20:8000/hall/`."""
    return f"{base.removeprefix('http://')}/hall/" if base else ""


def address_beside(base: str) -> str:
    """The laptop's other address as it is typed, the name beside the number; empty where codes lead elsewhere."""
    state = door()
    return typed_address(state.other_address or "") if base == state.chosen_address else ""


def player_address(
    base: str, division: Division, number: int, codes: Mapping[int, PlayerCode]
) -> str:
    """Where the own page of a player is, else the public one of the player; empty without a base."""
    if not base:
        return ""
    if number in codes:
        return address_of_player(codes[number], base)
    return f"{site_address(base, division.event)}{division.slug}/{number}/"
