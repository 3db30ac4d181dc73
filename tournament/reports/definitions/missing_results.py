"""The boards whose results are still to come."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.models import Event
from tournament.models.rounds import Phase
from tournament.queries.results.played import DivisionGames
from tournament.reports.definition import Definition
from tournament.reports.framing import a_table_each, report_on
from tournament.reports.report import Column, Group, Kind, Look, Report, Table
from tournament.reports.request import WhichPlay, is_public, requested_divisions

COLUMNS = (
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("first", _lazy("Goes first")),
    Column("first_score", _lazy("Score"), Kind.SCORE, name=_lazy("Score of the first"), width=7),
    Column("second", _lazy("Goes second")),
    Column("second_score", _lazy("Score"), Kind.SCORE, name=_lazy("Score of the second"), width=7),
)


class MissingResults(Definition):
    """Every published board without a result, with room to write the scores down.

    Of every round and division, the oldest first: to walk round the hall with.
    """

    title = "Missing results"
    group = "For the round"

    Options = WhichPlay

    def build(self, event: Event, options: WhichPlay, printed_at: datetime) -> Report:
        """The list."""
        divisions = requested_divisions(event, options.division)
        tables = a_table_each(divisions, _table, public=is_public(options.audience))
        count = sum(1 for table in tables for _ in table.rows)
        return report_on(
            "missing_results",
            self.title,
            event,
            divisions,
            printed_at,
            subtitle=ngettext("{count} board", "{count} boards", count).format(count=count),
            sections=tables,
        )


def _table(play: DivisionGames) -> Table:
    rows = tuple(
        (
            meeting.round,
            meeting.board,
            f"{meeting.first} {play.name(meeting.first)}",
            None,
            f"{meeting.second} {play.name(meeting.second)}",
            None,
        )
        for meeting in play.meetings
        if play.is_missing(meeting)
        and meeting.board is not None
        and play.phases[meeting.round] != Phase.DRAFT
    )
    return Table(
        "rows",
        COLUMNS,
        (Group(rows),) if rows else (),
        empty=_("No result is missing."),
        look=Look.GRID,
        row_height=22.0,
    )
