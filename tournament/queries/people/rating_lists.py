"""The rating lists there are, the systems they belong to, and the ratings of people on them over time."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from django.db.models import Count, Q

from tournament.engine.ratings.performance import round_half_up
from tournament.engine.roster import name_key
from tournament.models import Club, Division, Entry, Event, ListedRating, Rating, RatingList


def all_lists() -> list[RatingList]:
    """Every list, those that hold first, the latest first, each with `people`. One query."""
    lists = RatingList.objects.select_related("club", "added_by").annotate(people=Count("rows"))
    lists = lists.order_by("-as_of", "-id")  # grouping leaves the usual order out
    return sorted(lists, key=lambda row: row.withdrawn_at is not None)


@dataclass(frozen=True, slots=True)
class ListsOf:
    """The lists of a system that concern an event."""

    holds: RatingList | None
    """The one the ratings before come from."""
    later: RatingList | None
    """The latest that is after the day of the event, and so is not used."""

    @property
    def newest(self) -> RatingList | None:
        """The latest of them, whatever the day of the event."""
        return self.later or self.holds


def lists_of(event: Event, key: str) -> ListsOf:
    """The list the ratings before come from, and one that is later than the event. One query.

    It is the latest that is not after the day of the event (for an event without a date the latest of
    all): the club's own if it has one, else the body's.
    """
    lists = list(
        RatingList.objects.filter(
            Q(club=None) | Q(club=event.club_id), system=key, withdrawn_at=None
        )
    )
    in_time = [row for row in lists if event.date is None or row.as_of <= event.date]
    later = [row for row in lists if row not in in_time]
    holds = _own_first(in_time)
    if holds is not None and holds.club_id is not None:
        later = [row for row in later if row.club_id is not None]
    return ListsOf(holds, _own_first(later))


def _own_first(lists: list[RatingList]) -> RatingList | None:
    own = [row for row in lists if row.club_id is not None]
    return next(iter(own or lists), None)


def listed(
    on_list: RatingList, people: Collection[tuple[str, str]]
) -> dict[tuple[str, str], ListedRating]:
    """The rows of these people, by name and member number (empty where it is not known). One query.

    A row with the member number is theirs, else the one with the name; two of one name are told
    apart by the number, or are nobody's.
    """
    keys = {name_key(name) for name, _ in people}
    numbers = {member for _, member in people if member}
    rows = on_list.rows.filter(Q(name_key__in=keys) | Q(member__in=numbers))
    return matching_rows(rows, people)


class OnList(Protocol):
    """A row of a rating list, or what is read of one."""

    @property
    def name_key(self) -> str:
        """The name as people are found by."""

    @property
    def member(self) -> str:
        """The body's number; empty where it is not known."""


Row = TypeVar("Row", bound=OnList)


def matching_rows(
    rows: Iterable[Row], people: Collection[tuple[str, str]]
) -> dict[tuple[str, str], Row]:
    """Of the rows of one list those of these people, by the rule of `listed`."""
    keys = {person: (name_key(person[0]), person[1]) for person in people}
    matching = rows_by_key(rows, set(keys.values()))
    return {person: matching[key] for person, key in keys.items() if key in matching}


def rows_by_key(
    rows: Iterable[Row], keys: Collection[tuple[str, str]]
) -> dict[tuple[str, str], Row]:
    """The same for people by the names they are found by, as they are stored."""
    numbered: dict[str, Row | None] = {}
    named: dict[str, Row | None] = {}
    named_only: dict[str, Row | None] = {}
    for row in rows:  # None: of several nobody knows whose it is
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


def number_at(entry: Entry, system: str) -> str:
    """The member number where it is one at the body of that system; else empty."""
    same = entry.division.event.rules.rating_system == system
    return "".join(entry.member.split()) if same else ""


def ratings_now(
    event: Event, entries: Iterable[Entry], *, newest: bool = False
) -> dict[int, int | None]:
    """The rating to come to `event` with, by the key of each earlier entry. Three queries at most.

    It is that of the list that holds for the event (with `newest` also a later one), by the system of its
    rules or, where they name none, the one its club has a list of; who is not on it, or where there is
    no list, has the rating of the earlier entry.
    """
    rows = list(entries)
    if not rows:
        return {}
    key = event_system(event)
    lists = lists_of(event, key) if key else ListsOf(None, None)
    stood_on = lists.newest if newest else lists.holds
    people = {entry.pk: (entry.name, number_at(entry, key)) for entry in rows}
    on_list = listed(stood_on, list(people.values())) if stood_on else {}
    return {
        entry.pk: max(1, round_half_up(on_list[people[entry.pk]].rating))
        if people[entry.pk] in on_list
        else entry.rating
        for entry in rows
    }


def members_on_list(event: Event, names: Iterable[str]) -> dict[str, str]:
    """The member numbers in the latest list of the event's system, by name. Three queries at most.

    Numbers stay when ratings change, so a list later than the event is used too.
    """
    stood_on = lists_of(event, event_system(event)).newest
    if stood_on is None:
        return {}
    rows = listed(stood_on, [(name, "") for name in names])
    return {name: row.member for (name, _), row in rows.items() if row.member}


def member_on_list(entry: Entry) -> str:
    """The number in the latest list where the entry has none; else empty. Three queries at most."""
    if entry.member:
        return ""
    return members_on_list(entry.division.event, [entry.name]).get(entry.name, "")


NONE = "none"
"""The key in the rules of an event that name no system."""


def system_of(division: Division) -> str:
    """The key of the division's system; empty where nothing says it.

    That of the rules; where they name none, the one the division is rated by for good, else the one
    its club has a list of. No query where the rules name one, else three at most.
    """
    named = division.event.rules.rating_system
    if named != NONE:
        return named
    rated = Rating.objects.filter(division=division, undone_at=None)
    by = rated.order_by("-rated_at", "-id").values_list("system", flat=True).first()
    return by or club_system(division.event)


def event_system(event: Event) -> str:
    """The system of the rules; where they name none, the one the club has a list of. One query at most."""
    named = event.rules.rating_system
    return named if named != NONE else club_system(event)


def club_system(event: Event) -> str:
    """The one system the event's club has a list of its own of; empty for none or several. One query at most."""
    if event.club_id is None:
        return ""
    lists = RatingList.objects.filter(club=event.club_id, withdrawn_at=None)
    return _only(set(lists.order_by().values_list("system", flat=True).distinct()))


def listed_system() -> str:
    """The one system there is any body's list of; empty for none or several. One query."""
    lists = RatingList.objects.filter(club=None, withdrawn_at=None)
    return _only(set(lists.order_by().values_list("system", flat=True).distinct()))


def proposed_system(division: Division) -> str:
    """The system to begin with on the page of ratings; empty: the director chooses. Four queries at most."""
    return system_of(division) or listed_system()


def _only(keys: Collection[str]) -> str:
    return next(iter(keys)) if len(keys) == 1 else ""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One person: the rating on each list, None where there is none, and games by the latest."""

    name: str
    ratings: tuple[float | None, ...]
    games: int | None


@dataclass(frozen=True, slots=True)
class History:
    """The lists in order of time, and everybody, the highest on the latest list first."""

    system: str
    lists: tuple[RatingList, ...]
    lines: tuple[HistoryLine, ...]


def history_of(club: Club, system: str, most: int) -> History:
    """The latest `most` lists of the club that hold. Two queries."""
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
    lines = [HistoryLine(names[key], tuple(own), games[key]) for key, own in ratings.items()]
    lines.sort(key=lambda line: (line.ratings[-1] is None, -(line.ratings[-1] or 0), line.name))
    return History(system, lists, tuple(lines))
