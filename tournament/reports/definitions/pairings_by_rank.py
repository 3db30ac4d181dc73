"""The pairings of a round by rank, for whoever follows the top of the table."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.pairing_lists import WhichPairings, every_round, pairing_list
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Report, Table
from tournament.reports.seating import NO_RECORD, RoundOfDivision, record_and_spread

COLUMNS = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    *record_and_spread(),
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("goes", _lazy("Goes"), width=8, wraps=False),
    Column("opponent_rank", _lazy("Rank"), Kind.INTEGER, name=_lazy("Rank of the opponent")),
    Column("opponent", _lazy("Against")),
    *record_and_spread(_lazy("opponent"), key="opponent_"),
)


class PairingsByRank(Definition):
    """The pairings of a round by rank before it: whom the leaders meet.

    Without a division every division is there; without a round, the latest published.
    """

    title = "Pairings by rank"
    group = "For the round"
    for_paper = True
    Options = WhichPairings
    folder = staticmethod(partial(every_round, options=WhichPairings))

    def build(self, event: Event, options: WhichPairings, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for a round that is not paired."""
        return pairing_list("pairings_by_rank", self.title, event, options, printed_at, _table)


def _table(paired_round: RoundOfDivision, public: bool) -> Table:
    ranks = paired_round.ranks(public=public)
    seats = sorted(
        paired_round.seats, key=lambda seat: (ranks[seat.person.number], seat.person.number)
    )
    rows = []
    for seat in seats:
        other = seat.opponent
        rows.append(
            (
                ranks[seat.person.number],
                seat.person.number,
                seat.person.name,
                *paired_round.record_cells(seat.person.number),
                Cell(seat.meeting.board, Emphasis.STRONG),
                seat.start,
                ranks[other.number] if other else None,
                other.name if other else "",
                *(paired_round.record_cells(other.number) if other else NO_RECORD),
            )
        )
    groups = (Group(tuple(rows)),) if rows else ()
    return Table("rows", COLUMNS, groups, empty=_("Nobody is paired in this round."))
