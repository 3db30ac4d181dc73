"""Certificates for the winners of prizes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.engine.prizes.award import Award, PrizeDefinition, Winner
from tournament.models import Event
from tournament.reports.awards import awards_to_give
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import Align, Card, CardField, CardLine, Cards, FontSize, Report
from tournament.reports.report_options import (
    audience_option,
    division_option,
    selection_filter,
    selection_option,
)
from tournament.wording.sentences import sentence


class Certificates(Definition):
    """A certificate for each winner of a prize, with name, prize, achievement and room for a signature.

    One certificate per page, in the order of the ceremony.
    """

    title = "Certificates"
    group = "At the end"
    for_paper = True
    single = "players"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The certificates to print."""

        division: str = division_option()
        only: str = selection_option("players")
        audience: str = audience_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the certificates. Raise `CannotReport` for an invalid selection, and as `awards_to_give` does."""
        divisions, awards = awards_to_give(event, options.division, options.audience)
        is_wanted = selection_filter(options.only)
        by_name = {division.name: division for division in event.divisions.all()}
        cards = tuple(
            _certificate(event, award, winner)
            for award in awards
            for winner in award.winners
            if is_wanted(by_name[winner.who.division], winner.who.number)
        )
        return report_on(
            self,
            event,
            divisions,
            printed_at,
            sections=(Cards("certificates", cards),),
            landscape=True,
            plain=True,
        )


def _reason(prize: PrizeDefinition) -> str:
    """Return the director's reason for a prize that no figure decides, else an empty string.

    The reason for overruling a computed prize is omitted; it is not meant for the winner.
    """
    return "" if prize.prize_kind.computed else prize.why


def _certificate(event: Event, award: Award, winner: Winner) -> Card:
    middle, of = Align.CENTRE, award.prizes[0].division
    day = date_format(event.date, "DATE_FORMAT") if event.date else ""
    place = ", ".join(part for part in (event.place, day) if part)
    merit = sentence(winner.achievement) if winner.achievement else _reason(award.prizes[0])
    return Card(
        (
            CardLine(
                (
                    CardField(
                        "", "", event.name, size=FontSize.LARGE, side=middle, has_branding=True
                    ),
                ),
                share=2,
            ),
            CardLine(
                (CardField("", "", _("Certificate"), size=FontSize.HUGE, side=middle),), share=2
            ),
            CardLine(
                (CardField("name", "", winner.name, size=FontSize.HUGE, side=middle, bold=True),),
                share=4,
            ),
            CardLine(
                (
                    CardField(
                        "prize",
                        "",
                        sentence(award.title),
                        size=FontSize.LARGE,
                        side=middle,
                        bold=True,
                    ),
                ),
                share=2,
            ),
            CardLine((CardField("division", _("Division") if of else "", of, side=middle),)),
            CardLine((CardField("why", "", merit, size=FontSize.LARGE, side=middle),), share=2),
            CardLine(
                (
                    CardField("", "", place, side=Align.LEFT),
                    CardField("", _("The director"), "", by_hand=True),
                ),
                share=2,
            ),
        )
    )
