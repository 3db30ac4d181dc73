"""All people ever entered, their histories, and possible duplicates."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.tenancy import current_tenant
from tournament.engine.results import result_values
from tournament.engine.roster import near_duplicate_keys
from tournament.engine.standings import format_record
from tournament.models import Entry, Membership, Penalty, Player, RatingChange, ResultEntry
from tournament.models.membership import DIRECTING_ROLES
from tournament.models.results import ResultStatus


@dataclass(frozen=True)
class SimilarPeople:
    """Two people whose names differ in a letter, an accent or the order of the words."""

    one: Player
    other: Player


def all_persons() -> QuerySet[Player]:
    """Return everybody who has not been merged into another person, by name. One query.

    Each person is annotated with the number of entries and the date of the latest event.
    """
    entries = Entry.objects.filter(player=OuterRef("pk")).order_by().values("player")
    people = Player.objects.filter(merged_into=None).annotate(
        entry_count=Coalesce(Subquery(entries.annotate(count=Count("pk")).values("count")), 0),
        latest=Subquery(entries.annotate(last=Max("division__event__date")).values("last")),
    )
    return people.order_by("sort_name", "id")


def persons_by_name_key(keys: Sequence[str]) -> dict[str, Player]:
    """Return the first person with each name key; a merged person is replaced by the one kept. One query."""
    known: dict[str, Player] = {}
    rows = Player.objects.filter(name_key__in=keys).select_related("merged_into")
    for player in rows.order_by("id"):
        known.setdefault(player.name_key, player.merged_into or player)
    return known


def entries_of_person(player: Player) -> list[Entry]:
    """Return the entries of a person, latest first; an undated event is sorted by its day of creation. One query."""
    rows = Entry.objects.filter(player=player).select_related("division__event")
    return sorted(
        rows,
        key=lambda row: (row.division.event.date or row.division.event.created_at.date(), row.pk),
        reverse=True,
    )


@dataclass(slots=True)
class GameTally:
    """Games counted from one player's point of view in half wins and half losses; a tie is one of each."""

    games: int = 0
    half_wins: int = 0
    half_losses: int = 0
    ties: int = 0
    spread: int = 0

    @property
    def record(self) -> str:
        """The record of wins and losses; a tie is half of each."""
        return format_record(self.half_wins, self.half_losses, self.ties, ties_apart=False)

    def add_result(self, half_points: int, spread: int, *, is_game: bool = True) -> None:
        """Add one game, bye or forfeit with its half points and spread."""
        self.games += is_game
        self.half_wins += half_points
        self.half_losses += 2 - half_points
        self.ties += half_points == 1
        self.spread += spread


@dataclass(slots=True)
class PlayedEvent:
    """A person's results in one division, with the ratings before and after if it is rated.

    The tally follows the standings: byes, forfeits and penalties count.
    """

    entry: Entry
    day: dt.date
    tally: GameTally = field(default_factory=GameTally)
    ratings: list[RatingChange] = field(default_factory=list)

    @property
    def record(self) -> str:
        """The record in the event's own form, or an empty string if nothing counted."""
        tally = self.tally
        if not tally.half_wins + tally.half_losses:
            return ""
        apart = self.entry.division.event.rules.ties_apart
        return format_record(tally.half_wins, tally.half_losses, tally.ties, ties_apart=apart)


@dataclass(slots=True)
class OpponentHistory:
    """All games against one opponent in every event, except forfeits."""

    name: str
    tally: GameTally = field(default_factory=GameTally)
    latest: str = ""
    """The scores of the latest game, the person's own first; empty if only its spread is known."""


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """The events of a person, newest first, and the opponents, most frequent first."""

    events: Sequence[PlayedEvent]
    opponents: Sequence[OpponentHistory]


def history_of(entry: Entry, reader: User) -> PlayerHistory:
    """Return the history of an entry's person in all events that `reader` may direct. Four queries.

    Superusers and staff may direct every event. For a practice event, the history covers only that
    event; for other events, it excludes practice.
    """
    own = entry.division.event
    entries = Entry.objects.filter(player=entry.player_id).select_related("division__event")
    if own.is_practice:
        entries = entries.filter(division__event=own)
    else:
        entries = entries.filter(division__event__is_practice=False)
    if not (reader.is_superuser or reader.is_staff):
        roles = Membership.objects.filter(user=reader, ended_at=None, role__in=DIRECTING_ROLES)
        entries = entries.filter(
            Q(division__event__in=roles.values("event"))
            | Q(division__event__organisation__in=roles.values("organisation"))
        )
    events = {
        row.pk: PlayedEvent(row, row.division.event.date or row.division.event.created_at.date())
        for row in entries
    }
    opponents: dict[int, OpponentHistory] = {}
    games = ResultEntry.objects.filter(
        Q(pairing__first__in=events) | Q(pairing__second__in=events),
        pairing__replaced_at=None,
        standing=ResultStatus.COUNTS,
    ).select_related("pairing__round", "pairing__first__player", "pairing__second__player")
    ordered = sorted(
        games,
        key=lambda game: (
            events[_own_entry(game, events)].day,
            game.pairing.round.number,
            game.entered_at,
        ),
    )
    for game in ordered:
        key = _own_entry(game, events)
        seat = 0 if game.pairing.first_id == key else 1
        other = (game.pairing.second, game.pairing.first)[seat]
        share = result_values(game.outcome, game.first_score, game.second_score)[seat]
        if share.half_points is None:
            continue
        events[key].tally.add_result(share.half_points, share.spread, is_game=game.is_game)
        if other is None or not game.is_game:
            continue
        met = opponents.setdefault(other.player_id, OpponentHistory(other.name))
        met.tally.add_result(share.half_points, share.spread)
        scores = (game.first_score, game.second_score)
        met.latest = "" if game.spread_only else "{}-{}".format(*(scores[::-1] if seat else scores))
    for penalty in Penalty.objects.filter(entry__in=events, revoked_at=None):
        events[penalty.entry_id].tally.spread += penalty.spread
    changes = RatingChange.objects.filter(entry__in=events, of__undone_at=None)
    for change in changes.select_related("of").order_by("of__rated_at"):
        events[change.entry_id].ratings.append(change)
    return PlayerHistory(
        sorted(events.values(), key=lambda row: (row.day, row.entry.pk), reverse=True),
        sorted(opponents.values(), key=lambda met: (-met.tally.games, met.name)),
    )


def _own_entry(game: ResultEntry, events: dict[int, PlayedEvent]) -> int:
    """Return the key of the person's entry in a game, one of `events`."""
    pairing = game.pairing
    return pairing.first_id if pairing.first_id in events else pairing.second_id or 0


def similar_pairs() -> list[tuple[int, int]]:
    """Return the pairs of people with similar names, by primary key. One query.

    The result is cached for each organisation until a name changes.
    """
    names = tuple(
        Player.objects.filter(merged_into=None)
        .order_by("sort_name", "id")
        .values_list("pk", "name")
    )
    organisation, state = current_tenant(), hash(names)
    known = _similar_pairs_cache.get(organisation)
    if known is None or known[0] != state:
        known = _similar_pairs_cache[organisation] = (state, _pairs_of_similar_names(names))
    return known[1]


_similar_pairs_cache: dict[int | None, tuple[int, list[tuple[int, int]]]] = {}
"""The hash of all names and the similar pairs among them, by organisation."""


def _pairs_of_similar_names(names: Iterable[tuple[int, str]]) -> list[tuple[int, int]]:
    seen: dict[str, list[int]] = {}
    pairs: dict[frozenset[int], tuple[int, int]] = {}
    for person, name in names:
        for key in dict.fromkeys(near_duplicate_keys(name)):
            for other in seen.setdefault(key, []):
                if other != person:
                    pairs.setdefault(frozenset((other, person)), (other, person))
            seen[key].append(person)
    return list(pairs.values())


def similar_people(pairs: Sequence[tuple[int, int]]) -> list[SimilarPeople]:
    """Return these pairs with each person's number of entries, leaving out merged people. One query."""
    people = all_persons().in_bulk([person for pair in pairs for person in pair])
    return [
        SimilarPeople(people[one], people[other])
        for one, other in pairs
        if one in people and other in people
    ]
