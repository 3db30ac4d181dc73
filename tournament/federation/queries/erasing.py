"""Where a person's name stands, what erasing would put under initials, and who was erased before."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Max, Q, QuerySet, Subquery, Sum
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.models import (
    Activity,
    Game,
    GamePhoto,
    LoggedCount,
)
from scoring.models.activity import CONTENT
from tournament.engine.roster import name_key
from tournament.federation.engine.erasing import Initials
from tournament.federation.models import Contact, Erasure
from tournament.federation.queries.personal_data import former_names
from tournament.federation.queries.text_tables import (
    names_of_things,
    narrow_rows,
    places_of_texts,
)
from tournament.models import (
    Entry,
    Event,
    ListedRating,
    Pairing,
    Player,
    RatingList,
    ResultEntry,
)
from tournament.models.results import Standing
from tournament.queries.organisation_logs import log_of_organisation
from tournament.queries.safety.snapshots import all_snapshots

AT_ONCE = 500
JUST_NOW = dt.timedelta(hours=1)
"""How long somebody who read a name may wait before writing it."""


def digest_of(key: str) -> str:
    """The keyed digest of a name, which only this installation can make."""
    return salted_hmac("tournament.erased", key, algorithm="sha256").hexdigest()


@dataclass(frozen=True)
class NamesOf:
    """The names of a person: those that are nobody else's, and those that are somebody else's by now."""

    own: Initials
    earlier: tuple[tuple[int, Initials], ...]
    """Names that somebody else has now, each with the last entry of the log that speaks of this person."""

    def in_log(self, number: int) -> tuple[Initials, ...]:
        """What is to be looked for in the entry of that number."""
        return (self.own, *(initials for last, initials in self.earlier if number <= last))

    @cached_property
    def parts(self) -> frozenset[tuple[str, ...]]:
        """The runs of letters that stand together in every text with one of the names; empty where one has too few."""
        every = (self.own, *(initials for _last, initials in self.earlier))
        if not all(initials.parts for initials in every):
            return frozenset()
        return frozenset[tuple[str, ...]]().union(*(initials.parts for initials in every))


def names_of(person: Player, shown: str) -> NamesOf:
    """Every name the person has or had in the organisation, to be replaced by `shown`, and their numbers at bodies."""
    rows, names, earlier = _rows_and_names(person)
    mine = [row.pk for row in rows]
    others = Player.objects.exclude(pk__in=mine).values_list("name", "sort_name")
    called = [name for pair in others for name in pair] + [
        name
        for model, column in names_of_things().items()
        for name in model._default_manager.values_list(column, flat=True)  # noqa: SLF001
    ]

    members = _members_of(rows, names)

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

    return NamesOf(
        initials(names),
        tuple((last, initials([name])) for name, last in earlier.items()),
    )


def _rows_and_names(person: Player) -> tuple[list[Player], list[str], dict[str, int]]:
    """The person with who was merged into it, the names that are nobody else's, and those that are somebody else's
    by now, each with the last entry of the log that speaks of this person.
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


def _members_of(rows: Sequence[Player], names: Sequence[str]) -> set[str]:
    """The person's numbers at bodies: those of entries and lists, and those that were corrected since."""
    numbers = {*Entry.objects.filter(player__in=rows).values_list("member", flat=True)}
    listed = ListedRating.objects.filter(
        on_list__in=RatingList.objects.all(), name_key__in=[name_key(name) for name in names]
    )
    numbers |= {*listed.values_list("member", flat=True)}
    corrected = Activity.objects.filter(
        log_of_organisation(rows[0].organisation_id),
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
    """What erasing a person would do, in numbers."""

    contacts: bool
    entries: int
    open_events: tuple[Event, ...]
    """Events that still go on."""
    results: int
    games: int
    photographs: int
    listed: int
    """Rows of rating lists."""
    rated: int
    """Divisions that were rated: what was sent to a body stays there."""
    copies: int
    """Snapshots in the data folder that were taken while the name was there."""


def consequences_of_erasing(person: Player) -> ErasureConsequences:
    """What would go and what would stay, but for the log, which is long: `count_entries_naming` reads it."""
    entries = Entry.objects.filter(player=person)
    pairings = _boards_of(person).filter(replaced_at=None)
    _rows, names, _earlier = _rows_and_names(person)
    games = games_of(person, names)
    return ErasureConsequences(
        contacts=Contact.objects.filter(player=person).exists(),
        entries=entries.count(),
        open_events=tuple(
            Event.objects.filter(divisions__entries__in=entries, closed_at=None).distinct()
        ),
        results=ResultEntry.objects.filter(
            pairing__in=pairings, standing=Standing.COUNTS
        ).count(),
        games=games.count(),
        photographs=GamePhoto.objects.filter(game__in=games).count(),
        listed=listed_rows(names).count(),
        rated=entries.filter(rating_changes__isnull=False).distinct().count(),
        copies=sum(1 for snapshot in all_snapshots() if snapshot.taken_at > person.created_at),
    )  # fmt: skip


def count_entries_naming(person: Player) -> int:
    """How many entries of the organisation's log name the person. Reads the log once."""
    return sum(1 for _row in log_rows(person.organisation_id, names_of(person, "")))


def games_of(person: Player, names: Sequence[str]) -> Any:
    """The recorded games of the person, at boards of events and of none."""
    boards = list(_boards_of(person).values_list("pk", flat=True))
    return Game.objects.filter(Q(pairing__in=boards) | Q(players__name__in=names)).distinct()


def _boards_of(person: Player) -> QuerySet[Pairing]:
    """Every board the person was seated at. By number, for which both columns have an index. One query."""
    entries = list(Entry.objects.filter(player=person).values_list("pk", flat=True))
    return Pairing.objects.filter(Q(first__in=entries) | Q(second__in=entries))


def listed_rows(names: Sequence[str]) -> Any:
    """The rows of the organisation's rating lists under one of the names."""
    keys = [name_key(name) for name in names]
    return ListedRating.objects.filter(on_list__in=RatingList.objects.all(), name_key__in=keys)


@dataclass(frozen=True)
class SearchedLog:
    """The entries in which one of the names may stand, among those that were there when the log was read."""

    parts: frozenset[tuple[str, ...]]
    """What was looked for, as `NamesOf.parts`."""
    entries: tuple[int, ...]
    through: int
    """The last entry that was read."""
    total: int
    """How many entries there were in all."""

    def is_whole(self) -> bool:
        """Whether nothing came since but behind the last: an archive's entries have numbers before others see them."""
        since = Activity.objects.filter(pk__gt=self.through).count()
        return _end_of_log()[1] == self.total + since


def _end_of_log() -> tuple[int, int]:
    """The last entry, and how many there are, at one moment. One query."""
    last = Activity.objects.order_by("-pk").values("pk")[:1]
    row = LoggedCount.objects.annotate(last=Subquery(last)).aggregate(Max("last"), Sum("entries"))
    return row["last__max"] or 0, row["entries__sum"] or 0


def search_log(organisation: int | None, names: NamesOf) -> SearchedLog:
    """Read the organisation's log once, while others write on. Five queries."""
    through, total = _end_of_log()
    log = Activity.objects.filter(log_of_organisation(organisation), pk__lte=through)
    entries = narrow_rows(log, CONTENT, names.parts).order_by("pk").values_list("pk", flat=True)
    return SearchedLog(names.parts, tuple(entries), through, total)


def log_rows(
    organisation: int | None, names: NamesOf, searched: SearchedLog | None = None
) -> Iterator[tuple[Activity, dict[str, Any]]]:
    """The entries of the organisation's log that name the person, each with what it is to say instead.

    Of a log that was searched for the same names before, what was found then and what was written since is read.
    """
    texts = places_of_texts()
    last = 0
    log = Activity.objects.filter(log_of_organisation(organisation)).order_by("pk")
    known = searched.parts if searched is not None and searched.is_whole() else frozenset()
    if searched is not None and names.parts and names.parts <= known:
        log = log.filter(Q(pk__in=searched.entries) | Q(pk__gt=searched.through))
    rows = narrow_rows(log, CONTENT, names.parts)
    while batch := list(rows.filter(pk__gt=last)[:AT_ONCE]):
        for row in batch:
            changed: dict[str, Any] = {}
            for name in CONTENT:
                before = value = getattr(row, name)
                for initials in names.in_log(row.pk):
                    if name == "facts":
                        value = value and initials.in_facts(value, texts)
                    else:
                        value = initials.in_value(value)
                if value != before:
                    changed[name] = value
            if changed:
                yield row, changed
        last = batch[-1].pk


def erasure_of(person: Player) -> Erasure | None:
    """The erasing of a person; None for somebody who stands under the name."""
    return Erasure.objects.filter(person=person.pk).first()


def returned_after_erasure(players: Any) -> list[tuple[Player, Erasure]]:
    """Who among the players was erased before and is there under a name again, with that erasing.

    The row itself, or somebody of the same name of whom nothing is later than the erasing: an older copy.
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
        if player.pk == erasure.person or _is_older(player, erasure.at):
            returned.append((player, erasure))
    return returned


def redact_erased_just_now(entry: Activity) -> None:
    """Put under initials whom an entry names that was erased while who writes it waited. Two queries.

    Somebody of that name who is here is another person, or a new beginning.
    """
    digests = {
        digest: erasure.shown
        for erasure in Erasure.objects.filter(at__gte=timezone.now() - JUST_NOW)
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
        for column in CONTENT:
            value = getattr(entry, column)
            if column == "facts":
                value = value and initials.in_facts(value, places_of_texts())
            else:
                value = initials.in_value(value)
            setattr(entry, column, value)


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts_in(part)


def _is_older(player: Player, moment: dt.datetime) -> bool:
    """Whether the person was entered for the last time before the moment."""
    latest = getattr(player, "latest", None)
    return latest is not None and latest < moment
