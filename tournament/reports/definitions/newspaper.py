"""A text for the newspaper: what happened, in sentences alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.wording.phrases import and_list, signed
from tournament.engine.prizes.award import Award
from tournament.engine.prizes.contest import Section
from tournament.models import Event
from tournament.queries.standings.prizes import awards_of, prizes_of
from tournament.reports.contests import played
from tournament.reports.definition import Definition
from tournament.reports.definitions.closing import best_of, story_of
from tournament.reports.framing import report_on
from tournament.reports.report import Report, Text, division_called
from tournament.reports.request import CannotReport, audience_option, report_option
from tournament.wording.sentences import sentence

SHOWN = 5


class Newspaper(Definition):
    """A text to send to a newspaper or put on a web page: what happened, the places, the prizes.

    Sentences alone, without tables: copy it as it stands.
    """

    title = "Text for the newspaper"
    group = "At the end"

    @dataclass(frozen=True, slots=True)
    class Options:
        """How much."""

        places: int | None = report_option(
            f"How many places of each division; {SHOWN} when not given.", None
        )
        audience: str = audience_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """The text. Raises `CannotReport` for an event without divisions, or no places."""
        if options.places is not None and options.places < 1:
            raise CannotReport(
                _("Places are a number from 1 up, not {places}.").format(places=options.places)
            )
        seen = played(event, "", options.audience, plays=True)
        prizes = prizes_of(event)
        apart = event.rules.ties_apart
        awards = awards_of(prizes, seen.sections) if prizes and not seen.notes else ()
        paragraphs = [
            *story_of(event, seen, best_of(seen.sections)),
            *(
                _places(s, options.places or SHOWN, single=seen.single, apart=apart)
                for s in seen.sections
            ),
            *_prizes(awards),
        ]
        return report_on(
            self,
            event,
            seen.divisions,
            printed_at,
            sections=(Text(tuple(filter(None, paragraphs)), key="text"),),
            notes=seen.notes,
        )


def _places(section: Section, places: int, *, single: bool, apart: bool) -> str:
    """The first places of a division in one sentence; empty before the first game."""
    lines = [
        _("{rank}. {name} {record} {spread}").format(
            rank=line.rank,
            name=section.name(line.number),
            record=line.record_as(apart=apart),
            spread=signed(line.capped_spread),
        )
        for line in section.standing
        if line.rank <= places
    ]
    if not lines:
        return ""
    wording = _("The first places: {places}.")
    if not single:
        wording = _("The first places of {division}: {places}.")
    return wording.format(division=division_called(section.division), places="; ".join(lines))


def _prizes(awards: tuple[Award, ...]) -> Iterator[str]:
    """Who has won which prize, in one sentence."""
    won = [
        _("{prize}: {names}").format(
            prize=sentence(award.title), names=and_list(winner.name for winner in award.winners)
        )
        for award in awards
        if award.winners
    ]
    if won:
        yield _("Prizes: {prizes}.").format(prizes="; ".join(won))
