"""What everybody may see of an event: the one place that decides what stays secret.

Drafts stay out. From the round on from which standings are held back no result is shown, nor anything that
follows from one: no record, place, prize or game. A player who asked for it is named by initials. Telephone
numbers, e-mail, payments and who is kept apart are never read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import F, Q, QuerySet

from scoring.wording.phrases import scores_line, signed
from tournament.engine.progress import Meeting, ProgressStep
from tournament.engine.results import GAMES, NOBODY, shares
from tournament.engine.standings import record_of
from tournament.models import Division, Entry, Event, ResultEntry
from tournament.models.results import OUTCOMES, Standing
from tournament.models.rounds import Phase
from tournament.queries.cache import reads_are_cached, remembered
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


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    """What an entry has done against one opponent, in every event kept here."""

    opponent: Participant
    record: str
    spread: str


@dataclass(frozen=True, slots=True)
class MeetingOfTwo:
    """One game of two people: where, when, and what it came to for the first of them."""

    event: Event
    division: Division
    round: int
    own: int | None
    theirs: int | None
    spread: int
    half_points: int
    """2 for a win, 1 for a tie, 0 for a loss."""

    @property
    def result(self) -> str:
        """Both scores, those of the first person first; empty where only the spread is known."""
        return "" if self.own is None else scores_line([self.own, self.theirs])

    @property
    def margin(self) -> str:
        """The spread with its sign."""
        return signed(self.spread)


def head_to_heads(state: PublicDivision, number: int) -> list[OpponentRecord]:
    """The record of an entry against everybody of its division it has played, by name. Two queries."""
    games: dict[int, list[MeetingOfTwo]] = {}
    for other, meeting in _meetings(state, number):
        games.setdefault(other, []).append(meeting)
    apart = state.division.event.rules.ties_apart
    people = state.games.by_number
    rows = []
    for other, played in games.items():
        points = sum(meeting.half_points for meeting in played)
        ties = sum(meeting.half_points == 1 for meeting in played)
        record = record_of(points, 2 * len(played) - points, ties, apart=apart)
        rows.append(OpponentRecord(people[other], record, signed(sum(m.spread for m in played))))
    return sorted(rows, key=lambda row: row.opponent.sort_name.casefold())


def meetings_of_two(state: PublicDivision, one: int, other: int) -> list[MeetingOfTwo]:
    """The games of two entries of a division, in every event kept here, the latest first. Two queries."""
    return [meeting for number, meeting in _meetings(state, one) if number == other][::-1]


def _meetings(state: PublicDivision, number: int) -> Iterable[tuple[int, MeetingOfTwo]]:
    """Every game of a person with people of this division, in the order of events and rounds.

    Where many players are asked for in one go, those of all are read at once.
    """
    if reads_are_cached():
        return _meetings_of_all(state.division).get(number, ())
    entries = _entries_of_players(state.division)
    own = next(player for player, entry in entries.items() if entry == number)
    return [
        _meeting(row, entries, is_first=row.pairing.first.player_id == own)
        for row in _games_between(
            state.division,
            Q(pairing__first__player=own, pairing__second__player__in=entries)
            | Q(pairing__second__player=own, pairing__first__player__in=entries),
        )
    ]


@remembered
def _meetings_of_all(division: Division) -> Mapping[int, list[tuple[int, MeetingOfTwo]]]:
    entries = _entries_of_players(division)
    games: dict[int, list[tuple[int, MeetingOfTwo]]] = {}
    for row in _games_between(
        division, Q(pairing__first__player__in=entries, pairing__second__player__in=entries)
    ):
        second = row.pairing.second
        assert second is not None  # only games are read, and a game has two players
        first_number, second_number = (
            entries[row.pairing.first.player_id],
            entries[second.player_id],
        )
        games.setdefault(first_number, []).append(_meeting(row, entries, is_first=True))
        games.setdefault(second_number, []).append(_meeting(row, entries, is_first=False))
    return games


def _entries_of_players(division: Division) -> dict[int, int]:
    """The number of each person in this division, by person."""
    return dict(Entry.objects.filter(division=division).values_list("player_id", "number"))


def _games_between(division: Division, of_whom: Q) -> QuerySet[ResultEntry]:
    """The games that count and may be seen, in every event kept here."""
    return (
        ResultEntry.objects.filter(
            of_whom,
            pairing__replaced_at=None,
            standing=Standing.COUNTS,
            outcome__in=GAMES,
            pairing__round__division__event__is_practice=division.event.is_practice,
        )
        .exclude(pairing__round__phase=Phase.DRAFT)
        .exclude(pairing__round__number__gte=F("pairing__round__division__held_back_from"))
        .select_related("pairing__round__division__event", "pairing__first", "pairing__second")
        .order_by(
            F("pairing__round__division__event__date").asc(nulls_first=True),
            "pairing__round__division__event_id",
            "pairing__round__number",
            "id",
        )
    )


def _meeting(
    row: ResultEntry, entries: Mapping[int, int], *, is_first: bool
) -> tuple[int, MeetingOfTwo]:
    """A game as one of the two has it, with the number of the other."""
    pairing = row.pairing
    opponent = pairing.second if is_first else pairing.first
    assert opponent is not None  # only games are read, and a game has two players
    share = shares(row.outcome, row.first_score, row.second_score)[0 if is_first else 1]
    scores = (row.first_score, row.second_score)[:: 1 if is_first else -1]
    own, theirs = (None, None) if row.spread_only else scores
    division = pairing.round.division
    return entries[opponent.player_id], MeetingOfTwo(
        division.event,
        division,
        pairing.round.number,
        own,
        theirs,
        share.spread,
        share.half_points or 0,
    )
