"""Rating lists, their systems, and people's ratings on them over time."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from django.db.models import Count, Q

from tournament.engine.ratings.performance import round_half_up
from tournament.engine.roster import name_key
from tournament.models import Club, Division, Entry, Event, ListedRating, Rating, RatingList


def all_rating_lists() -> list[RatingList]:
    """Return all lists, the latest first and withdrawn ones last, annotated with the number of `people`. One query."""
    lists = RatingList.objects.select_related("club", "added_by").annotate(people=Count("rows"))
    lists = lists.order_by("-as_of", "-id")  # grouping drops the default order
    return sorted(lists, key=lambda row: row.withdrawn_at is not None)


@dataclass(frozen=True, slots=True)
class EventRatingLists:
    """The rating lists of a system that concern an event."""

    in_force: RatingList | None
    """The list that provides the ratings before the event, or None if there is none."""
    later: RatingList | None
    """The latest list after the day of the event, which is not used, or None if there is none."""

    @property
    def newest(self) -> RatingList | None:
        """The latest list, whatever the day of the event; None if there is no list."""
        return self.later or self.in_force


def rating_lists_for(event: Event, key: str) -> EventRatingLists:
    """Return the list in force for the event, and the latest one after it; each is None if there is none.

    One query. Only lists up to the day of the event can be in force, or all lists if the event has no
    date. The latest list of the event's club takes precedence over those of the governing body. If the
    club's list is in force, only the club's lists count as later.
    """
    lists = list(
        RatingList.objects.filter(
            Q(club=None) | Q(club=event.club_id), system=key, withdrawn_at=None
        )
    )
    in_time = [row for row in lists if event.date is None or row.as_of <= event.date]
    later = [row for row in lists if row not in in_time]
    holds = _own_list_or_first(in_time)
    if holds is not None and holds.club_id is not None:
        later = [row for row in later if row.club_id is not None]
    return EventRatingLists(holds, _own_list_or_first(later))


def _own_list_or_first(lists: list[RatingList]) -> RatingList | None:
    own = [row for row in lists if row.club_id is not None]
    return next(iter(own or lists), None)


def listed_ratings(
    on_list: RatingList, people: Collection[tuple[str, str]]
) -> dict[tuple[str, str], ListedRating]:
    """Return the rows for these people, who are given by name and member number (empty if unknown). One query.

    A row with the member number matches first, then one with the name; for a person with a number,
    only rows without one match by name. Ambiguous rows are ignored.
    """
    keys = {name_key(name) for name, _ in people}
    numbers = {member for _, member in people if member}
    rows = on_list.rows.filter(Q(name_key__in=keys) | Q(member__in=numbers))
    return matching_rows(rows, people)


class ListedPerson(Protocol):
    """A row of a rating list, or the part of it that was read."""

    @property
    def name_key(self) -> str:
        """The normalized name."""

    @property
    def member(self) -> str:
        """The governing body's member number, or an empty string if unknown."""


Row = TypeVar("Row", bound=ListedPerson)


def matching_rows(
    rows: Iterable[Row], people: Collection[tuple[str, str]]
) -> dict[tuple[str, str], Row]:
    """Return the rows of one list that match these people, by the rule of `listed_ratings`."""
    keys = {person: (name_key(person[0]), person[1]) for person in people}
    matching = rows_by_key(rows, set(keys.values()))
    return {person: matching[key] for person, key in keys.items() if key in matching}


def rows_by_key(
    rows: Iterable[Row], keys: Collection[tuple[str, str]]
) -> dict[tuple[str, str], Row]:
    """Return the rows that match people given by normalized name and member number, by the rule of `listed_ratings`."""
    numbered: dict[str, Row | None] = {}
    named: dict[str, Row | None] = {}
    named_only: dict[str, Row | None] = {}
    for row in rows:  # None: several, so ambiguous
        named[row.name_key] = None if row.name_key in named else row
        if row.member:
            numbered[row.member] = None if row.member in numbered else row
        else:
            named_only[row.name_key] = None if row.name_key in named_only else row
    matching = {}
    for name, member in keys:
        if member in numbered:
            own = numbered[member]
        else:
            own = (named_only if member else named).get(name)
        if own is not None:
            matching[name, member] = own
    return matching


def member_number_for(entry: Entry, system: str) -> str:
    """Return the entry's member number without spaces if the event is rated by that system, else an empty string."""
    same = entry.division.event.rules.rating_system == system
    return "".join(entry.member.split()) if same else ""


def current_ratings(
    event: Event, entries: Iterable[Entry], *, newest: bool = False
) -> dict[int, int | None]:
    """Return the current ratings for `event`, by the primary key of each earlier entry. At most three queries.

    They come from the list in force for the event, or with `newest` from a later one. Its system is the one
    in the event's rules, or else that of the club's own lists. Listed ratings are rounded, to at least 1. If
    there is no list or no row on it, the earlier entry's rating is used, which may be None.
    """
    rows = list(entries)
    if not rows:
        return {}
    key = event_system(event)
    lists = rating_lists_for(event, key) if key else EventRatingLists(None, None)
    stood_on = lists.newest if newest else lists.in_force
    people = {entry.pk: (entry.name, member_number_for(entry, key)) for entry in rows}
    on_list = listed_ratings(stood_on, list(people.values())) if stood_on else {}
    return {
        entry.pk: max(1, round_half_up(on_list[people[entry.pk]].rating))
        if people[entry.pk] in on_list
        else entry.rating
        for entry in rows
    }


def listed_member_numbers(event: Event, names: Iterable[str]) -> dict[str, str]:
    """Return the known member numbers on the latest list of the event's system, by name.

    Numbers do not change with ratings, so a list later than the event is used too. The result is
    empty if there is no list. At most three queries.
    """
    stood_on = rating_lists_for(event, event_system(event)).newest
    if stood_on is None:
        return {}
    rows = listed_ratings(stood_on, [(name, "") for name in names])
    return {name: row.member for (name, _), row in rows.items() if row.member}


def listed_member_number(entry: Entry) -> str:
    """Return the listed member number if the entry has none, else an empty string. At most three queries."""
    if entry.member:
        return ""
    return listed_member_numbers(entry.division.event, [entry.name]).get(entry.name, "")


NO_RATING_SYSTEM = "none"
"""The value in an event's rules that stands for no rating system."""


def system_of(division: Division) -> str:
    """Return the key of the division's rating system, or an empty string.

    It is the system named in the rules, else that of the division's final rating, else that of the
    club's own list. No query if the rules name one, else at most three.
    """
    named = division.event.rules.rating_system
    if named != NO_RATING_SYSTEM:
        return named
    rated = Rating.objects.filter(division=division, undone_at=None)
    by = rated.order_by("-rated_at", "-id").values_list("system", flat=True).first()
    return by or club_system(division.event)


def event_system(event: Event) -> str:
    """Return the rating system named in the rules, else the only one of the club's own lists, or an empty string.

    At most one query.
    """
    named = event.rules.rating_system
    return named if named != NO_RATING_SYSTEM else club_system(event)


def club_system(event: Event) -> str:
    """Return the only system of the club's own lists, or an empty string if there are none or several.

    At most one query.
    """
    if event.club_id is None:
        return ""
    lists = RatingList.objects.filter(club=event.club_id, withdrawn_at=None)
    return _only_key(set(lists.order_by().values_list("system", flat=True).distinct()))


def listed_system() -> str:
    """Return the only system of governing bodies' lists, or an empty string if there are none or several.

    One query.
    """
    lists = RatingList.objects.filter(club=None, withdrawn_at=None)
    return _only_key(set(lists.order_by().values_list("system", flat=True).distinct()))


def proposed_system(division: Division) -> str:
    """Return the system preselected on the ratings page, or an empty string if the director has to choose.

    At most four queries.
    """
    return system_of(division) or listed_system()


def _only_key(keys: Collection[str]) -> str:
    return next(iter(keys)) if len(keys) == 1 else ""


@dataclass(frozen=True, slots=True)
class RatingHistoryRow:
    """A person's rating on each list, None where missing, and the number of games on the person's latest list."""

    name: str
    ratings: tuple[float | None, ...]
    games: int | None


@dataclass(frozen=True, slots=True)
class ClubRatingHistory:
    """The lists in chronological order, and all people by their rating on the latest list, highest first.

    People who are not on the latest list come last, by name.
    """

    system: str
    lists: tuple[RatingList, ...]
    lines: tuple[RatingHistoryRow, ...]


def rating_history_of(club: Club, system: str, most: int) -> ClubRatingHistory:
    """Return the ratings on the club's latest `most` lists of a system, leaving out withdrawn lists. Two queries."""
    newest = RatingList.objects.filter(club=club, system=system, withdrawn_at=None)[:most]
    lists = tuple(reversed(newest))
    places = {row.pk: place for place, row in enumerate(lists)}
    ratings: dict[str, list[float | None]] = {}
    names: dict[str, str] = {}
    games: dict[str, int | None] = {}
    for row in ListedRating.objects.filter(on_list__in=lists).order_by("on_list__as_of", "on_list"):
        own = ratings.setdefault(row.name_key, [None] * len(lists))
        own[places[row.on_list_id]] = row.rating
        names[row.name_key], games[row.name_key] = row.name, row.games
    lines = [RatingHistoryRow(names[key], tuple(own), games[key]) for key, own in ratings.items()]
    lines.sort(key=lambda line: (line.ratings[-1] is None, -(line.ratings[-1] or 0), line.name))
    return ClubRatingHistory(system, lists, tuple(lines))
