"""What everybody may see of an event: the one place that decides what stays secret.

Drafts stay out. From the round on from which standings are held back no result is shown, nor anything that
follows from one: no record, place, prize or game. A player who asked for it is named by initials. Telephone
numbers, e-mail, payments and who is kept apart are never read here. Best plays and games, prizes and the schedule
follow from the same state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Exists, OuterRef, QuerySet

from scoring.wording.phrases import scores_line, signed
from tournament.engine.pairing.event_plan import planned_for
from tournament.engine.prizes.award import Award
from tournament.engine.prizes.contest import ContestGame, Section
from tournament.engine.progress import Meeting, ProgressStep
from tournament.engine.results import NOBODY
from tournament.models import Division, Entry, Event
from tournament.models.results import OUTCOMES
from tournament.queries.cache import cached_read
from tournament.queries.event.frame import UNDER_WAY
from tournament.queries.results.division_games import DivisionGames, Participant, division_games
from tournament.queries.rounds.pairing import plan_of
from tournament.queries.rounds.rounds import RoundSummary, rounds_of
from tournament.queries.standings.prizes import awards_of, contest, engine_prize, prizes_of
from tournament.queries.standings.rating_preview import ProjectedRatings, projected_ratings
from tournament.queries.standings.standings import (
    DivisionStandings,
    StandingsRow,
    division_standings,
)
from tournament.queries.visibility import ended_games
from tournament.wording.alphabet import alphabetical
from tournament.wording.letters import letter
from tournament.wording.methods import label_of

LABELS = dict(OUTCOMES)
"""What every outcome is called that is no game played out."""


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """Where an entry sits in a round, and against whom; `opponent` is `NOBODY` for a bye."""

    round: int
    board: int | None
    number: int
    sort_name: str
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
    is_missing: bool
    """Whether no result is in, also none that is held back."""


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
        """The round that matters now: the first one of which results are to come, else the last one published."""
        open_ = (row for row in self.rounds if row.missing and row.round.phase in UNDER_WAY)
        return next(open_, self.rounds[-1] if self.rounds else None)

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
    def ratings(self) -> ProjectedRatings | None:
        """The ratings if the event ended now, where the event shows them to everybody."""
        return self.ratings_after(self.standings.after)

    def ratings_after(self, number: int) -> ProjectedRatings | None:
        """The ratings if the event ended after a round, where the event shows them to everybody."""
        shows = self.division.event.rules.live_ratings
        return projected_ratings(self.division, number) if shows else None

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
        people = self.games.by_number

        def listed(entry: int) -> str:
            return people[entry].sort_name

        seats = {}
        for meeting in self.games.in_round(number):
            first, second = meeting.first, meeting.second
            known = meeting.firsts_known
            result = result_text(meeting)
            seats[first] = PublicSeat(
                number, meeting.board, first, listed(first), second, names(second), known, result
            )
            if second != NOBODY:
                seats[second] = PublicSeat(
                    number, meeting.board, second, listed(second), first, names(first),
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
                self.games.is_missing(meeting),
            )
            for meeting in self.games.in_round(number)
        ]

    def by_name(self, number: int) -> list[PublicSeat]:
        """Everybody who plays in a published round, by family name."""
        seats = self.seats_of(number)
        return sorted(seats.values(), key=lambda seat: alphabetical(seat.sort_name))

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


@cached_read
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
    return f"{letter(step.letter)} {scores}".strip()


def public_events() -> list[Event]:
    """Return the public events that are on: neither closed nor for practice, with players. Two queries.

    Where none is on, the latest with players that was.
    """
    events = (
        Event.everywhere.filter(is_practice=False, is_public=True, divisions__entries__isnull=False)
        .order_by("-date", "-created_at", "name")
        .distinct()
    )
    return list(events.filter(closed_at=None)) or list(events[:1])


def listed_events() -> QuerySet[Event]:
    """Every public event with players that is not for practice, open or closed, the latest first."""
    entries = Entry.objects.filter(division__event=OuterRef("pk"))
    events = Event.everywhere.filter(Exists(entries), is_practice=False, is_public=True)
    return events.order_by("-date", "-created_at", "name", "-pk")


SHOWN = 10
"""How many of the best are listed."""


@dataclass(frozen=True, slots=True)
class PublicBestPlay:
    """One of the highest plays."""

    score: int
    word: str
    square: str
    name: str
    round: int
    board: int | None


@dataclass(frozen=True, slots=True)
class PublicBestGame:
    """One of the games with the highest scores, the higher score first."""

    result: str
    name: str
    opponent: str
    round: int
    board: int | None
    is_recorded: bool


@dataclass(frozen=True, slots=True)
class PublicBest:
    """The highest plays and games of a division."""

    plays: tuple[PublicBestPlay, ...]
    games: tuple[PublicBestGame, ...]
    standings: DivisionStandings


def public_best(division: Division) -> PublicBest:
    """Return the highest plays of games recorded to their end, and the highest scores of games.

    Twenty queries; the event must be loaded.
    """
    state = public_division(division)
    section = contest(division.event, [division], public=True)[0]
    plays = [play for play in section.plays if (play.round, play.board) in state.recorded]
    games = [row for row in section.games if not row.spread_only]
    plays.sort(key=lambda play: (-play.score, play.round, play.board or 0))
    games.sort(key=lambda row: (-max(row.first_score, row.second_score), row.round, row.board or 0))
    return PublicBest(
        tuple(
            PublicBestPlay(
                play.score,
                play.word,
                play.coordinate,
                section.name(play.number),
                play.round,
                play.board,
            )
            for play in plays[:SHOWN]
        ),
        tuple(_best_game(row, section, state) for row in games[:SHOWN]),
        state.standings,
    )


def _best_game(row: ContestGame, section: Section, state: PublicDivision) -> PublicBestGame:
    sides = [(row.first_score, row.first), (row.second_score, row.second)]
    (high, best), (low, other) = sorted(sides, key=lambda side: -side[0])
    return PublicBestGame(
        scores_line([high, low]),
        section.name(best),
        section.name(other),
        row.round,
        row.board,
        (row.round, row.board) in state.recorded,
    )


def public_awards(event: Event, divisions: Sequence[Division]) -> tuple[tuple[Award, ...], bool]:
    """Return the prizes with who would have them as it stands, and whether winners are held back.

    Where one division holds its standings back no winner of any prize is named: one prize may stand in the
    way of another. One query, and those of `contest`.
    """
    defined = prizes_of(event)
    if any(division.held_back_from is not None for division in divisions) or not defined:
        return tuple(Award((engine_prize(prize),)) for prize in defined), bool(defined)
    return awards_of(defined, contest(event, divisions, public=True)), False


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """A round of the schedule: its number, its phase where it is published, and how it is paired."""

    number: int
    phase: str
    how: str


def schedule_of(division: Division) -> list[ScheduledRound]:
    """Return every round that is published or planned; of a planned one no more than its method. Two queries."""
    published = {row.round.number: row for row in rounds_of(division) if row.round.is_public}
    plan = plan_of(division)
    last = max([division.rounds_planned or 0, *published, *(line.to_round for line in plan)])
    rounds = []
    for number in range(1, last + 1):
        row, line = published.get(number), planned_for(plan, number)
        method = row.round.method if row else line.method if line else ""
        rounds.append(
            ScheduledRound(
                number,
                str(row.round.get_phase_display()) if row else "",
                label_of(method) if method else "",
            )
        )
    return rounds
