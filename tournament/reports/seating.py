"""The seats of a round, for lists of pairings and result slips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import format_signed
from tournament.engine.progress import Meeting
from tournament.engine.results import NOBODY, Outcome
from tournament.engine.standings import format_record
from tournament.models import Division
from tournament.models.rounds import Phase
from tournament.queries.results.division_games import DivisionGames, PrintedEntry, division_games
from tournament.queries.standings.standings import division_standings
from tournament.reports.framing import requested_round_number
from tournament.reports.report import Cell, Column, Kind, Row
from tournament.reports.report_options import CannotReport
from tournament.reports.ties import record_cells, record_columns

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

NO_RECORD: Row = (None, None, None, None)
"""Empty cells in place of a record."""

_UNPLAYED = {
    Outcome.BYE.value: _lazy("bye"),
    Outcome.HALF_BYE.value: _lazy("half bye"),
    Outcome.VOID.value: _lazy("void"),
    Outcome.FIRST_FORFEITS.value: _lazy("forfeit"),
    Outcome.BOTH_FORFEIT.value: _lazy("forfeit"),
}


def no_opponent_text(outcome: str | None) -> str:
    """Return the text shown instead of an opponent; "" and None count as a bye."""
    return str(_UNPLAYED.get(outcome or Outcome.BYE.value, _lazy("no opponent")))


def record_and_spread_columns(who: StrOrPromise = "", *, key: str = "") -> tuple[Column, ...]:
    """Return the columns for `DivisionRound.record_cells`. Readers see only the first, which shows all figures."""
    return (
        *record_columns(_lazy("Record"), who, key=key),
        Column(
            f"{key}spread",
            format_lazy("{}, {}", _lazy("Spread"), who) if who else _lazy("Spread"),
            Kind.SPREAD,
            data_only=True,
        ),
    )


@dataclass(frozen=True, slots=True)
class Seat:
    """An entry's view of its pairing in a round."""

    person: PrintedEntry
    meeting: Meeting
    opponent: PrintedEntry | None

    @property
    def start(self) -> str:
        """Return "first" or "second", or the reason if there is no opponent."""
        if self.opponent is None:
            return no_opponent_text(self.meeting.outcome)
        return _("first") if self.meeting.first == self.person.number else _("second")


@dataclass(frozen=True)
class DivisionRound:
    """One round of a division, with all pairings and results of the division."""

    play: DivisionGames
    number: int

    @property
    def is_draft(self) -> bool:
        """Return whether the round has not been published yet."""
        return self.play.phases[self.number] == Phase.DRAFT

    @property
    def boards(self) -> list[Meeting]:
        """Return the pairings with a board, in order."""
        return [meeting for meeting in self.play.in_round(self.number) if meeting.board is not None]

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Return all pairings: boards in order, then entries without an opponent."""
        return self.play.in_round(self.number)

    @property
    def seats(self) -> Iterator[Seat]:
        """Yield the seats of all entries, in the order of boards."""
        people = self.play.by_number
        for meeting in self.meetings:
            first = people[meeting.first]
            second = people[meeting.second] if meeting.second != NOBODY else None
            yield Seat(first, meeting, second)
            if second is not None:
                yield Seat(second, meeting, first)

    def record_cells(self, number: int) -> Row:
        """Return the cells of an entry's wins, losses, ties and spread before the round.

        The first displays the whole record.
        """
        before = self.play.last_step_before(number, self.number)
        shown = self.record_text(number)
        if before is None:
            return (Cell(0, shown=shown), 0, 0, 0)
        return (*record_cells(before, shown), before.total_spread)

    def record_text(self, number: int) -> str:
        """Return the record and spread of an entry before the round as readers see it, such as `3-1 +212`.

        It is `0-0 0` if the entry has none yet.
        """
        before = self.play.last_step_before(number, self.number)
        apart = self.play.division.event.rules.ties_apart
        if before is None:
            return f"{format_record(0, 0, 0, ties_apart=apart)} 0"
        return f"{before.record_text(ties_apart=apart)} {format_signed(before.total_spread)}"

    def ranks(self, *, public: bool) -> dict[int, int]:
        """Return the rank of each entry before the round, by entry number. This takes three queries."""
        table = division_standings(self.play.division, self.number - 1, public=public)
        return {line.number: line.rank for line in table.table.lines}


def requested_rounds(
    divisions: Sequence[Division], round_number: int | None, *, public: bool
) -> list[DivisionRound]:
    """Return the requested round of each division that has it.

    By default, this is the latest published round, or the latest draft if none is published. Raise
    `CannotReport` if no division has the round.
    """
    rounds_shown: list[DivisionRound] = []
    refused: CannotReport | None = None
    for division in divisions:
        play = division_games(division, public=public)
        try:
            rounds_shown.append(DivisionRound(play, requested_round_number(play, round_number)))
        except CannotReport as reason:
            refused = reason
    if not rounds_shown and refused is not None:
        raise refused
    return rounds_shown


def shared_round_number(rounds: Sequence[DivisionRound]) -> int | None:
    """Return the round number if it is the same in all divisions, else None."""
    numbers = {round_.number for round_ in rounds}
    return numbers.pop() if len(numbers) == 1 else None
