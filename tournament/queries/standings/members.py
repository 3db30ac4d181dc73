"""The people of an organisation with their ratings in one place: on every list that holds, and over time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Count, F, Max, Q

from tournament.models import Entry, ListedRating, Player, RatingChange, RatingList
from tournament.queries.people.contacts import entries_of
from tournament.queries.people.rating_lists import matching_rows


@dataclass(frozen=True, slots=True)
class RatedMember:
    """One person: what the list of members shows."""

    pk: int
    name: str
    sort_name: str
    members: str
    """The member numbers of the entries, the latest first."""
    events: int
    latest: dt.date | None
    ratings: Mapping[int, float]
    """The rating on each list that holds, by the key of the list."""
    games: int | None
    """Rated games by the list that has most of them; None where none says."""


def current_lists() -> list[RatingList]:
    """The newest list that holds of every club and body, by system: one of each. One query."""
    newest: dict[tuple[int | None, int | None, str, str], RatingList] = {}
    for row in RatingList.objects.filter(withdrawn_at=None).select_related("club"):
        # A club goes on with one list of a system; bodies are told apart by the names of their lists.
        kind = (row.club_id, row.system, "" if row.club_id else row.name)
        newest.setdefault((row.organisation_id, *kind), row)
    return sorted(newest.values(), key=lambda row: (row.club_id is not None, row.name, row.pk))


def all_members(lists: Sequence[RatingList]) -> list[RatedMember]:
    """Everybody who was not merged into somebody else, by name, with the ratings on these lists. Three queries."""
    people = list(
        Player.objects.filter(merged_into=None)
        .annotate(
            events=Count("entries__division__event", distinct=True),
            latest=Max("entries__division__event__date"),
        )
        .order_by("sort_name", "id")
        .values_list("pk", "name", "sort_name", "events", "latest")
    )
    numbers: dict[int, dict[str, None]] = {}
    entered = Entry.objects.exclude(member="").filter(player__in=Player.objects.all())
    for player, number in entered.order_by("-added_at", "-id").values_list("player_id", "member"):
        numbers.setdefault(player, {})[number] = None
    by_list: dict[int, list[ListedRating]] = {}
    for row in ListedRating.objects.filter(on_list__in=lists):
        by_list.setdefault(row.on_list_id, []).append(row)
    keys = {pk: (name, next(iter(numbers.get(pk, ())), "")) for pk, name, *_rest in people}
    on_list = {key: matching_rows(rows, set(keys.values())) for key, rows in by_list.items()}
    members = []
    for pk, name, sort_name, events, latest in people:
        rows = {key: listed[keys[pk]] for key, listed in on_list.items() if keys[pk] in listed}
        games = [row.games for row in rows.values() if row.games is not None]
        members.append(
            RatedMember(
                pk,
                name,
                sort_name,
                " ".join(numbers.get(pk, ())),
                events,
                latest,
                {key: row.rating for key, row in rows.items()},
                max(games, default=None),
            )
        )
    return members


@dataclass(slots=True)
class RatingLine:
    """The ratings of a person on the lists of one club or body, the oldest first."""

    name: str
    system: str
    rows: list[ListedRating] = field(default_factory=list)

    @property
    def latest(self) -> ListedRating:
        """The row of the newest list."""
        return self.rows[-1]


@dataclass(frozen=True, slots=True)
class PlayedDivision:
    """An entry with what it brought, as far as it was rated."""

    entry: Entry
    changes: Sequence[RatingChange]


@dataclass(frozen=True, slots=True)
class MemberHistory:
    """The ratings of a person over time, list by list, and the events, the latest first."""

    lines: Sequence[RatingLine]
    events: Sequence[PlayedDivision]


def member_history(person: Player) -> MemberHistory:
    """Where the person stood on every list that holds or held, and what each event brought. Three queries."""
    entries = [row for row in entries_of(person) if not row.division.event.is_practice]
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
        list(lines.values()), [PlayedDivision(row, changes.get(row.pk, ())) for row in entries]
    )
