"""A poster with instructions for following the event on phones and reporting results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.hall.reports.phone_codes import (
    alternative_address,
    base_address_of,
    short_address,
    site_address,
)
from tournament.models import Event
from tournament.reports.codes import address_option, codes_option
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import Card, CardField, CardLine, Cards, FontSize, Report


class FollowAndReport(Definition):
    """A poster for the door: the QR code and the address of the event's pages, with instructions.

    While phones have no access and no address is given, the poster has a box for writing the address.
    """

    title = "How to follow and report"
    group = "Setting up"
    for_paper = True

    @dataclass(frozen=True, slots=True)
    class Options:
        """The address of the code."""

        address: str = address_option()
        codes: str = codes_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the poster."""
        base = base_address_of(options)
        lines = [
            CardLine.centred(event.name, FontSize.LARGE, share=2),
            CardLine.centred(_("Follow and report"), FontSize.HUGE, share=4, key="title"),
        ]
        if base:
            lines += [
                CardLine.centred(site_address(base, event), share=14, is_code=True),
                CardLine.centred(short_address(base), FontSize.HUGE, share=3, key="address"),
            ]
            if other := alternative_address(base):
                or_this = _("or {address}").format(address=other)
                lines.append(CardLine.centred(or_this, FontSize.LARGE, share=2))
        else:
            label = _("Address, as given at the desk")
            lines.append(CardLine((CardField(label=label, by_hand=True),), share=4))
        lines += [
            CardLine(
                (
                    CardField("", "", str(number), size=FontSize.LARGE, bold=True),
                    CardField("", "", step, size=FontSize.LARGE, share=14),
                ),
                share=3,
                rule=True,
            )
            for number, step in enumerate(_steps(scans=bool(base)), 1)
        ]
        poster = Cards("poster", (Card(tuple(lines)),))
        return report_on(self, event, (), printed_at, sections=(poster,), plain=True)


def _steps(*, scans: bool) -> list[str]:
    """Return the instructions, a sentence or two each."""
    return [
        _("Join the hall’s network.")
        + " "
        + (
            _("Scan the code, or type the address.")
            if scans
            else _("Type the address in a browser.")
        ),
        _("Find your board by your name. See pairings, clock and standings."),
        _(
            "To report a result, scan the code on your scorecard, or type your number and your "
            "four letters."
        ),
        _("Type both scores and send them. Your opponent confirms with one tap."),
    ]
