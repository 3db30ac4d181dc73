"""Head-to-head records: the games between two people, and records by opponent, in this event and all public ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F, Q

from scoring.wording.phrases import format_signed, scores_line
from tournament.engine.results import GAMES, result_values
from tournament.engine.standings import format_record
from tournament.hall.queries.public import PublicDivision
from tournament.models import Division, Entry, Event, ResultEntry
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.cache import cache_reads, cached_read, reads_are_cached
from tournament.queries.results.division_games import PrintedEntry
from tournament.wording.alphabet import alphabetical_key


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    """The record of a player against one opponent, in this event and all public ones."""

    opponent: PrintedEntry
    record: str
    spread: str


@dataclass(frozen=True, slots=True)
class HeadToHeadGame:
    """One game between two people, with the result from the point of view of the first person."""

    event: Event
    division: Division
    round: int
    own: int | None
    theirs: int | None
    spread: int
    half_points: int
    """2 for a win, 1 for a tie, 0 for a loss."""

    @property
    def result_text(self) -> str:
        """Return both scores, the first person's first; empty if only the spread is known."""
        return "" if self.own is None else scores_line([self.own, self.theirs])

    @property
    def margin(self) -> str:
        """Return the spread with its sign."""
        return format_signed(self.spread)


def head_to_heads(state: PublicDivision, number: int) -> list[OpponentRecord]:
    """Return an entry's record against each other entry of its division that it has met, ordered by name.

    Games of this event and of all public events count. This takes two or three queries.
    """
    games: dict[int, list[HeadToHeadGame]] = {}
    for other, meeting in _meetings(state, number):
        games.setdefault(other, []).append(meeting)
    apart = state.division.event.rules.ties_apart
    people = state.games.by_number
    rows = []
    for other, played in games.items():
        points = sum(meeting.half_points for meeting in played)
        ties = sum(meeting.half_points == 1 for meeting in played)
        record = format_record(points, 2 * len(played) - points, ties, ties_apart=apart)
        rows.append(
            OpponentRecord(people[other], record, format_signed(sum(m.spread for m in played)))
        )
    return sorted(rows, key=lambda row: alphabetical_key(row.opponent.sort_name))


def games_between(state: PublicDivision, one: int, other: int) -> list[HeadToHeadGame]:
    """Return the games between two entries in this event and in all public events, latest first.

    This takes two or three queries.
    """
    with cache_reads():
        persons = {number: person for person, number in _numbers_of(state.division).items()}
    own, theirs = persons[one], persons[other]
    of_both = Q(pairing__first__player=own, pairing__second__player=theirs)
    of_both |= Q(pairing__first__player=theirs, pairing__second__player=own)
    return [
        meeting for _, meeting in _meetings_seen_by(own, state, _games_of(state.division, of_both))
    ][::-1]


def _meetings(state: PublicDivision, number: int) -> Iterable[tuple[int, HeadToHeadGame]]:
    """Return every game of an entry against people of this division, oldest first, each with the opponent's number.

    If cached reads are active, the games of all players are read at once.
    """
    all_at_once = reads_are_cached()
    with cache_reads():
        numbers = _numbers_of(state.division)
    own = next(person for person, entry in numbers.items() if entry == number)
    if all_at_once:
        rows = _games_of_all(state.division).get(own, [])
    else:
        of_one = Q(pairing__first__player=own) | Q(pairing__second__player=own)
        rows = _games_of(state.division, of_one)
    return _meetings_seen_by(own, state, rows)


class _Game(NamedTuple):
    """A game as read from the database, possibly from another event; its players are identified as people."""

    outcome: str
    first_score: int
    second_score: int
    spread_only: bool
    round: int
    division: int
    first: int
    second: int


def _games_of(division: Division, of_whom: Q) -> list[_Game]:
    """Return the games selected by `of_whom` that count, from this event and all public events. One query.

    Drafts and withheld rounds are left out. Games of practice events are included only if this
    event is one too.
    """
    rows = (
        ResultEntry.objects.filter(
            of_whom,
            pairing__replaced_at=None,
            standing=ResultStatus.COUNTS,
            outcome__in=GAMES,
            pairing__round__division__event__is_practice=division.event.is_practice,
        )
        .filter(
            Q(pairing__round__division__event=division.event_id)
            | Q(pairing__round__division__event__is_public=True)
        )
        .exclude(pairing__round__phase=Phase.DRAFT)
        .exclude(pairing__round__number__gte=F("pairing__round__division__held_back_from"))
        .order_by(
            F("pairing__round__division__event__date").asc(nulls_first=True),
            "pairing__round__division__event_id",
            "pairing__round__number",
            "id",
        )
    )
    return [
        _Game._make(row)
        for row in rows.values_list(
            "outcome", "first_score", "second_score", "spread_only", "pairing__round__number",
            "pairing__round__division_id", "pairing__first__player_id", "pairing__second__player_id",
        )
    ]  # fmt: skip


@cached_read
def _numbers_of(division: Division) -> Mapping[int, int]:
    """Return the entry numbers in this division by person key."""
    return dict(Entry.objects.filter(division=division).values_list("player_id", "number"))


@cached_read
def _games_of_all(division: Division) -> Mapping[int, list[_Game]]:
    """Return the games between people of a division, by person; each game is listed under both players."""
    people = Entry.objects.filter(division=division).values("player_id")
    of_all = Q(pairing__first__player__in=people, pairing__second__player__in=people)
    games: dict[int, list[_Game]] = {}
    for row in _games_of(division, of_all):
        games.setdefault(row.first, []).append(row)
        games.setdefault(row.second, []).append(row)
    return games


def _meetings_seen_by(
    own: int, state: PublicDivision, games: Iterable[_Game]
) -> list[tuple[int, HeadToHeadGame]]:
    """Return games from one person's point of view, each with the opponent's number in this division.

    Games against people outside the division are omitted.
    """
    with cache_reads():
        numbers = _numbers_of(state.division)
    games = [row for row in games if {row.first, row.second} <= numbers.keys()]
    divisions = {state.division.pk: state.division}
    if elsewhere := {row.division for row in games} - divisions.keys():
        divisions |= Division.objects.select_related("event").in_bulk(elsewhere)
    return [
        (
            numbers[row.second if row.first == own else row.first],
            _meeting(row, divisions[row.division], is_first=row.first == own),
        )
        for row in games
    ]


def _meeting(row: _Game, division: Division, *, is_first: bool) -> HeadToHeadGame:
    """Return a game from the point of view of one player."""
    share = result_values(row.outcome, row.first_score, row.second_score)[0 if is_first else 1]
    scores = (row.first_score, row.second_score)[:: 1 if is_first else -1]
    own, theirs = (None, None) if row.spread_only else scores
    return HeadToHeadGame(
        division.event, division, row.round, own, theirs, share.spread, share.half_points or 0
    )
