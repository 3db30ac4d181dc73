"""Who sits where in a round: what lists of pairings and result slips have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import signed
from tournament.engine.progress import Meeting
from tournament.engine.results import NOBODY, Outcome
from tournament.models import Division
from tournament.models.rounds import Phase
from tournament.queries.results.played import DivisionGames, Participant, division_games
from tournament.queries.standings.standings import division_standings
from tournament.reports.framing import round_of
from tournament.reports.request import CannotReport

_UNPLAYED = {
    Outcome.BYE.value: _lazy("bye"),
    Outcome.VOID.value: _lazy("void"),
    Outcome.FIRST_FORFEITS.value: _lazy("forfeit"),
    Outcome.BOTH_FORFEIT.value: _lazy("forfeit"),
}


def why_no_opponent(outcome: str | None) -> str:
    """What stands in the place of an opponent where there is none; without an outcome it is a bye."""
    return str(_UNPLAYED.get(outcome or Outcome.BYE.value, _lazy("no opponent")))


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

    def record(self, number: int) -> str:
        """What an entry had before the round: `3-1 +212`."""
        before = self.play.before(number, self.number)
        return f"{before.record} {signed(before.total_spread)}" if before else "0-0 0"

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


def common_round(rounds: Sequence[RoundOfDivision]) -> int | None:
    """The number of the round where it is the same in all divisions."""
    numbers = {round_.number for round_ in rounds}
    return numbers.pop() if len(numbers) == 1 else None
