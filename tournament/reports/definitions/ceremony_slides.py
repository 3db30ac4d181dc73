"""Slides for the prize-giving: each prize, followed by its winners."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.wording.phrases import and_list
from tournament.engine.prizes.award import Award
from tournament.models import Event
from tournament.reports.awards import awards_to_give, winner_prize_value
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import Card, CardLine, Cards, FontSize, Kind, Report
from tournament.reports.report_options import ResultsOptions
from tournament.wording.sentences import sentence


class CeremonySlides(Definition):
    """Slides for the ceremony, from the last prize to the first: each prize on one slide, its winners on the next.

    Open the PDF full-screen and turn the pages.
    """

    title = "Slides for the ceremony"
    group = "At the end"
    for_paper = True

    Options = ResultsOptions

    def build(self, event: Event, options: ResultsOptions, printed_at: datetime) -> Report:
        """Return the slides. Raise `CannotReport` as `awards_to_give` does."""
        divisions, awards = awards_to_give(event, options.division, options.audience)
        slides = (slide for award in reversed(awards) for slide in _slides(award))
        cards = tuple(_card(event, number, *slide) for number, slide in enumerate(slides, start=1))
        sections = (Cards("slides", cards),)
        return report_on(
            self, event, divisions, printed_at, sections=sections, landscape=True, plain=True
        )


def _slides(award: Award) -> Iterator[tuple[Award, str, str]]:
    """Yield a slide with the prize and its value, then one with its winners and achievements or shares."""
    yield award, "", and_list(award.values)
    names = and_list(winner.name for winner in award.winners)
    first = award.winners[0]
    if award.is_shared:
        below = and_list(
            _("{name}: {share}").format(name=winner.name, share=winner_prize_value(award, winner))
            for winner in award.winners
            if winner_prize_value(award, winner)
        )
    else:
        below = sentence(first.achievement) if first.achievement else ""
    yield award, names, below


def _card(event: Event, number: int, award: Award, names: str, below: str) -> Card:
    return Card(
        (
            CardLine.centred(event.name, FontSize.LARGE, share=2),
            CardLine.centred(sentence(award.title), FontSize.HUGE, share=3, key="prize"),
            CardLine.centred(award.prizes[0].division, FontSize.LARGE, share=2, key="division"),
            CardLine.centred(names, FontSize.HUGE, share=6, key="name", bold=True),
            CardLine.centred(below, FontSize.HUGE, share=2, key="below"),
            CardLine.centred(number, FontSize.SMALL, key="slide", kind=Kind.INTEGER),
        )
    )
