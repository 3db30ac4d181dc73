"""Name badges with the player's name in large letters, the number and the division."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.models import Division, Event
from tournament.queries.results.division_games import PrintedEntry, division_games
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import (
    Align,
    Card,
    CardField,
    CardLine,
    Cards,
    FontSize,
    Kind,
    Report,
)
from tournament.reports.report_options import (
    division_option,
    report_option,
    requested_divisions,
    requested_grid,
    selection_filter,
    selection_option,
)
from tournament.wording.alphabet import alphabetical_key

GRIDS = {4: (2, 2), 8: (2, 4), 10: (2, 5)}


class NameBadges(Definition):
    """A badge for each player with the name in large letters, the division and the number.

    Sorted by name, with lines to cut along.
    """

    title = "Name badges"
    group = "Setting up"
    for_paper = True
    single = "players"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The badges to print."""

        division: str = division_option()
        only: str = selection_option("players")
        per_page: int = report_option("Badges per page: 4, 8 or 10.", 8)

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the badges of players who have not left.

        Raise `CannotReport` for an unknown division, an invalid selection, or an unsupported number of badges per page.
        """
        refusal = _("Badges can be 4, 8 or 10 per page, not {per_page}.")
        across, down = requested_grid(options.per_page, GRIDS, refusal)
        divisions = requested_divisions(event, options.division)
        is_wanted = selection_filter(options.only)
        everybody = sorted(
            (
                (person, division)
                for division in divisions
                for person in division_games(division).people
                if person.left_after is None and is_wanted(division, person.number)
            ),
            key=lambda row: (alphabetical_key(row[0].sort_name), row[1].position, row[0].number),
        )
        teams = any(person.team for person, _ in everybody)
        badges = tuple(
            _badge(event, division, person, team=teams) for person, division in everybody
        )
        cards = Cards("badges", badges, across, down, empty=_("No players yet."))
        return report_on(self, event, divisions, printed_at, sections=(cards,), plain=bool(badges))


def _badge(event: Event, division: Division, person: PrintedEntry, *, team: bool) -> Card:
    head = CardLine.centred(event.name, FontSize.SMALL, has_branding=True)
    name = CardLine.centred(person.name, FontSize.HUGE, share=5, key="name", bold=True)
    below = [
        CardField("division", _("Division"), division.name, side=Align.CENTRE),
        CardField("number", _("No."), person.number, Kind.INTEGER, side=Align.CENTRE),
    ]
    if team:
        below.append(CardField("team", _("Team"), person.team, side=Align.CENTRE))
    return Card((head, name, CardLine(tuple(below), share=2)))
