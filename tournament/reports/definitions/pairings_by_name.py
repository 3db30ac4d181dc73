"""The pairings of a round by name, for the notice board."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.pairing_lists import WhichPairings, every_round, pairing_list
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Report, Table
from tournament.reports.seating import RoundOfDivision
from tournament.wording.alphabet import alphabetical

COLUMNS = (
    Column("name", _lazy("Name")),
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("goes", _lazy("Goes"), width=8, wraps=False),
    Column("opponent", _lazy("Against")),
    Column("opponent_number", _lazy("No."), Kind.INTEGER, name=_lazy("Number of the opponent")),
)


class PairingsByName(Definition):
    """The pairings of a round by name: everybody finds their board; thirty on one page.

    Without a division every division is there; without a round, the latest published.
    """

    title = "Pairings by name"
    group = "For the round"
    for_paper = True
    Options = WhichPairings
    folder = staticmethod(partial(every_round, options=WhichPairings))

    def build(self, event: Event, options: WhichPairings, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for a round that is not paired."""
        return pairing_list("pairings_by_name", self.title, event, options, printed_at, _table)


def _table(paired_round: RoundOfDivision, public: bool) -> Table:  # noqa: ARG001 - as every list
    seats = sorted(
        paired_round.seats,
        key=lambda seat: (alphabetical(seat.person.sort_name), seat.person.number),
    )
    rows = tuple(
        (
            seat.person.sort_name,
            seat.person.number,
            Cell(seat.meeting.board, Emphasis.STRONG),
            seat.start,
            seat.opponent.name if seat.opponent else "",
            seat.opponent.number if seat.opponent else None,
        )
        for seat in seats
    )
    groups = (Group(rows),) if rows else ()
    return Table("rows", COLUMNS, groups, empty=_("Nobody is paired in this round."))
