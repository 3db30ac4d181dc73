"""The pairings of a round by board, name or rank."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.reports.codes import address_option, codes_of, codes_option
from tournament.reports.definition import Variant
from tournament.reports.framing import options_for_rounds
from tournament.reports.per_division import RoundDefinition
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Row, Table
from tournament.reports.report_options import RoundOptions, is_public, report_option
from tournament.reports.seating import (
    NO_RECORD,
    DivisionRound,
    Seat,
    no_opponent_text,
    record_and_spread_columns,
    shared_round_number,
)
from tournament.wording.alphabet import alphabetical_key

START_COLUMN = Column("goes", _lazy("Goes"), width=8, wraps=False)
BY_BOARD = (
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("first_number", _lazy("No."), Kind.INTEGER, name=_lazy("First player’s number")),
    Column("first", _lazy("Goes first")),
    *record_and_spread_columns(_lazy("who goes first"), key="first_"),
    Column("second_number", _lazy("No."), Kind.INTEGER, name=_lazy("Second player’s number")),
    Column("second", _lazy("Goes second")),
    *record_and_spread_columns(_lazy("who goes second"), key="second_"),
)
BY_NAME = (
    Column("name", _lazy("Name")),
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("board", _lazy("Board"), Kind.INTEGER),
    START_COLUMN,
    Column("opponent", _lazy("Against")),
    Column("opponent_number", _lazy("No."), Kind.INTEGER, name=_lazy("Opponent’s number")),
)
BY_RANK = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    *record_and_spread_columns(),
    Column("board", _lazy("Board"), Kind.INTEGER),
    START_COLUMN,
    Column("opponent_rank", _lazy("Rank"), Kind.INTEGER, name=_lazy("Opponent’s rank")),
    Column("opponent", _lazy("Against")),
    *record_and_spread_columns(_lazy("opponent"), key="opponent_"),
)


@dataclass(frozen=True)
class PairingsOrder(Variant):
    """The columns and rows for listing the pairings of a round in one order."""

    columns: tuple[Column, ...]
    groups: Callable[[DivisionRound, bool], Sequence[Sequence[Row]]]
    """The function that returns the rows in groups, given the round and whether the report is public."""


def _by_board(paired_round: DivisionRound, public: bool) -> Sequence[Sequence[Row]]:  # noqa: ARG001 - as each
    by_number = paired_round.play.by_number
    boards: list[Row] = []
    alone: list[Row] = []
    for meeting in paired_round.meetings:
        first = by_number[meeting.first]
        row: Row = (
            meeting.board,
            first.number,
            Cell(first.name, Emphasis.STRONG),
            *paired_round.record_cells(first.number),
        )
        if meeting.second:
            second = by_number[meeting.second]
            row += (second.number, second.name, *paired_round.record_cells(second.number))
            boards.append(row)
        else:
            alone.append((*row, None, no_opponent_text(meeting.outcome), *NO_RECORD))
    return boards, alone


def _by_name(paired_round: DivisionRound, public: bool) -> Sequence[Sequence[Row]]:  # noqa: ARG001 - as each
    def sort_key(seat: Seat) -> Any:
        return alphabetical_key(seat.person.sort_name), seat.person.number

    rows = [
        (
            seat.person.sort_name,
            seat.person.number,
            Cell(seat.meeting.board, Emphasis.STRONG),
            seat.start,
            seat.opponent.name if seat.opponent else "",
            seat.opponent.number if seat.opponent else None,
        )
        for seat in sorted(paired_round.seats, key=sort_key)
    ]
    return [rows]


def _by_rank(paired_round: DivisionRound, public: bool) -> Sequence[Sequence[Row]]:
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
    return [rows]


ORDERS = {
    "board": PairingsOrder(
        "pairings",
        "Pairings by board",
        "The pairings of a round by board: first and second players, and their records so far.",
        BY_BOARD,
        _by_board,
    ),
    "name": PairingsOrder(
        "pairings_by_name",
        "Pairings by name",
        "The pairings of a round by name, so players find their boards quickly; thirty names fit "
        "on one page.",
        BY_NAME,
        _by_name,
        for_paper=True,
    ),
    "rank": PairingsOrder(
        "pairings_by_rank",
        "Pairings by rank",
        "The pairings of a round in order of rank, to see the leaders’ opponents.",
        BY_RANK,
        _by_rank,
        for_paper=True,
    ),
}


class Pairings(RoundDefinition):
    """The pairings of a round: by board, by name for the notice board, or by rank.

    By default, the report covers every division and the latest published round.
    """

    title = "Pairings"
    group = "For the round"
    chooses = "order"
    variants = ORDERS

    @dataclass(frozen=True, slots=True)
    class Options(RoundOptions):
        """The pairings to list, and the address of their QR code."""

        order: str = report_option(
            "The order: `board`, `name` or `rank`.",
            "board",
            choices=[(value, order.title) for value, order in ORDERS.items()],
        )
        address: str = address_option()
        codes: str = codes_option()

    def folder_options(self, event: Event) -> list[Options]:
        """Return options for the pairings of every round."""
        return options_for_rounds(event, self.Options)

    def tables(self, paired_round: DivisionRound, options: Options) -> tuple[Table]:
        """Return a division's pairings in the requested order."""
        order = ORDERS[options.order]
        rows = order.groups(paired_round, is_public(options.audience))
        groups = tuple(Group(tuple(group)) for group in rows if group)
        return (
            Table("rows", order.columns, groups, empty=_("No players are paired in this round.")),
        )

    def extra_fields(self, rounds: Sequence[DivisionRound], options: Options) -> dict[str, Any]:
        """Return the address for the QR code and, if the divisions are in different rounds, a note on each of them.

        The report is marked as one to be hung up in the hall.
        """
        apart = [
            _("{division}: round {round}.").format(
                division=paired_round.play.division.name, round=paired_round.number
            )
            for paired_round in rounds
        ]
        event = rounds[0].play.division.event
        return {
            "notes": apart if shared_round_number(rounds) is None else (),
            "code": codes.event_address(event) if (codes := codes_of(options)) else "",
            "for_hall": True,
        }
