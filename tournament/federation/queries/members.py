"""The people of an organisation with their ratings on all current lists, and their history."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, overload

from django.db.models import Count, F, Max, Q, QuerySet

from scoring.queries.text_search import LazyRows, search_rows
from tournament.models import Entry, ListedRating, Player, RatingChange, RatingList
from tournament.queries.alphabet import collate_by_language
from tournament.queries.people.persons import entries_of_person
from tournament.queries.people.rating_lists import matching_rows, rows_by_key

People = Sequence[tuple[int, str]]
"""Pairs of person key and name key."""
READ_ALL_ABOVE = 500
"""The number of people above which the rows of everybody are read, for example for a file."""


@dataclass(frozen=True, slots=True)
class RatedMember:
    """A row of the list of members."""

    pk: int
    name: str
    sort_name: str
    members: str
    """The member numbers of the entries, latest first."""
    events: int
    latest: dt.date | None
    ratings: Mapping[int, float]
    """The rating on each current list, by list key."""
    games: int | None
    """The highest number of rated games on any of the lists; None if unknown."""


def current_lists() -> list[RatingList]:
    """Return the newest valid rating list of each kind, those of bodies first, then by name. This takes one query.

    A club has one list per system; a body has one per system and list name.
    """
    newest: dict[tuple[int | None, int | None, str, str], RatingList] = {}
    for row in RatingList.objects.filter(withdrawn_at=None).select_related("club"):
        # A club has one list per system; bodies are distinguished by the names of their lists.
        kind = (row.club_id, row.system, "" if row.club_id else row.name)
        newest.setdefault((row.organisation_id, *kind), row)
    return sorted(newest.values(), key=lambda row: (row.club_id is not None, row.name, row.pk))


class _ListRow(NamedTuple):
    """The values that are read from a row of a rating list."""

    name_key: str
    member: str
    rating: float
    games: int | None


class Members(LazyRows):
    """All people except merged ones, by name, with their ratings on the given lists.

    Counting takes one query, and a page takes four; ordering by a rating or the number of games
    takes three more.
    """

    def __init__(
        self,
        lists: Sequence[RatingList],
        people: QuerySet[Player] | None = None,
        keys: Sequence[int] | None = None,
    ) -> None:
        self._lists = lists
        everybody = Player.objects.filter(merged_into=None).order_by("sort_name", "id")
        self._people = everybody if people is None else people
        self._keys = keys
        """The keys of all people in order, for an order that a query cannot provide."""

    def __len__(self) -> int:
        return self._people.count() if self._keys is None else len(self._keys)

    @overload
    def __getitem__(self, key: int) -> RatedMember: ...
    @overload
    def __getitem__(self, key: slice) -> list[RatedMember]: ...
    def __getitem__(self, key: int | slice) -> RatedMember | list[RatedMember]:
        if isinstance(key, slice):
            return self._read_members(self._keys_of(key))
        return self._read_members(self._keys_of(slice(key, key + 1)))[0]

    def __iter__(self) -> Iterator[RatedMember]:
        return iter(self._read_members(self._keys_of(slice(None))))

    def search(self, search: str) -> Members:
        """Return the members with every search word in the name or a member number."""
        entries = Entry.objects.filter(player__in=Player.objects.all())
        numbers = {"pk": (entries, "member", "player_id")}
        matching = search_rows(self._people, ("name", "sort_name"), search, numbers)
        return Members(self._lists, matching)

    def ordered_by(self, column: str, *, descending: bool) -> Members:
        """Return the members ordered by a column; those without a value are last.

        Columns are name, events, latest event, member number, games, and the rating on a list.
        """
        order: dict[str, Any] = {
            "name": collate_by_language("sort_name"),
            "events": F("events"),
            "latest": F("latest"),
        }
        if (by := order.get(column)) is not None:
            counted = _annotate_events(self._people)
            first = by.desc(nulls_last=True) if descending else by.asc(nulls_last=True)
            return Members(self._lists, counted.order_by(first, "sort_name", "pk"))
        people = list(self._people.values_list("pk", "name_key"))
        numbers = _numbers_of(None)
        if column == "members":
            figures: dict[int, Any] = {
                key: " ".join(numbers[key]) for key, _name in people if key in numbers
            }
        else:
            figures = self._figures_of(column, people, numbers)
        known = [key for key, _name in people if key in figures]
        known.sort(key=figures.__getitem__, reverse=descending)
        unknown = [key for key, _name in people if key not in figures]
        return Members(self._lists, self._people, known + unknown)

    def _figures_of(
        self, column: str, people: People, numbers: Mapping[int, Mapping[str, None]]
    ) -> dict[int, Any]:
        """Return each person's rating on a list or highest number of games, omitting people without one. One query."""
        lists = [row for row in self._lists if column in ("games", f"list_{row.pk}")]
        figures: dict[int, Any] = {}
        for _of, rows in _rows_of(lists, people, numbers, among_all=True):
            if column != "games":
                figures = {key: row.rating for key, row in rows.items()}
                continue
            for key, row in rows.items():
                if row.games is not None:
                    figures[key] = max(row.games, figures.get(key, 0))
        return figures

    def _keys_of(self, part: slice) -> Sequence[int]:
        if self._keys is not None:
            return self._keys[part]
        return list(self._people.values_list("pk", flat=True)[part])

    def _read_members(self, keys: Sequence[int]) -> list[RatedMember]:
        all_of_them = len(keys) > READ_ALL_ABOVE
        among = Player.objects.filter(merged_into=None)
        among = among if all_of_them else among.filter(pk__in=keys)
        columns = ("pk", "name_key", "name", "sort_name", "events", "latest")
        people = {row[0]: row for row in _annotate_events(among).values_list(*columns)}
        numbers = _numbers_of(None if all_of_them else keys)
        named = [(key, people[key][1]) for key in keys if key in people]
        ratings = _ratings_of(self._lists, named, numbers, among_all=all_of_them)
        members = []
        for key, _name in named:
            _pk, _name_key, name, sort_name, events, latest = people[key]
            rows = ratings.get(key, {})
            games = [row.games for row in rows.values() if row.games is not None]
            members.append(
                RatedMember(
                    key,
                    name,
                    sort_name,
                    " ".join(numbers.get(key, ())),
                    events,
                    latest,
                    {of: row.rating for of, row in rows.items()},
                    max(games, default=None),
                )
            )
        return members


def _annotate_events(people: QuerySet[Player]) -> QuerySet[Player]:
    return people.annotate(
        events=Count("entries__division__event", distinct=True),
        latest=Max("entries__division__event__date"),
    )


def _numbers_of(people: Sequence[int] | None) -> dict[int, dict[str, None]]:
    """Return the member numbers of these people (None for all), latest first. This takes one query."""
    entered = Entry.objects.exclude(member="").filter(player__in=Player.objects.all())
    if people is not None:
        entered = entered.filter(player__in=people)
    latest = (
        entered.order_by()
        .values("player_id", "member")
        .annotate(last=Max("added_at"), key=Max("pk"))
    )
    numbers: dict[int, dict[str, None]] = {}
    for player, number in latest.order_by("-last", "-key").values_list("player_id", "member"):
        numbers.setdefault(player, {})[number] = None
    return numbers


def _ratings_of(
    lists: Sequence[RatingList],
    people: People,
    numbers: Mapping[int, Mapping[str, None]],
    *,
    among_all: bool,
) -> dict[int, dict[int, _ListRow]]:
    """Return the rows of these people on the rating lists, by person key and list key. This takes one query."""
    ratings: dict[int, dict[int, _ListRow]] = {}
    for of, rows in _rows_of(lists, people, numbers, among_all=among_all):
        for key, row in rows.items():
            ratings.setdefault(key, {})[of] = row
    return ratings


def _rows_of(
    lists: Sequence[RatingList],
    people: People,
    numbers: Mapping[int, Mapping[str, None]],
    *,
    among_all: bool,
) -> Iterator[tuple[int, dict[int, _ListRow]]]:
    """Yield the key of each list that has rows of these people, with the rows by person. This takes one query.

    `among_all` reads all rows, which is faster for many people.
    """
    keys = {key: (name, next(iter(numbers.get(key, ())), "")) for key, name in people}
    rows = ListedRating.objects.filter(on_list__in=lists)
    if not among_all:
        names = {name for name, _number in keys.values()}
        own = {number for _name, number in keys.values() if number}
        rows = rows.filter(Q(name_key__in=names) | Q(member__in=own))
    by_list: dict[int, list[_ListRow]] = {}
    columns = ("on_list_id", *_ListRow._fields)
    for of, *row in rows.order_by().values_list(*columns):
        by_list.setdefault(of, []).append(_ListRow._make(row))
    wanted = set(keys.values())
    for of, listed in by_list.items():
        matching = rows_by_key(listed, wanted)
        yield of, {key: matching[person] for key, person in keys.items() if person in matching}


@dataclass(slots=True)
class RatingLine:
    """The ratings of a person on the lists of one club or body, oldest first."""

    name: str
    system: str
    rows: list[ListedRating] = field(default_factory=list)

    @property
    def latest(self) -> ListedRating:
        """Return the row on the newest list."""
        return self.rows[-1]


@dataclass(frozen=True, slots=True)
class EntryRatingChanges:
    """An entry with its rating changes."""

    entry: Entry
    changes: Sequence[RatingChange]


@dataclass(frozen=True, slots=True)
class MemberHistory:
    """The rating history of a person by list, and the events, latest first."""

    lines: Sequence[RatingLine]
    events: Sequence[EntryRatingChanges]


def member_history(person: Player) -> MemberHistory:
    """Return the ratings of a person on all valid lists, and the rating changes by event.

    This takes three queries.
    """
    entries = [row for row in entries_of_person(person) if not row.division.event.is_practice]
    members = {row.member for row in entries if row.member}
    rows = ListedRating.objects.filter(
        Q(name_key=person.name_key) | Q(member__in=members),
        on_list__in=RatingList.objects.filter(withdrawn_at=None),
    ).select_related("on_list__club")
    by_list: dict[int, list[ListedRating]] = {}
    for row in rows.order_by("on_list__as_of", "on_list"):
        by_list.setdefault(row.on_list_id, []).append(row)
    lines: dict[tuple[int | None, str, str], RatingLine] = {}
    keys = {(person.name, number) for number in members or {""}}
    for listed in by_list.values():
        own = next(iter(matching_rows(listed, keys).values()), None)
        if own is None:
            continue
        of = own.on_list
        key = (of.club_id, of.system, "" if of.club_id else of.name)
        line = lines.setdefault(key, RatingLine(str(of.club or of.name), of.system))
        line.rows.append(own)
    changes: dict[int, list[RatingChange]] = {}
    made = RatingChange.objects.filter(entry__in=entries, of__undone_at=None).select_related("of")
    for change in made.order_by(F("of__rated_at")):
        changes.setdefault(change.entry_id, []).append(change)
    return MemberHistory(
        list(lines.values()), [EntryRatingChanges(row, changes.get(row.pk, ())) for row in entries]
    )
