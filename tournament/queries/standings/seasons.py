"""The results of all players in a club's sessions over a season."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from django.db.models import F

from tournament.engine.entrants import Entrant
from tournament.engine.naming import FULL, NAME_FORMS, name_form, shown_name
from tournament.engine.results import GAMES, Result, SpreadPenalty, result_values
from tournament.engine.season import SeasonRule, season_rule_from
from tournament.engine.standings import tally
from tournament.engine.turn_figures import TurnOutcome
from tournament.models import Club, Division, Entry, Event, Pairing, ResultEntry
from tournament.models import Penalty as PenaltyRow
from tournament.models.results import ResultStatus
from tournament.queries.standings.standings import RESULT_COLUMNS
from tournament.queries.standings.turn_figures import recorded_turns_of_events
from tournament.queries.visibility import ended_games_of


@dataclass(frozen=True, slots=True)
class EveningResults:
    """A player's results in one division of one session. Wins and losses are in half points."""

    name: str
    slug: str
    day: dt.date
    division: str
    games: int
    half_wins: int
    half_losses: int
    spread: int
    rating: int | None
    """The rating before the session."""
    half_points: int = 0
    """The points under the season's rule, in half points."""
    counts: bool = True
    """Whether the evening counts towards the player's points."""


@dataclass(slots=True)
class SeasonRow:
    """A player's season.

    Wins and losses are in half points. `points` is the sum of the player's scores in the `scored`
    games whose scores are known.
    """

    name: str
    rank: int = 0
    sessions: int = 0
    games: int = 0
    half_wins: int = 0
    half_losses: int = 0
    spread: int = 0
    points: int = 0
    scored: int = 0
    high: int | None = None
    best_play: int | None = None
    best_word: str = ""
    player: int = 0
    """The primary key of the person."""
    evenings: list[EveningResults] = field(default_factory=list)
    """The results in every session the person attended, one per division, in order."""
    half_points: int = 0
    """The points of the evenings that count, in half points."""


@dataclass(frozen=True, slots=True)
class ClubSession:
    """One session with its numbers of players, rounds and games."""

    name: str
    day: dt.date
    players: int
    rounds: int
    games: int
    slug: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class ClubSeason:
    """All players in season order, and the sessions in order."""

    lines: tuple[SeasonRow, ...]
    sessions: tuple[ClubSession, ...]
    rule: SeasonRule | None = None
    """The rule for points, or None if wins decide."""

    @property
    def evening_count(self) -> int:
        """Number of sessions with any players."""
        return sum(1 for session in self.sessions if session.players)


@dataclass(slots=True)
class DivisionData:
    """The data read from the database for one division."""

    entries: list[tuple[int, int, str, int | None]] = field(default_factory=list)
    """The number, person, displayed name and rating of each entry."""
    last_rounds: dict[int, int] = field(default_factory=dict)
    """The last round of each withdrawn entry, by entry number."""
    results: list[Result] = field(default_factory=list)
    scores: list[tuple[int, int, int]] = field(default_factory=list)
    penalties: list[SpreadPenalty] = field(default_factory=list)


def season_of(
    club: Club, since: dt.date | None = None, until: dt.date | None = None, *, public: bool = False
) -> ClubSeason:
    """Return the season of a club between two days, inclusive. At most twelve queries.

    A day of None leaves that end open. An undated session belongs to the day it was created. With
    `public`, sessions whose public site is off, rounds that are held back and plays of unfinished
    games do not count, and minors and people who requested it in any session are shown by their
    public names.
    """
    evenings = Event.objects.filter(club=club, is_practice=False)
    if public:
        evenings = evenings.filter(is_public=True)
    events = [
        event
        for event in evenings
        if (since is None or _date_of_event(event) >= since)
        and (until is None or _date_of_event(event) <= until)
    ]
    events.sort(key=lambda event: (_date_of_event(event), event.created_at))
    of_event: dict[int, list[Division]] = {event.pk: [] for event in events}
    by_event = {event.pk: event for event in events}
    for division in Division.objects.filter(event__in=events).order_by("position"):
        division.event = by_event[division.event_id]
        of_event[division.event_id].append(division)
    divisions = [division for own in of_event.values() for division in own]
    read = read_division_data(divisions, public=public)
    rule = season_rule_from(club.season_rule)
    lines: dict[int, SeasonRow] = {}
    came: dict[int, set[int]] = {}
    who: dict[tuple[int, str, int], int] = {}
    for division in divisions:
        played = read[division.pk]
        numbers = {number: player for number, player, _, _ in played.entries}
        names = {number: name for number, _, name, _ in played.entries}
        ratings = {number: rating for number, _, _, rating in played.entries}
        sums = tally(
            [Entrant(number, number) for number in sorted(numbers)],
            played.results,
            cap=division.event.rules.spread_cap,
            penalties=played.penalties,
        )
        given = _half_points(played.results, rule) if rule else {}
        for number, player in numbers.items():
            at = sums.position_by_number[number]
            who[division.event_id, division.name, number] = player
            line = lines.setdefault(player, SeasonRow(names[number], player=player))
            if not (sums.games[at] or sums.half_wins[at]):
                continue  # never came: every round was forfeited, or given to nobody
            is_second = division.event_id in came.setdefault(player, set())
            came[player].add(division.event_id)
            line.games += sums.games[at]
            line.half_wins += sums.half_wins[at]
            line.half_losses += sums.half_losses[at]
            line.spread += sums.capped_spread[at]
            line.evenings.append(
                EveningResults(
                    division.event.name,
                    division.event.slug,
                    _date_of_event(division.event),
                    division.name,
                    sums.games[at],
                    sums.half_wins[at],
                    sums.half_losses[at],
                    sums.capped_spread[at],
                    ratings[number],
                    given.get(number, 0) + (rule.coming if rule and not is_second else 0),
                )
            )
        for _, number, score in played.scores:
            line = lines[numbers[number]]
            line.points += score
            line.scored += 1
            line.high = score if line.high is None else max(line.high, score)
    _collect_best_plays(events, who, lines, ended_games_of(divisions) if public else None)
    for player, sessions in came.items():
        lines[player].sessions = len(sessions)
    present = [line for player, line in lines.items() if player in came]
    if rule:
        for line in present:
            _mark_counting_evenings(line, rule)
    return ClubSeason(
        _rank_rows(present), tuple(_session(event, divisions, read, came) for event in events), rule
    )


def _half_points(results: list[Result], rule: SeasonRule) -> dict[int, int]:
    """Return each entry's half points for wins and ties, by number; a half bye counts as a tie."""
    given: dict[int, int] = {}
    worth = {2: rule.win, 1: rule.tie}
    for result in results:
        for number, share in zip(
            (result.first, result.second),
            result_values(result.outcome, result.first_score, result.second_score),
            strict=True,
        ):
            given[number] = given.get(number, 0) + worth.get(share.half_points or 0, 0)
    return given


def _mark_counting_evenings(line: SeasonRow, rule: SeasonRule) -> None:
    """Mark the evenings that count and add up their points; all divisions of a session are one evening."""
    by_session: dict[str, int] = {}
    for evening in line.evenings:
        by_session[evening.slug] = by_session.get(evening.slug, 0) + evening.half_points
    sessions, points = list(by_session), list(by_session.values())
    counting = rule.counting_evenings(points)
    line.half_points = sum(points[at] for at in counting)
    slugs = {sessions[at] for at in counting}
    line.evenings = [replace(row, counts=row.slug in slugs) for row in line.evenings]


def read_division_data(divisions: list[Division], *, public: bool) -> dict[int, DivisionData]:
    """Return the entries, results and penalties of these divisions by primary key. Three queries.

    With `public`, results and penalties of rounds that are held back are left out and names are
    shown in their public form.
    """
    by_division = {division.pk: DivisionData() for division in divisions}
    rows_of_people = list(
        Entry.objects.filter(division__in=divisions)
        .order_by("division_id", "number")
        .values_list(
            "division_id", "number", "player_id", "player__name", "rating", "player__sort_name", "by_initials",
            "player__is_minor", "withdrawn_after",
        )
    )  # fmt: skip
    of_key = {division.pk: division for division in divisions}

    def is_held(key: int, round_: int) -> bool:
        return public and of_key[key].holds_back_results(round_)

    ways: dict[int, str] = {}
    for key, _, player, *_, by_initials, is_minor, _left in rows_of_people if public else ():
        minors = of_key[key].event.rules.minors if is_minor else FULL
        way = name_form(by_initials=by_initials, is_minor=is_minor, minors=minors)
        ways[player] = max(ways.get(player, FULL), way, key=NAME_FORMS.index)
    for key, number, player, name, rating, sort_name, *_, left in rows_of_people:
        shown = shown_name(name, sort_name, ways.get(player, FULL))
        by_division[key].entries.append((number, player, shown, rating))
        if left is not None:
            by_division[key].last_rounds[number] = left
    rows = (
        ResultEntry.objects.filter(
            pairing__round__division__in=divisions,
            pairing__replaced_at=None,
            standing=ResultStatus.COUNTS,
        )
        .order_by("pairing__round__number", "pairing_id")
        .values_list("pairing__round__division_id", "spread_only", *RESULT_COLUMNS)
    )
    for key, spread_only, *values in rows:
        result = Result._make(values)
        if is_held(key, result.round):
            continue
        by_division[key].results.append(result)
        if result.outcome in GAMES and not spread_only:
            by_division[key].scores.append((result.round, result.first, result.first_score))
            by_division[key].scores.append((result.round, result.second, result.second_score))
    penalties = PenaltyRow.objects.filter(entry__division__in=divisions, revoked_at=None)
    for key, *penalty in penalties.annotate(where=F("entry__division_id")).values_list(
        "where", "round_number", "entry__number", "spread"
    ):
        if not is_held(key, penalty[0]):
            by_division[key].penalties.append(SpreadPenalty(*penalty))
    return by_division


def _collect_best_plays(
    events: list[Event],
    who: dict[tuple[int, str, int], int],
    lines: dict[int, SeasonRow],
    ended: frozenset[tuple[int, str, int, int | None]] | None,
) -> None:
    """Record the best play of each player; if `ended` is given, only the games in it count.

    The best plays of finished games are read from their figures; without `ended`, unfinished games
    are replayed too. At most seven queries.
    """
    for key, where, number, word, score in _best_of_ended_games(events):
        if ended is None or where in ended:
            _record_best_play(lines, who.get((*key, number)), word, score)
    if ended is not None:
        return
    for event, recorded in recorded_turns_of_events(events, only_open=True).items():
        for turn in recorded.turns:
            if turn.outcome is TurnOutcome.PLAY:
                player = who.get((event, turn.division, turn.number))
                _record_best_play(lines, player, turn.word, turn.score)


def _best_of_ended_games(
    events: list[Event],
) -> Iterator[tuple[tuple[int, str], tuple[int, str, int, int | None], int, str, int]]:
    """Yield the best play of each player in each ended game. One query.

    Each is yielded as ((event, division), board as in `ended_games_of`, entry number, word, score).
    """
    rows = (
        Pairing.objects.filter(
            round__division__event__in=events, game__finished_at__isnull=False, replaced_at=None
        )
        .order_by("round__division__position", "round__number", "board")
        .values_list(
            "round__division__event_id",
            "round__division__name",
            "round__number",
            "board",
            "first__number",
            "second__number",
            "first__player__name",
            "second__player__name",
            "game__summary__sides",
        )
    )
    for event, division, round_, board, first, second, first_name, second_name, sides in rows:
        numbers = [first, second]
        if [side["name"] for side in sides or ()] == [second_name, first_name]:
            numbers.reverse()  # the other one began
        for number, side in zip(numbers, sides or (), strict=False):
            if side["best"] is not None:
                yield (event, division), (event, division, round_, board), number, *side["best"]


def _record_best_play(
    lines: dict[int, SeasonRow], player: int | None, word: str, score: int
) -> None:
    if player is None:
        return
    line = lines[player]
    if line.best_play is None or score > line.best_play:
        line.best_play, line.best_word = score, word


def _rank_rows(lines: list[SeasonRow]) -> tuple[SeasonRow, ...]:
    """Return the rows ranked by points (if any), wins and spread; tied rows share a rank."""

    def figures(line: SeasonRow) -> tuple[int, int, int]:
        return line.half_points, line.half_wins, line.spread

    ordered = sorted(lines, key=lambda line: (*(-figure for figure in figures(line)), line.name))
    for place, line in enumerate(ordered, start=1):
        above = ordered[place - 2] if place > 1 else None
        level = above is not None and figures(above) == figures(line)
        line.rank = above.rank if above is not None and level else place
    return tuple(ordered)


def _session(
    event: Event,
    divisions: list[Division],
    read: dict[int, DivisionData],
    came: dict[int, set[int]],
) -> ClubSession:
    own = [read[division.pk] for division in divisions if division.event_id == event.pk]
    return ClubSession(
        event.name,
        _date_of_event(event),
        sum(1 for sessions in came.values() if event.pk in sessions),
        max((result.round for played in own for result in played.results), default=0),
        sum(1 for played in own for r in played.results if r.outcome in GAMES),
        event.slug,
        event.place,
    )


def _date_of_event(event: Event) -> dt.date:
    return event.date or event.created_at.date()
