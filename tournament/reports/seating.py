"""Who sits where in a round: what lists of pairings and result slips have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import signed
from tournament.engine.progress import Meeting
from tournament.engine.results import NOBODY, Outcome
from tournament.engine.standings import record_of
from tournament.models import Division
from tournament.models.rounds import Phase
from tournament.queries.results.division_games import DivisionGames, Participant, division_games
from tournament.queries.standings.standings import division_standings
from tournament.reports.framing import round_of
from tournament.reports.report import Cell, Column, Kind, Row
from tournament.reports.request import CannotReport
from tournament.reports.ties import record_cells, record_columns

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

NO_RECORD: Row = (None, None, None, None)
"""In the place of the cells of a record, where there is nobody."""

_UNPLAYED = {
    Outcome.BYE.value: _lazy("bye"),
    Outcome.HALF_BYE.value: _lazy("half bye"),
    Outcome.VOID.value: _lazy("void"),
    Outcome.FIRST_FORFEITS.value: _lazy("forfeit"),
    Outcome.BOTH_FORFEIT.value: _lazy("forfeit"),
}


def why_no_opponent(outcome: str | None) -> str:
    """What stands in the place of an opponent where there is none; without an outcome it is a bye."""
    return str(_UNPLAYED.get(outcome or Outcome.BYE.value, _lazy("no opponent")))


def record_and_spread(who: StrOrPromise = "", *, key: str = "") -> tuple[Column, ...]:
    """The columns for `RoundOfDivision.record_cells`: readers see the first alone."""
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
    """One entry in a round, as it reads its own line."""

    person: Participant
    meeting: Meeting
    opponent: Participant | None

    @property
    def start(self) -> str:
        """First or second; why not, where nobody sits opposite."""
        if self.opponent is None:
            return why_no_opponent(self.meeting.outcome)
        return _("first") if self.meeting.first == self.person.number else _("second")


@dataclass(frozen=True)
class RoundOfDivision:
    """One round of one division with everything before it."""

    play: DivisionGames
    number: int

    @property
    def is_draft(self) -> bool:
        """Whether it is not published yet."""
        return self.play.phases[self.number] == Phase.DRAFT

    @property
    def boards(self) -> list[Meeting]:
        """The pairings with a board, in order."""
        return [meeting for meeting in self.play.in_round(self.number) if meeting.board is not None]

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Every pairing, boards in order, then who has no opponent."""
        return self.play.in_round(self.number)

    @property
    def seats(self) -> Iterator[Seat]:
        """Everybody in the round, in the order of boards."""
        people = self.play.by_number
        for meeting in self.meetings:
            first = people[meeting.first]
            second = people[meeting.second] if meeting.second != NOBODY else None
            yield Seat(first, meeting, second)
            if second is not None:
                yield Seat(second, meeting, first)

    def record_cells(self, number: int) -> Row:
        """What an entry had before the round: wins, losses, ties and spread, shown as one text."""
        before = self.play.before(number, self.number)
        shown = self.record(number)
        if before is None:
            return (Cell(0, shown=shown), 0, 0, 0)
        return (*record_cells(before, shown), before.total_spread)

    def record(self, number: int) -> str:
        """What an entry had before the round, as people read it: `3-1 +212`."""
        before = self.play.before(number, self.number)
        apart = self.play.division.event.rules.ties_apart
        if before is None:
            return f"{record_of(0, 0, 0, apart=apart)} 0"
        return f"{before.record_as(apart=apart)} {signed(before.total_spread)}"

    def ranks(self, *, public: bool) -> dict[int, int]:
        """The rank of every entry before the round. Three queries."""
        table = division_standings(self.play.division, self.number - 1, public=public)
        return {line.number: line.rank for line in table.table.lines}


def requested_rounds(
    divisions: Sequence[Division], round_number: int | None, *, public: bool
) -> list[RoundOfDivision]:
    """The round of each division: the one asked for where it has it, else the latest published.

    Raises `CannotReport` when no division has it.
    """
    rounds_shown: list[RoundOfDivision] = []
    refused: CannotReport | None = None
    for division in divisions:
        play = division_games(division, public=public)
        try:
            rounds_shown.append(RoundOfDivision(play, round_of(play, round_number)))
        except CannotReport as reason:
            refused = reason
    if not rounds_shown and refused is not None:
        raise refused
    return rounds_shown


def shared_round_number(rounds: Sequence[RoundOfDivision]) -> int | None:
    """The number of the round where it is the same in all divisions."""
    numbers = {round_.number for round_ in rounds}
    return numbers.pop() if len(numbers) == 1 else None
