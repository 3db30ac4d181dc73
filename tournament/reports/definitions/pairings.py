"""The pairings of a round by board."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.pairing_lists import WhichPairings, every_round, pairing_list
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Report, Row, Table
from tournament.reports.seating import (
    NO_RECORD,
    RoundOfDivision,
    record_and_spread,
    why_no_opponent,
)

COLUMNS = (
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("first_number", _lazy("No."), Kind.INTEGER, name=_lazy("Number of the first")),
    Column("first", _lazy("Goes first")),
    *record_and_spread(_lazy("who goes first"), key="first_"),
    Column("second_number", _lazy("No."), Kind.INTEGER, name=_lazy("Number of the second")),
    Column("second", _lazy("Goes second")),
    *record_and_spread(_lazy("who goes second"), key="second_"),
)


class Pairings(Definition):
    """The pairings of a round by board: who goes first, who second, and what they have so far.

    Without a division every division is there; without a round, the latest published.
    """

    title = "Pairings by board"
    group = "For the round"
    Options = WhichPairings
    folder = staticmethod(partial(every_round, options=WhichPairings))

    def build(self, event: Event, options: WhichPairings, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for a round that is not paired."""
        return pairing_list("pairings", self.title, event, options, printed_at, _table)


def _table(paired_round: RoundOfDivision, public: bool) -> Table:  # noqa: ARG001 - as every list
    play = paired_round.play
    boards: list[Row] = []
    alone: list[Row] = []
    for meeting in paired_round.meetings:
        first = play.by_number[meeting.first]
        row: Row = (
            meeting.board,
            first.number,
            Cell(first.name, Emphasis.STRONG),
            *paired_round.record_cells(first.number),
        )
        if meeting.second:
            second = play.by_number[meeting.second]
            row += (second.number, second.name, *paired_round.record_cells(second.number))
            boards.append(row)
        else:
            alone.append((*row, None, why_no_opponent(meeting.outcome), *NO_RECORD))
    groups = tuple(Group(tuple(rows)) for rows in (boards, alone) if rows)
    return Table("rows", COLUMNS, groups, empty=_("Nobody is paired in this round."))
