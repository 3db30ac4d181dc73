"""What everybody may see of an event: the one place that decides what stays secret.

Drafts stay out. From the round on from which standings are held back no result is shown, nor anything that
follows from one: no record, place, prize or game. A player who asked for it is named by initials. Telephone
numbers, e-mail, payments and who is kept apart are never read here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scoring.wording.phrases import scores_line, signed
from tournament.engine.progress import Meeting, ProgressStep
from tournament.engine.results import NOBODY
from tournament.models import Division, Event
from tournament.models.results import OUTCOMES
from tournament.queries.cache import remembered
from tournament.queries.event.frame import UNDER_WAY
from tournament.queries.released import ended_games
from tournament.queries.results.played import DivisionGames, Participant, division_games
from tournament.queries.rounds.rounds import RoundSummary, rounds_of
from tournament.queries.standings.standings import (
    DivisionStandings,
    StandingsRow,
    division_standings,
)

LABELS = dict(OUTCOMES)
"""What every outcome is called that is no game played out."""


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """Where an entry sits in a round, and against whom; `opponent` is `NOBODY` for a bye."""

    round: int
    board: int | None
    number: int
    name: str
    opponent: int
    against: str
    goes_first: bool | None
    """None where nobody knows who went first."""
    result: str
    """What came of it, first and second in this order; empty without result."""


@dataclass(frozen=True, slots=True)
class PublicRound:
    """One round of an entry; without an opponent a bye, or a round missed."""

    round: int
    board: int | None
    opponent: Participant | None
    goes_first: bool | None
    result: str
    """`W 402–380`, the own score first; empty without result."""
    spread: str
    record: str
    """After the round."""
    is_recorded: bool
    """Whether its game can be stepped through."""


@dataclass(frozen=True, slots=True)
class PublicBoard:
    """One board of a round; `second` is `NOBODY` for a bye."""

    board: int | None
    first: int
    first_name: str
    second: int
    second_name: str
    result: str


@dataclass(frozen=True)
class PublicDivision:
    """A division as everybody may see it."""

    division: Division
    rounds: tuple[RoundSummary, ...]
    """The published rounds in order, each with how many results are in."""
    games: DivisionGames
    standings: DivisionStandings

    @property
    def latest(self) -> RoundSummary | None:
        """The round that matters now: the first one under way, else the last one published."""
        under_way = (row for row in self.rounds if row.round.phase in UNDER_WAY)
        return next(under_way, self.rounds[-1] if self.rounds else None)

    @property
    def is_under_way(self) -> bool:
        """Whether results are missing of the round after which the standings are shown."""
        latest = self.latest
        return bool(latest and latest.missing and latest.round.number == self.standings.after)

    @cached_property
    def rows(self) -> Mapping[int, StandingsRow]:
        """The line of the standings of everybody in them, by number."""
        return {row.person.number: row for row in self.standings.rows}

    def record(self, number: int) -> str:
        """Wins, losses and spread of an entry so far; empty before the first result."""
        if not self.standings.after or number not in self.rows:
            return ""
        line = self.rows[number].line
        apart = self.division.event.rules.ties_apart
        return f"{line.record_as(apart=apart)} {signed(line.spread)}"

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """The rank of everybody so far, by number; nothing before the first result."""
        if not self.standings.after:
            return {}
        return {number: row.line.rank for number, row in self.rows.items()}

    @cached_property
    def seats(self) -> Mapping[int, PublicSeat]:
        """Where everybody sits in the round under way, by number; nothing while none is under way."""
        latest = self.latest
        if latest is None or latest.round.phase not in UNDER_WAY:
            return {}
        return self.seats_of(latest.round.number)

    def seat(self, number: int) -> PublicSeat | None:
        """Where an entry sits in the round under way; None where nothing is, or it does not play."""
        return self.seats.get(number)

    def seats_of(self, number: int) -> dict[int, PublicSeat]:
        """Where everybody sits in a published round, by number."""
        names = self.games.name
        seats = {}
        for meeting in self.games.in_round(number):
            first, second = meeting.first, meeting.second
            known = meeting.firsts_known
            result = result_text(meeting)
            seats[first] = PublicSeat(
                number, meeting.board, first, names(first), second, names(second), known, result
            )
            if second != NOBODY:
                seats[second] = PublicSeat(
                    number, meeting.board, second, names(second), first, names(first),
                    False if known else None, result,
                )  # fmt: skip
        return seats

    def by_board(self, number: int) -> list[PublicBoard]:
        """The boards of a published round in order, byes last."""
        names = self.games.name
        return [
            PublicBoard(
                meeting.board,
                meeting.first,
                names(meeting.first),
                meeting.second,
                names(meeting.second),
                result_text(meeting),
            )
            for meeting in self.games.in_round(number)
        ]

    def by_name(self, number: int) -> list[PublicSeat]:
        """Everybody who plays in a published round, by family name."""
        seats, people = self.seats_of(number), self.games.by_number
        return sorted(seats.values(), key=lambda seat: people[seat.number].sort_name.casefold())

    def lines_of(self, number: int) -> list[PublicRound]:
        """The published rounds of an entry, the latest first."""
        people, apart = self.games.by_number, self.division.event.rules.ties_apart
        return [
            PublicRound(
                step.round,
                step.board,
                people.get(step.opponent),
                step.goes_first if step.opponent != NOBODY else None,
                _own_result(step),
                signed(step.spread) if step.spread is not None else "",
                ""
                if step.outcome is None
                else f"{step.record_as(apart=apart)} {signed(step.total_spread)}",
                (step.round, step.board) in self.recorded,
            )
            for step in reversed(self.games.steps[number])
        ]

    @cached_property
    def recorded(self) -> frozenset[tuple[int, int | None]]:
        """Round and board of every game that was recorded to its end and may be seen. One query."""
        return ended_games(self.division)

    def standings_after(self, number: int | None) -> DivisionStandings:
        """The standings after a round, the latest where none is named. Three queries."""
        if number is None:
            return self.standings
        return division_standings(self.division, number, public=True)


@remembered
def public_division(division: Division) -> PublicDivision:
    """Return a division as everybody may see it. Nine queries; the event must be loaded."""
    return PublicDivision(
        division,
        tuple(row for row in rounds_of(division) if row.round.is_public),
        division_games(division, public=True),
        division_standings(division, public=True),
    )


def result_text(meeting: Meeting) -> str:
    """What came of a meeting, in the order of first and second: `402–380`, `+22`, `Forfeit`; empty without result."""
    if meeting.outcome is None:
        return ""
    if meeting.has_scores:
        return scores_line([meeting.first_score, meeting.second_score])
    if meeting.is_played:
        return signed(meeting.first_score)
    return str(LABELS[meeting.outcome])


def _own_result(step: ProgressStep) -> str:
    if step.outcome is None:
        return ""
    if not step.is_played:
        return str(LABELS[step.outcome])
    scores = "" if step.own is None else scores_line([step.own, step.theirs])
    return f"{step.letter} {scores}".strip()


def public_events() -> list[Event]:
    """Return the events that are on: neither closed nor for practice, with players. Two queries.

    Where none is on, the latest with players that was.
    """
    events = (
        Event.objects.filter(is_practice=False, divisions__entries__isnull=False)
        .order_by("-date", "-created_at", "name")
        .distinct()
    )
    return list(events.filter(closed_at=None)) or list(events[:1])


def listed_events() -> list[Event]:
    """Return every event with players that is not for practice, open or closed, the latest first. One query."""
    events = Event.objects.filter(is_practice=False, divisions__entries__isnull=False)
    return list(events.order_by("-date", "-created_at", "name").distinct())
