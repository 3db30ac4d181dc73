"""Find a person's name in the database, preview an erasure, and recognize erased people."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Max, Q, QuerySet, Subquery, Sum
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.models import Activity, Game, GamePhoto, LoggedCount
from scoring.models.activity import CONTENT_FIELDS
from tournament.engine.roster import name_key
from tournament.federation.engine.erasure import Initials
from tournament.federation.models import Contact, Erasure
from tournament.federation.queries.personal_data import former_names
from tournament.federation.queries.text_tables import name_columns, narrow_rows, text_positions
from tournament.models import Entry, Event, ListedRating, Pairing, Player, RatingList, ResultEntry
from tournament.models.results import ResultStatus
from tournament.queries.organisation_logs import organisation_log_filter
from tournament.queries.safety.snapshots import all_snapshots

BATCH_SIZE = 500
MAX_WRITE_DELAY = dt.timedelta(hours=1)
"""The maximum delay between reading a name and writing it."""


def digest_of(key: str) -> str:
    """Return the keyed digest of a name key, which only this installation can compute."""
    return salted_hmac("tournament.erased", key, algorithm="sha256").hexdigest()


@dataclass(frozen=True)
class PersonNames:
    """The names of a person: those still unique, and former ones that now belong to somebody else."""

    own: Initials
    earlier: tuple[tuple[int, Initials], ...]
    """Former names now used by somebody else, each with the last log entry about this person."""

    def initials_for_entry(self, number: int) -> tuple[Initials, ...]:
        """Return the replacements for the names in the log entry with this key."""
        return (self.own, *(initials for last, initials in self.earlier if number <= last))

    @cached_property
    def search_terms(self) -> frozenset[tuple[str, ...]]:
        """Return the runs of characters that a string must contain to include a name.

        The set is empty if a name is too short to search for.
        """
        every = (self.own, *(initials for _last, initials in self.earlier))
        if not all(initials.search_terms for initials in every):
            return frozenset()
        return frozenset[tuple[str, ...]]().union(*(initials.search_terms for initials in every))


def names_of(person: Player, shown: str) -> PersonNames:
    """Return a person's present and former names and member numbers, with `shown` as the replacement."""
    rows, names, earlier = _rows_and_names(person)
    mine = [row.pk for row in rows]
    others = Player.objects.exclude(pk__in=mine).values_list("name", "sort_name")
    called = [name for pair in others for name in pair] + [
        name
        for model, column in name_columns().items()
        for name in model._default_manager.values_list(column, flat=True)  # noqa: SLF001
    ]

    members = _member_numbers_of(rows, names)

    def initials(of: Sequence[str]) -> Initials:
        distinct = tuple(dict.fromkeys(name for name in of if name and name != shown))
        within = [name.casefold() for name in distinct]
        return Initials(
            distinct,
            tuple(name_key(name) for name in distinct if " " in name),
            shown,
            name_key(shown),
            tuple(dict.fromkeys(
                name for name in called
                if name not in distinct and any(part in name.casefold() for part in within)
            )),
            tuple(members),
        )  # fmt: skip

    return PersonNames(
        initials(names), tuple((last, initials([name])) for name, last in earlier.items())
    )


def _rows_and_names(person: Player) -> tuple[list[Player], list[str], dict[str, int]]:
    """Return the rows of the person and of merged people, the unique names, and former names now used by others.

    Each name now used by somebody else is mapped to the last log entry in which it means this person.
    """
    rows = [person, *Player.objects.filter(merged_into=person)]
    names = [name for row in rows for name in (row.name, row.sort_name)]
    former = former_names(person)
    taken: set[str] = set()
    if former:
        called = Q(name__in=former) | Q(sort_name__in=former)
        others = Player.objects.exclude(pk__in=[row.pk for row in rows]).filter(called)
        taken = {name for pair in others.values_list("name", "sort_name") for name in pair}
    earlier = {name: last for name, last in former.items() if name in taken}
    return rows, [*names, *(name for name in former if name not in taken)], earlier


def _member_numbers_of(rows: Sequence[Player], names: Sequence[str]) -> set[str]:
    """Return the person's member numbers, from entries, rating lists and corrections."""
    numbers = {*Entry.objects.filter(player__in=rows).values_list("member", flat=True)}
    listed = ListedRating.objects.filter(
        on_list__in=RatingList.objects.all(), name_key__in=[name_key(name) for name in names]
    )
    numbers |= {*listed.values_list("member", flat=True)}
    corrected = Activity.objects.filter(
        organisation_log_filter(rows[0].organisation_id),
        verb="describe_entry",
        after__has_key="member",
        message__isnull=False,
    )
    changes: Any = corrected.values_list("message", "before", "after")
    for message, *values in changes:
        if message["params"].get("player") in names:
            numbers |= {value.get("member", "") for value in values if value}
    return numbers - {""}


@dataclass(frozen=True)
class ErasureConsequences:
    """The data affected by an erasure: contact details, open events, and the number of records of each kind."""

    contacts: bool
    entries: int
    open_events: tuple[Event, ...]
    """Events that are not closed."""
    results: int
    games: int
    photographs: int
    list_rows: int
    """The number of rows in rating lists."""
    rated_divisions: int
    """The number of rated divisions. Reports already sent to a body are not affected."""
    snapshots: int
    """The number of snapshots in the data folder taken while the name was in use."""


def consequences_of_erasing(person: Player) -> ErasureConsequences:
    """Return the consequences of an erasure, except for the log (see `count_entries_naming`)."""
    entries = Entry.objects.filter(player=person)
    pairings = _pairings_of(person).filter(replaced_at=None)
    _rows, names, _earlier = _rows_and_names(person)
    games = games_of(person, names)
    return ErasureConsequences(
        contacts=Contact.objects.filter(player=person).exists(),
        entries=entries.count(),
        open_events=tuple(
            Event.objects.filter(divisions__entries__in=entries, closed_at=None).distinct()
        ),
        results=ResultEntry.objects.filter(
            pairing__in=pairings, standing=ResultStatus.COUNTS
        ).count(),
        games=games.count(),
        photographs=GamePhoto.objects.filter(game__in=games).count(),
        list_rows=rating_list_rows(names).count(),
        rated_divisions=entries.filter(rating_changes__isnull=False).distinct().count(),
        snapshots=sum(1 for snapshot in all_snapshots() if snapshot.taken_at > person.created_at),
    )  # fmt: skip


def count_entries_naming(person: Player) -> int:
    """Return the number of log entries of the organisation that name the person. This reads the log once."""
    return sum(1 for _row in redacted_log_rows(person.organisation_id, names_of(person, "")))


def games_of(person: Player, names: Sequence[str]) -> Any:
    """Return the person's recorded games, in events and outside."""
    boards = list(_pairings_of(person).values_list("pk", flat=True))
    return Game.objects.filter(Q(pairing__in=boards) | Q(players__name__in=names)).distinct()


def _pairings_of(person: Player) -> QuerySet[Pairing]:
    """Return every pairing of the person. This takes one query.

    Entries are looked up by key, because both columns are indexed.
    """
    entries = list(Entry.objects.filter(player=person).values_list("pk", flat=True))
    return Pairing.objects.filter(Q(first__in=entries) | Q(second__in=entries))


def rating_list_rows(names: Sequence[str]) -> Any:
    """Return the rows of the organisation's rating lists with one of the names."""
    keys = [name_key(name) for name in names]
    return ListedRating.objects.filter(on_list__in=RatingList.objects.all(), name_key__in=keys)


@dataclass(frozen=True)
class SearchedLog:
    """The log entries that may contain one of the names, as of the time of the search."""

    search_terms: frozenset[tuple[str, ...]]
    """The search terms; see `PersonNames.search_terms`."""
    entries: tuple[int, ...]
    through: int
    """The key of the last entry read."""
    total: int
    """The total number of entries in the log."""

    def is_whole(self) -> bool:
        """Return whether every entry written since the search has a key after the last one read.

        Some may not, because entries of an archive get their keys before they become visible.
        """
        since = Activity.objects.filter(pk__gt=self.through).count()
        return _end_of_log()[1] == self.total + since


def _end_of_log() -> tuple[int, int]:
    """Return the key of the last entry and the number of entries, as of one moment. This takes one query."""
    last = Activity.objects.order_by("-pk").values("pk")[:1]
    row = LoggedCount.objects.annotate(last=Subquery(last)).aggregate(Max("last"), Sum("entries"))
    return row["last__max"] or 0, row["entries__sum"] or 0


def search_log(organisation: int | None, names: PersonNames) -> SearchedLog:
    """Search the organisation's log once without locking it. This takes five queries."""
    through, total = _end_of_log()
    log = Activity.objects.filter(organisation_log_filter(organisation), pk__lte=through)
    entries = (
        narrow_rows(log, CONTENT_FIELDS, names.search_terms)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    return SearchedLog(names.search_terms, tuple(entries), through, total)


def redacted_log_rows(
    organisation: int | None, names: PersonNames, searched: SearchedLog | None = None
) -> Iterator[tuple[Activity, dict[str, Any]]]:
    """Yield the log entries that name the person, each with the new values of its changed columns.

    If the log was already searched for these names, only its hits and later entries are read.
    """
    texts = text_positions()
    last = 0
    log = Activity.objects.filter(organisation_log_filter(organisation)).order_by("pk")
    known = searched.search_terms if searched is not None and searched.is_whole() else frozenset()
    if searched is not None and names.search_terms and names.search_terms <= known:
        log = log.filter(Q(pk__in=searched.entries) | Q(pk__gt=searched.through))
    rows = narrow_rows(log, CONTENT_FIELDS, names.search_terms)
    while batch := list(rows.filter(pk__gt=last)[:BATCH_SIZE]):
        for row in batch:
            changed: dict[str, Any] = {}
            for name in CONTENT_FIELDS:
                before = value = getattr(row, name)
                for initials in names.initials_for_entry(row.pk):
                    if name == "facts":
                        value = value and initials.replace_in_facts(value, texts)
                    else:
                        value = initials.replace_in_value(value)
                if value != before:
                    changed[name] = value
            if changed:
                yield row, changed
        last = batch[-1].pk


def erasure_of(person: Player) -> Erasure | None:
    """Return the erasure of a person, or None if the person has not been erased."""
    return Erasure.objects.filter(person=person.pk).first()


def people_to_erase_again(players: Any) -> list[tuple[Player, Erasure]]:
    """Return the people among `players` who were erased but whose names are back, with their erasures.

    They are matched by key, or by name if their last entry is earlier than the erasure.
    """
    erasures = list(Erasure.objects.all())
    if not erasures:
        return []
    by_number = {row.person: row for row in erasures if row.person}
    by_digest: dict[str, Erasure] = {digest: row for row in erasures for digest in row.digests}
    shown = {row.shown for row in erasures}
    returned = []
    rows = players.filter(merged_into=None).annotate(latest=Max("entries__added_at"))
    for player in rows.order_by("pk"):
        erasure = by_number.get(player.pk) or by_digest.get(digest_of(player.name_key))
        if erasure is None or player.name in shown:
            continue
        if player.pk == erasure.person or _was_last_entered_before(player, erasure.at):
            returned.append((player, erasure))
    return returned


def redact_recently_erased(entry: Activity) -> None:
    """Replace the name of a recently erased person in a log entry written from older data.

    A person with that name who still exists is somebody else. This takes two queries.
    """
    digests = {
        digest: erasure.shown
        for erasure in Erasure.objects.filter(at__gte=timezone.now() - MAX_WRITE_DELAY)
        for digest in erasure.digests
    }
    texts = {*_texts_in([entry.message, entry.before, entry.after])}
    erased = {text: digests[key] for text in texts if (key := digest_of(name_key(text))) in digests}
    if not erased:
        return
    here = {
        *Player.objects.filter(name_key__in=map(name_key, erased)).values_list(
            "name_key", flat=True
        )
    }
    for name, shown in erased.items():
        if name_key(name) in here:
            continue
        initials = Initials((name,), (name_key(name),), shown, name_key(shown))
        for column in CONTENT_FIELDS:
            value = getattr(entry, column)
            if column == "facts":
                value = value and initials.replace_in_facts(value, text_positions())
            else:
                value = initials.replace_in_value(value)
            setattr(entry, column, value)


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts_in(part)


def _was_last_entered_before(player: Player, moment: dt.datetime) -> bool:
    """Return whether the person's last entry is before the moment; False if there is no entry."""
    latest = getattr(player, "latest", None)
    return latest is not None and latest < moment
