"""Rate several events in order of date, each based on the results of the previous one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from tournament import jobs
from tournament.engine.message import Message
from tournament.engine.ratings.rated_field import RatedField, RatedPlayer
from tournament.engine.ratings.system import CannotRate, find_system
from tournament.engine.roster import name_key
from tournament.models import (
    Division,
    Entry,
    Event,
    ListedRating,
    RatingChange,
    RatingList,
    RatingRun,
    ResultEntry,
)
from tournament.queries.people.entries import Person
from tournament.queries.people.rating_lists import matching_rows
from tournament.queries.standings.rated_games import rated_games_of
from tournament.queries.standings.ratings import RatedRow, rated_row, update_list_row
from tournament.queries.standings.starting_ratings import career_games, rating_from_list
from tournament.queries.versions import version_of


@dataclass(frozen=True, slots=True)
class RunDivision:
    """A division as rated by the run."""

    division: Division
    through: int
    rows: tuple[RatedRow, ...]


@dataclass(frozen=True, slots=True)
class DivisionRatingChange:
    """A person's rating change in one division."""

    division: Division
    entry: int
    games: int
    old: float | None
    new: float | None


@dataclass(slots=True)
class RunPerson:
    """One person in the run: the rating before and after, and the changes by division."""

    name: str
    member: str
    old: float | None
    is_listed: bool
    """Whether the person is on the initial list."""
    new: float | None = None
    games: int = 0
    changes: list[DivisionRatingChange] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """The outcome of a run: divisions in order, people, and the unsaved rows of the new list."""

    base: RatingList
    events: tuple[Event, ...]
    divisions: tuple[RunDivision, ...]
    people: tuple[RunPerson, ...]
    rows: tuple[ListedRating, ...]

    @property
    def list_date(self) -> dt.date:
        """Return the date of the new list: that of the last event or of the initial list, whichever is later."""
        return max([self.base.as_of, *(event.date for event in self.events if event.date)])

    @property
    def names_new_to_list(self) -> list[str]:
        """Return the names of people not on the initial list."""
        return [person.name for person in self.people if not person.is_listed]

    @property
    def names_without_number(self) -> list[str]:
        """Return the names of people without a member number."""
        return [person.name for person in self.people if not person.member]

    @property
    def version(self) -> str:
        """Return a hash that changes with every difference in the results."""
        return version_of(
            [
                self.base.pk,
                [event.pk for event in self.events],
                [[person.name, person.member, person.new, person.games] for person in self.people],
            ]
        )


class _WorkingList:
    """The rating list during a run. Its rows are in memory and matched by name and number, like stored rows."""

    def __init__(self, base: RatingList) -> None:
        self.rows = list(base.rows.order_by("pk"))
        self._by_key: dict[str, list[ListedRating]] = {}
        self._by_member: dict[str, list[ListedRating]] = {}
        for row in self.rows:
            self._add_to_index(row)

    def _add_to_index(self, row: ListedRating) -> None:
        self._by_key.setdefault(row.name_key, []).append(row)
        if row.member:
            self._by_member.setdefault(row.member, []).append(row)

    def find(self, people: Collection[tuple[str, str]]) -> dict[tuple[str, str], ListedRating]:
        """Return the rows of these people by name and member number."""
        near: dict[int, ListedRating] = {}
        for name, member in people:
            for row in (*self._by_key.get(name_key(name), ()), *self._by_member.get(member, ())):
                near[id(row)] = row
        return matching_rows(near.values(), people)

    def updated_row(self, line: ListedRating | None, row: RatedRow, day: dt.date) -> ListedRating:
        """Return a person's row after a division, or a new one if the person was not on the list."""
        if line is None:
            line = ListedRating(name=row.person.name, name_key=name_key(row.person.name), member="")
            self.rows.append(line)
            self._by_key.setdefault(line.name_key, []).append(line)
        before = line.member
        update_list_row(line, row, day)
        if line.member and line.member != before:
            self._by_member.setdefault(line.member, []).append(line)
        return line


def rating_run_outcome(
    base: RatingList, events: Iterable[Event], progress: jobs.OnProgress = jobs.ignore_progress
) -> RunOutcome:
    """Return the outcome of rating the events, starting from the list, without saving it. Four queries.

    Events, which must have a date, are ordered by date and creation, divisions by position;
    divisions without games are left out. `progress` is called before each event. Raise `CannotRate`
    if there are no events or the system is unknown.
    """
    ordered = sorted(
        events, key=lambda event: (event.date or dt.date.min, event.created_at, event.pk)
    )
    if not ordered:
        raise CannotRate(Message("nothing_to_rate", division=str(base)))
    by = find_system(base.system)
    given = by.options_from({})
    divisions = list(Division.objects.filter(event__in=ordered).order_by("position"))
    by_event = {event.pk: event for event in ordered}
    for division in divisions:
        division.event = by_event[division.event_id]
    games = rated_games_of(divisions)
    people, careers = _people_of(divisions)
    working = _WorkingList(base)
    seen: dict[int, RunPerson] = {}
    parts = []
    for number, event in enumerate(ordered):
        progress(number, len(ordered))
        assert event.date is not None, "only events with a day are rated in a run"
        for division in (row for row in divisions if row.event_id == event.pk):
            own, rated = people[division.pk], games[division.pk]
            if not rated:
                continue
            lines = working.find([(person.name, person.member) for person in own])
            players = []
            for person in own:
                entered = careers[person.entry_id]
                line = lines.get((person.name, person.member))
                players.append(
                    entered if line is None else rating_from_list(entered, line, event.date)
                )
            field_ = RatedField(tuple(players), tuple(rated), division.rounds_planned or 0)
            after = by.rate(field_, given)
            rows = tuple(rated_row(person, field_, after[person.number]) for person in own)
            parts.append(RunDivision(division, max(game.round for game in rated), rows))
            for row in rows:
                line = lines.get((row.person.name, row.person.member))
                _record_change(working, seen, line, row, division)
    people_ = _sort_by_rating(seen.values())
    return RunOutcome(base, tuple(ordered), tuple(parts), people_, tuple(working.rows))


def _record_change(
    working: _WorkingList,
    seen: dict[int, RunPerson],
    line: ListedRating | None,
    row: RatedRow,
    division: Division,
) -> None:
    if row.new is None:
        return
    is_listed = line is not None and line.pk is not None
    assert division.event.date is not None
    line = working.updated_row(line, row, division.event.date)
    person = seen.setdefault(id(line), RunPerson(row.person.name, line.member, row.old, is_listed))
    person.new, person.member = row.new, line.member
    person.games += row.games
    person.changes.append(
        DivisionRatingChange(division, row.person.entry_id, row.games, row.old, row.new)
    )


def _people_of(
    divisions: Sequence[Division],
) -> tuple[dict[int, list[Person]], dict[int, RatedPlayer]]:
    """Return the people by division key, and the data of each player before the run by entry key.

    This takes one query.
    """
    people: dict[int, list[Person]] = {division.pk: [] for division in divisions}
    entered: dict[int, RatedPlayer] = {}
    rows = (
        Entry.objects.filter(division__in=divisions)
        .order_by("number")
        .values_list(
            "division_id", "pk", "number", "player__name", "player__sort_name", "rating",
            "member", "career_games", "extras",
        )
    )  # fmt: skip
    for division, pk, number, name, sort_name, rating, member, typed, extras in rows:
        people[division].append(
            Person(pk, number, number, name, sort_name, rating, None, None, None, member=member)
        )
        entered[pk] = RatedPlayer(number, rating or None, career_games(typed, extras))
    return people, entered


def all_rating_runs() -> list[RatingRun]:
    """Return every run, latest first. This takes one query."""
    return list(RatingRun.objects.select_related("made__club", "stood_on", "run_by"))


def events_of_run(run: RatingRun) -> list[Event]:
    """Return the events of a run. This takes one query."""
    return list(Event.objects.filter(divisions__ratings__run=run).distinct())


def stored_outcome(run: RatingRun) -> RunOutcome:
    """Return the outcome of a stored run for its report. This takes four queries.

    It has the people with their changes by division, but no `divisions` and no `rows`.
    """
    ratings = run.ratings.select_related("division__event")
    divisions = {row.pk: row.division for row in ratings}
    order = sorted(
        divisions,
        key=lambda key: (
            divisions[key].event.date or dt.date.min,
            divisions[key].event.created_at,
            key,
        ),
    )
    by_rating: dict[int, list[tuple[Any, ...]]] = {key: [] for key in order}
    for key, *change in RatingChange.objects.filter(of__run=run, new__isnull=False).values_list(
        "of_id", "entry_id", "entry__player_id", "entry__player__name", "entry__player__name_key",
        "entry__member", "old", "new", "games",
    ):  # fmt: skip
        by_rating[key].append(tuple(change))
    listed = set(run.stood_on.rows.values_list("name_key", flat=True))
    numbers = dict(run.made.rows.values_list("name_key", "member"))
    people: dict[int, RunPerson] = {}
    for key in order:
        for entry, player, name, of_name, member, old, new, games in by_rating[key]:
            person = people.get(player)
            if person is None:
                person = RunPerson(name, numbers.get(of_name, ""), old, of_name in listed)
                people[player] = person
            person.new, person.member = new, member or person.member
            person.games += games
            person.changes.append(DivisionRatingChange(divisions[key], entry, games, old, new))
    events = {divisions[key].event_id: divisions[key].event for key in order}
    return RunOutcome(
        run.stood_on, tuple(events.values()), (), _sort_by_rating(people.values()), ()
    )


def _sort_by_rating(people: Iterable[RunPerson]) -> tuple[RunPerson, ...]:
    """Return the people who played, highest rating first."""
    played = [person for person in people if person.games]
    return tuple(sorted(played, key=lambda person: (-(person.new or 0), person.name)))


def events_corrected_since(run: RatingRun) -> list[Event]:
    """Return the events of a run whose results have been changed since. This takes one query."""
    changed = ResultEntry.objects.filter(
        Q(entered_at__gt=run.run_at) | Q(superseded_at__gt=run.run_at),
        pairing__round__division__ratings__run=run,
    )
    keys = changed.values("pairing__round__division__event")
    return list(Event.objects.filter(pk__in=keys).order_by("date", "created_at"))


@dataclass(frozen=True, slots=True)
class RatingDifference:
    """A person who would get a different rating if the run were repeated."""

    name: str
    stored: float | None
    recalculated: float | None


def run_differences(run: RatingRun) -> list[RatingDifference]:
    """Return the people whose ratings would differ if the run were repeated. This takes seven queries."""
    outcome = rating_run_outcome(run.stood_on, events_of_run(run))
    stored: dict[int, float | None] = {}
    for change in RatingChange.objects.filter(of__run=run):
        stored[change.entry_id] = change.new
    return [
        RatingDifference(person.name, was, person.new)
        for person in outcome.people
        if (was := stored.get(person.changes[-1].entry)) != person.new
    ]
