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
from tournament.reports.report import Card, CardField, CardLine, Cards, FontSize, Report
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
        sections = (Cards("certificates", cards),)
        return report_on(
            self, event, divisions, printed_at, sections=sections, landscape=True, plain=True
        )


def _reason(prize: PrizeDefinition) -> str:
    """Return the director's reason for a prize that no figure decides, else an empty string.

    The reason for overruling a computed prize is omitted; it is not meant for the winner.
    """
    return "" if prize.prize_kind.computed else prize.why


def _certificate(event: Event, award: Award, winner: Winner) -> Card:
    of = award.prizes[0].division
    day = date_format(event.date, "DATE_FORMAT") if event.date else ""
    place = ", ".join(part for part in (event.place, day) if part)
    merit = sentence(winner.achievement) if winner.achievement else _reason(award.prizes[0])
    return Card(
        (
            CardLine.centred(event.name, FontSize.LARGE, share=2, has_branding=True),
            CardLine.centred(_("Certificate"), FontSize.HUGE, share=2),
            CardLine.centred(winner.name, FontSize.HUGE, share=4, key="name", bold=True),
            CardLine.centred(
                sentence(award.title), FontSize.LARGE, share=2, key="prize", bold=True
            ),
            CardLine.centred(of, key="division", label=_("Division") if of else ""),
            CardLine.centred(merit, FontSize.LARGE, share=2, key="why"),
            CardLine(
                (CardField(value=place), CardField(label=_("The director"), by_hand=True)), share=2
            ),
        )
    )
