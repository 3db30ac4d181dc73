"""The public view of an event: the one module that decides what stays secret.

Drafts are omitted. From the withheld round on, neither results nor anything derived from them is
shown: records, places, prizes, games. Players who have asked for it are named by initials. Phone
numbers, e-mail addresses, payments and keep-apart groups are never read here. Best plays and games,
prizes and the schedule are derived from the same state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Exists, OuterRef, QuerySet

from scoring.wording.phrases import format_signed, scores_line
from tournament.engine.pairing.event_plan import planned_rounds_for
from tournament.engine.prizes.award import Award
from tournament.engine.prizes.contest import ContestDivision, ContestGame
from tournament.engine.progress import Meeting, ProgressStep
from tournament.engine.results import NOBODY
from tournament.models import Division, Entry, Event
from tournament.models.results import OUTCOME_CHOICES
from tournament.queries.cache import cached_read
from tournament.queries.event.frame import ACTIVE_PHASES
from tournament.queries.results.division_games import DivisionGames, PrintedEntry, division_games
from tournament.queries.rounds.pairing import plan_of
from tournament.queries.rounds.rounds import RoundSummary, round_summaries
from tournament.queries.standings.prizes import awards_of, engine_prize, prize_sections, prizes_of
from tournament.queries.standings.rating_preview import ProjectedRatings, projected_ratings
from tournament.queries.standings.standings import (
    DivisionStandings,
    StandingsRow,
    division_standings,
)
from tournament.queries.visibility import ended_games
from tournament.wording.alphabet import alphabetical_key
from tournament.wording.letters import forfeit_in_words, outcome_letter
from tournament.wording.methods import method_label

OUTCOME_LABELS = dict(OUTCOME_CHOICES)
"""The name of each outcome, for games that were not played."""


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """An entry's seat in a round and its opponent; `opponent` is `NOBODY` for a bye."""

    round: int
    board: int | None
    number: int
    sort_name: str
    opponent: int
    opponent_name: str
    goes_first: bool | None
    """Whether the entry goes first; None if unknown."""
    result: str
    """The result, the first player's score first; empty if there is none."""


@dataclass(frozen=True, slots=True)
class PublicRound:
    """One round of an entry. If there is no opponent, it is a bye or a missed round."""

    round: int
    board: int | None
    opponent: PrintedEntry | None
    goes_first: bool | None
    result: str
    """The result, such as `W 402–380` (own score first), or why no game was played; empty if there is none."""
    spread: str
    record: str
    """The record after the round."""
    is_recorded: bool
    """Whether the game can be replayed turn by turn."""


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
    """Whether the board has no result, not even a withheld one."""


@dataclass(frozen=True)
class PublicDivision:
    """The public view of a division."""

    division: Division
    rounds: tuple[RoundSummary, ...]
    """The published rounds by number, each with its number of results."""
    games: DivisionGames
    standings: DivisionStandings

    @property
    def latest_round(self) -> RoundSummary | None:
        """Return the first round under way with missing results, else the latest published, else None."""
        open_ = (row for row in self.rounds if row.missing and row.round.phase in ACTIVE_PHASES)
        return next(open_, self.rounds[-1] if self.rounds else None)

    @property
    def is_under_way(self) -> bool:
        """Return whether the standings are those after the latest round, and some of its results are missing."""
        latest = self.latest_round
        return bool(latest and latest.missing and latest.round.number == self.standings.after)

    @cached_property
    def rows(self) -> Mapping[int, StandingsRow]:
        """Return the rows of the standings by entry number."""
        return {row.person.number: row for row in self.standings.rows}

    def record(self, number: int) -> str:
        """Return an entry's wins, losses and spread so far; empty before the first result or if it has no row."""
        if not self.standings.after or number not in self.rows:
            return ""
        line = self.rows[number].line
        apart = self.division.event.rules.ties_apart
        return f"{line.record_text(ties_apart=apart)} {format_signed(line.spread)}"

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """Return the current ranks by entry number; empty before the first result."""
        if not self.standings.after:
            return {}
        return {number: row.line.rank for number, row in self.rows.items()}

    @cached_property
    def ratings(self) -> ProjectedRatings | None:
        """Return the ratings that players would have if the event ended now; None if not published or computable."""
        return self.ratings_after(self.standings.after)

    def ratings_after(self, number: int) -> ProjectedRatings | None:
        """Return the ratings that players would have if the event had ended after a round; None if unavailable."""
        shows = self.division.event.rules.live_ratings
        return projected_ratings(self.division, number) if shows else None

    @cached_property
    def seats(self) -> Mapping[int, PublicSeat]:
        """Return the seats in the current round by entry number; empty if no round is being played."""
        latest = self.latest_round
        if latest is None or latest.round.phase not in ACTIVE_PHASES:
            return {}
        return self.seats_of(latest.round.number)

    def seat(self, number: int) -> PublicSeat | None:
        """Return the seat of an entry in the current round; None if it has none."""
        return self.seats.get(number)

    def seats_of(self, number: int) -> dict[int, PublicSeat]:
        """Return the seats in a published round by entry number."""
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

    def boards_of_round(self, number: int) -> list[PublicBoard]:
        """Return the boards of a published round in the order of their numbers, byes last."""
        names = self.games.name
        return [
            PublicBoard(
                meeting.board,
                meeting.first,
                names(meeting.first),
                meeting.second,
                names(meeting.second),
                result_text(meeting),
                self.games.lacks_result(meeting),
            )
            for meeting in self.games.in_round(number)
        ]

    def seats_by_name(self, number: int) -> list[PublicSeat]:
        """Return the seats in a published round, ordered by family name."""
        seats = self.seats_of(number)
        return sorted(seats.values(), key=lambda seat: alphabetical_key(seat.sort_name))

    def rounds_of(self, number: int) -> list[PublicRound]:
        """Return the published rounds of an entry, latest first."""
        people, apart = self.games.by_number, self.division.event.rules.ties_apart
        return [
            PublicRound(
                step.round,
                step.board,
                people.get(step.opponent),
                step.goes_first if step.opponent != NOBODY else None,
                _own_result(step),
                format_signed(step.spread) if step.spread is not None else "",
                ""
                if step.outcome is None
                else f"{step.record_text(ties_apart=apart)} {format_signed(step.total_spread)}",
                (step.round, step.board) in self.recorded_boards,
            )
            for step in reversed(self.games.steps[number])
        ]

    @cached_property
    def recorded_boards(self) -> frozenset[tuple[int, int | None]]:
        """Return the round and board of every completely recorded, public game. This takes one query."""
        return ended_games(self.division)

    def standings_after(self, number: int | None) -> DivisionStandings:
        """Return the public standings after a round, or the latest if `number` is None. At most three queries."""
        if number is None:
            return self.standings
        return division_standings(self.division, number, public=True)


@cached_read
def public_division(division: Division) -> PublicDivision:
    """Return the public view of a division, whose event must be loaded. This takes nine queries."""
    return PublicDivision(
        division,
        tuple(row for row in round_summaries(division) if row.round.is_public),
        division_games(division, public=True),
        division_standings(division, public=True),
    )


def result_text(meeting: Meeting) -> str:
    """Return the result from the first player's view: `402–380`, `+22` or `Second forfeits`; empty if there is none."""
    if meeting.outcome is None:
        return ""
    if meeting.has_scores:
        return scores_line([meeting.first_score, meeting.second_score])
    if meeting.is_played:
        return format_signed(meeting.first_score)
    return str(OUTCOME_LABELS[meeting.outcome])


def _own_result(step: ProgressStep) -> str:
    if step.outcome is None:
        return ""
    if not step.is_played:
        return forfeit_in_words(step.letter) or str(OUTCOME_LABELS[step.outcome])
    scores = "" if step.own is None else scores_line([step.own, step.theirs])
    return f"{outcome_letter(step.letter)} {scores}".strip()


def public_events() -> list[Event]:
    """Return the open public events with players or, if there are none, only the latest event. At most two queries.

    Practice events are omitted.
    """
    events = (
        Event.everywhere.filter(is_practice=False, is_public=True, divisions__entries__isnull=False)
        .order_by("-date", "-created_at", "name")
        .distinct()
    )
    return list(events.filter(closed_at=None)) or list(events[:1])


def listed_events() -> QuerySet[Event]:
    """Return every public event with players, open or closed, latest first, leaving out practice events."""
    entries = Entry.objects.filter(division__event=OuterRef("pk"))
    events = Event.everywhere.filter(Exists(entries), is_practice=False, is_public=True)
    return events.order_by("-date", "-created_at", "name", "-pk")


MAX_BEST_SHOWN = 10
"""The number of best plays and games in a list."""


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
class PublicBestLists:
    """The highest plays and the highest-scoring games of a division."""

    plays: tuple[PublicBestPlay, ...]
    games: tuple[PublicBestGame, ...]
    standings: DivisionStandings


def public_best_lists(division: Division) -> PublicBestLists:
    """Return the highest plays in completely recorded games, and the games with the highest scores.

    The event must be loaded. This takes 20 queries.
    """
    state = public_division(division)
    section = prize_sections(division.event, [division], public=True)[0]
    plays = [play for play in section.plays if (play.round, play.board) in state.recorded_boards]
    games = [row for row in section.games if not row.spread_only]
    plays.sort(key=lambda play: (-play.score, play.round, play.board or 0))
    games.sort(key=lambda row: (-max(row.first_score, row.second_score), row.round, row.board or 0))
    return PublicBestLists(
        tuple(
            PublicBestPlay(
                play.score,
                play.word,
                play.coordinate,
                section.name(play.number),
                play.round,
                play.board,
            )
            for play in plays[:MAX_BEST_SHOWN]
        ),
        tuple(_best_game(row, section, state) for row in games[:MAX_BEST_SHOWN]),
        state.standings,
    )


def _best_game(row: ContestGame, section: ContestDivision, state: PublicDivision) -> PublicBestGame:
    sides = [(row.first_score, row.first), (row.second_score, row.second)]
    (high, best), (low, other) = sorted(sides, key=lambda side: -side[0])
    return PublicBestGame(
        scores_line([high, low]),
        section.name(best),
        section.name(other),
        row.round,
        row.board,
        (row.round, row.board) in state.recorded_boards,
    )


def public_awards(event: Event, divisions: Sequence[Division]) -> tuple[tuple[Award, ...], bool]:
    """Return the prizes with their current winners, and whether winners are withheld.

    If any division withholds its standings, no winner is named at all, because winning one prize
    may rule out another. This takes one query and those of `prize_sections`.
    """
    defined = prizes_of(event)
    if any(division.held_back_from is not None for division in divisions) or not defined:
        return tuple(Award((engine_prize(prize),)) for prize in defined), bool(defined)
    return awards_of(defined, prize_sections(event, divisions, public=True)), False


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """A round of the schedule: number, phase if published, and pairing method."""

    number: int
    phase: str
    method: str


def schedule_of(division: Division) -> list[ScheduledRound]:
    """Return every published or planned round; for planned ones, only the method, if known. Two queries."""
    published = {row.round.number: row for row in round_summaries(division) if row.round.is_public}
    plan = plan_of(division)
    last = max([division.rounds_planned or 0, *published, *(line.to_round for line in plan)])
    rounds = []
    for number in range(1, last + 1):
        row, line = published.get(number), planned_rounds_for(plan, number)
        method = row.round.method if row else line.method if line else ""
        rounds.append(
            ScheduledRound(
                number,
                str(row.round.get_phase_display()) if row else "",
                method_label(method) if method else "",
            )
        )
    return rounds
