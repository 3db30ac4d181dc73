"""The check-in list: all players of the event by name, each with a box to tick."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.queries.results.division_games import division_games
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import (
    Column,
    Group,
    Kind,
    Look,
    Mark,
    Report,
    Table,
    hide_columns_if_empty,
)
from tournament.reports.report_options import DivisionOptions, requested_divisions
from tournament.wording.alphabet import alphabetical_key

COLUMNS = (
    Column("here", _lazy("Here"), Kind.MARK, width=4),
    Column("name", _lazy("Name")),
    Column("division", _lazy("Division"), width=8),
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("rating", _lazy("Rating"), Kind.INTEGER),
    Column("owes", _lazy("Owes"), width=8),
    Column("remarks", _lazy("Remarks"), width=16),
)


class CheckInList(Definition):
    """All players of the event by name in one list, with a box to tick and the amount owed.

    For the director only. Players already checked in are ticked.
    """

    title = "Check-in list"
    group = "Setting up"
    for_paper = True
    private = True

    Options = DivisionOptions

    def build(self, event: Event, options: DivisionOptions, printed_at: datetime) -> Report:
        """Return the combined list of the requested divisions, without entries that withdrew before round 1."""
        divisions = requested_divisions(event, options.division)
        everybody = sorted(
            (
                (person, division.name)
                for division in divisions
                for person in division_games(division).people
                if person.left_after != 0
            ),
            key=lambda row: (alphabetical_key(row[0].sort_name), row[1], row[0].number),
        )
        rows = tuple(
            (
                Mark.TICK if person.is_here else None,
                person.sort_name,
                division,
                person.number,
                person.rating,
                person.owes,
                "",
            )
            for person, division in everybody
        )
        missing = sum(1 for person, _division in everybody if not person.is_here)
        table = Table(
            "rows",
            COLUMNS,
            (Group(rows),),
            empty=_("No players yet."),
            look=Look.GRID,
            row_height=19.0,
        )
        return report_on(
            self,
            event,
            divisions,
            printed_at,
            subtitle=_("{entered} entered, {missing} not here yet").format(
                entered=len(rows), missing=missing
            ),
            sections=(hide_columns_if_empty(table, "rating", "owes"),),
        )
