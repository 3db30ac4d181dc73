"""The pairings of a round by rank, for whoever follows the top of the table."""

from __future__ import annotations

from datetime import datetime

from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.pairing_lists import WhichRound, every_round, pairing_list
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Report, Table
from tournament.reports.seating import RoundOfDivision

COLUMNS = (
    Column("rank", "Rank", Kind.INTEGER),
    Column("number", "No.", Kind.INTEGER, name="Number"),
    Column("name", "Name"),
    Column("record", "Record", wraps=False),
    Column("board", "Board", Kind.INTEGER),
    Column("goes", "Goes", width=8, wraps=False),
    Column("opponent_rank", "Rank", Kind.INTEGER, name="Rank of the opponent"),
    Column("opponent", "Against"),
    Column("opponent_record", "Record", name="Record of the opponent", wraps=False),
)


class PairingsByRank(Definition):
    """The pairings of a round by rank before it: whom the leaders meet.

    Without a division every division is there; without a round, the latest published.
    """

    title = "Pairings by rank"
    group = "For the round"
    for_paper = True
    Options = WhichRound
    folder = staticmethod(every_round)

    def build(self, event: Event, options: WhichRound, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for a round that is not paired."""
        return pairing_list("pairings_by_rank", self.title, event, options, printed_at, _table)


def _table(found: RoundOfDivision, public: bool) -> Table:
    ranks = found.ranks(public=public)
    seats = sorted(found.seats, key=lambda seat: (ranks[seat.person.number], seat.person.number))
    rows = []
    for seat in seats:
        other = seat.opponent
        rows.append(
            (
                ranks[seat.person.number],
                seat.person.number,
                seat.person.name,
                found.record(seat.person.number),
                Cell(seat.meeting.board, Emphasis.STRONG),
                seat.goes,
                ranks[other.number] if other else None,
                other.name if other else "",
                found.record(other.number) if other else "",
            )
        )
    groups = (Group(tuple(rows)),) if rows else ()
    return Table("rows", COLUMNS, groups, empty="Nobody is paired in this round.")
