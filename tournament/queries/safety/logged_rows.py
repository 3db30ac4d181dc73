"""The rows that determine figures, names and rights, as stored and as logged.

They belong to an event, to games outside events, or to several events.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from scoring.models import Activity, Game, TurnEntry
from scoring.models.facts import FACT_KINDS, SHARED_PREFIX, FactKind, Facts
from scoring.models.organisation import CONTACTS_KEPT_DAYS
from scoring.tenancy import FIRST_TENANT
from tournament.models import Event, Pairing

BEGINNINGS = ("create_event", "hold_what_is_there")
"""The verbs of entries that contain all facts of an event, so that its log is complete from there on."""
CROSS_EVENT_VERBS = ("erase_person", "erase_again", "merge_persons")
"""Verbs of actions that change rows of several events and games in one entry."""
GAME_LOOKUPS = {
    "game": "pk",
    "seat": "game",
    "sheet": "game",
    "row_ruling": "game",
    "turn": "game",
    "ruling": "entry__game",
}
"""The lookup from the rows of each kind to their game."""
_SHARED_ROW_FILTERS: Mapping[str, Callable[[Event], Q]] = {
    f"{SHARED_PREFIX}judgement": lambda event: Q(game__pairing__round__division__event=event),
    f"{SHARED_PREFIX}organisation": lambda event: Q(pk=event.organisation_id),
}
"""Filters for the shared rows that an event depends on, by kind; other kinds define their own filter."""
_INITIAL_FACTS: Facts = {f"{SHARED_PREFIX}organisation:{FIRST_TENANT}": ["", CONTACTS_KEPT_DAYS]}
"""Facts that existed before the first entry of the log."""


@dataclass(frozen=True, slots=True)
class LoggedFact:
    """The logged values of a row, and the entry that contains them."""

    values: list[object] | None
    number: int
    actor: str

    def is_stored_as(self, values: list[object] | None) -> bool:
        """Return whether the stored `values` match.

        An entry written by an earlier version has only the first columns; the others are then ignored.
        """
        if values is None or self.values is None:
            return values == self.values
        return values[: len(self.values)] == self.values


LoggedFacts = dict[str, LoggedFact]


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts about a game, as logged and as stored."""

    logged: LoggedFacts
    stored: Facts

    @property
    def is_as_logged(self) -> bool:
        """Whether every change was logged."""
        return not differing_keys(self.logged, self.stored)


def differing_keys(logged: Mapping[str, LoggedFact], stored: Facts) -> list[str]:
    """Return the keys of rows whose stored values differ from the log, including missing and unlogged rows."""
    nothing = LoggedFact(None, 0, "")
    return [
        key
        for key in {**logged, **stored}
        if not logged.get(key, nothing).is_stored_as(stored.get(key))
    ]


def kinds_of_event() -> list[FactKind]:
    """Return the kinds of rows that belong to one event."""
    return [
        kind
        for name, kind in FACT_KINDS.items()
        if kind.to_event and not name.startswith(SHARED_PREFIX)
    ]


def games_in(event: Event) -> list[int]:
    """Return the keys of the games recorded for the event's boards. One query."""
    rows = Pairing.objects.filter(round__division__event=event, game__isnull=False)
    return list(rows.values_list("game_id", flat=True))


def stored_facts(event: Event) -> Facts:
    """Return the stored facts of the event. One query for each kind, and one more."""
    facts: Facts = {}
    for kind in kinds_of_event():
        facts |= kind.read_facts(Q(**{kind.to_event: event.pk}))
    return facts | _stored_game_facts(games_in(event))


def _stored_game_facts(games: Collection[int]) -> Facts:
    facts: Facts = {}
    for name, path in GAME_LOOKUPS.items():
        facts |= FACT_KINDS[name].read_facts(Q(**{f"{path}__in": games}))
    return facts


def logged_facts(
    event: Event, before: int | None = None, games: Collection[int] = ()
) -> LoggedFacts | None:
    """Return the event's facts as recorded in the log, leaving out shared ones.

    Return None if the log has no entry with all facts of the event (`BEGINNINGS`). With `before`, only
    entries before that number are read. `games` are further games that belong to the event only
    according to the log. A game may be recorded before it belongs to a board; its facts are then in
    the shared chain.
    """
    chain = f"event:{event.slug}"
    read = Q() if before is None else Q(pk__lt=before)
    begin = log_beginning(event, before)
    if begin is None:
        return None
    games = {*games_in(event), *games}
    house = Q(scope__in=[f"game:{game}" for game in games]) & (
        Q(chain=None) | Q(chain=event.organisation.scope)
    )
    across = Q(verb__in=CROSS_EVENT_VERBS, pk__gt=begin.pk, carried=False)
    of_event: LoggedFacts = {}
    of_house: LoggedFacts = {}
    for row, facts in _entries(read & (Q(chain=chain, pk__gte=begin.pk) | house | across)):
        is_own = row.chain == chain and row.verb not in CROSS_EVENT_VERBS
        for key, values in facts.items():
            fact = LoggedFact(values, row.pk, row.actor)
            if is_own or key in of_event:
                of_event[key] = fact
            elif key in of_house or _belongs_to_games(key, values, games):
                of_house[key] = fact
    turns = {key.partition(":")[2] for key in of_house if key.startswith("turn:")}
    recorded = {
        key: fact
        for key, fact in of_house.items()
        if not key.startswith("ruling:") or (fact.values and str(fact.values[0]) in turns)
    }
    every = recorded | of_event
    return {key: fact for key, fact in every.items() if not key.startswith(SHARED_PREFIX)}


def log_beginning(event: Event, before: int | None = None) -> Activity | None:
    """Return the latest entry that contains all facts of the event, or None. One query.

    The event's log is complete from this entry on. With `before`, only entries before that number are
    considered.
    """
    read = Q() if before is None else Q(pk__lt=before)
    begins = Activity.objects.filter(read, chain=f"event:{event.slug}", verb__in=BEGINNINGS)
    return begins.order_by("-id").first()


def _entries(wanted: Q) -> Iterator[tuple[Activity, Facts]]:
    """Yield the log entries with facts, including those of active rooms, oldest first. One query."""
    entries = Activity.objects.filter(wanted, facts__isnull=False).order_by("id")
    for row in entries.only("actor", "verb", "scope", "chain", "facts").iterator(chunk_size=500):
        facts = row.facts or {}
        yield row, {key: facts[key] for key in facts if key.partition(":")[0] in FACT_KINDS}


def _belongs_to_games(key: str, values: list[Any] | None, games: set[int]) -> bool:
    """Return whether a fact of the shared chain may belong to one of these games.

    A ruling is checked later, by its turn.
    """
    kind, _colon, number = key.partition(":")
    if kind == "game":
        return int(number) in games
    return kind == "ruling" or (kind in GAME_LOOKUPS and values is not None and values[0] in games)


def stored_shared_facts(event: Event | None = None) -> Facts:
    """Return the stored shared facts, optionally only those that an event depends on.

    One or two queries for each kind.
    """
    facts: Facts = {}
    for name, kind in FACT_KINDS.items():
        if not name.startswith(SHARED_PREFIX):
            continue
        if event is None:
            facts |= kind.read_facts(Q())
        elif name in _SHARED_ROW_FILTERS:
            facts |= kind.read_facts(_SHARED_ROW_FILTERS[name](event))
        elif kind.to_event:
            facts |= kind.read_facts(Q(**{kind.to_event: event}))
    return facts


def logged_shared_facts(event: Event | None = None, before: int | None = None) -> LoggedFacts:
    """Return the logged shared facts, optionally only those of an event. The log is read once.

    With `before`, only the entries before that number are read.
    """
    logged = {key: LoggedFact(values, 0, "") for key, values in _INITIAL_FACTS.items()}
    for row, facts in _entries_with_shared_facts(Q() if before is None else Q(pk__lt=before)):
        logged |= {
            key: LoggedFact(values, row.pk, row.actor)
            for key, values in facts.items()
            if key.startswith(SHARED_PREFIX)
        }
    return logged if event is None else _facts_of_event(event, logged)


def _entries_with_shared_facts(read: Q) -> Iterator[tuple[Activity, Facts]]:
    of_shared = Activity.objects.alias(text=Cast("facts", TextField())).filter(
        read, text__contains=f'"{SHARED_PREFIX}', carried=False
    )
    return _entries(Q(pk__in=of_shared.values("pk")))


def _facts_of_event(event: Event, logged: LoggedFacts) -> LoggedFacts:
    own = tuple(f"{name}:" for name, kind in FACT_KINDS.items() if kind.to_event == "event")
    stored = stored_shared_facts(event)
    return {
        key: fact
        for key, fact in logged.items()
        if key in stored or (key.startswith(own) and fact.values and fact.values[0] == event.pk)
    }


def games_outside_events() -> list[int]:
    """Return the keys of the games that are not on a board of any event. One query."""
    return list(Game.objects.filter(pairing=None).order_by("pk").values_list("pk", flat=True))


def facts_of_games(games: Collection[int]) -> dict[int, GameFacts]:
    """Return the facts of each of these games outside events. One query for each kind, and two more.

    Every log entry with facts about a game has the game's scope, except entries for actions that
    change many games.
    """
    of = {game: GameFacts({}, {}) for game in games}
    turns = turns_in(games)
    owner: dict[str, int] = {}
    for key, values in _stored_game_facts(games).items():
        owner[key] = _game_of(key, values or [], turns)
        of[owner[key]].stored[key] = values
    scopes = Q(scope__in=[f"game:{game}" for game in games])
    for row, facts in _entries((scopes | Q(verb__in=CROSS_EVENT_VERBS)) & Q(carried=False)):
        own = int(row.scope.partition(":")[2]) if row.scope.startswith("game:") else 0
        for key, values in facts.items():
            if key.partition(":")[0] in GAME_LOOKUPS and (owned := own or owner.get(key, 0)) in of:
                owner[key] = owned
                of[owned].logged[key] = LoggedFact(values, row.pk, row.actor)
    return of


def _game_of(key: str, values: list[Any], turns: Mapping[int, tuple[int, int]]) -> int:
    kind, _colon, number = key.partition(":")
    if kind == "game":
        return int(number)
    game: int = turns[values[0]][0] if kind == "ruling" else values[0]
    return game


def turns_in(games: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return the game and number of every turn entered in these games, by key. One query.

    A superseded turn has the number of the turn before it, at least 1.
    """
    entries = TurnEntry.objects.filter(game__in=games).order_by("game", "position", "id")
    return turns_by_number(entries.values_list("pk", "game_id", "superseded_at"))


def turns_by_number(entries: Iterable[tuple[int, int, object]]) -> dict[int, tuple[int, int]]:
    """Return the game and turn number of every turn, by key.

    `entries` are the turns in order, game by game, each as its key, its game, and the time at which it
    was superseded or None. A superseded turn has the number of the turn before it, at least 1.
    """
    turns: dict[int, tuple[int, int]] = {}
    numbers: dict[int, int] = {}
    for key, game, superseded in entries:
        numbers[game] = numbers.get(game, 0) + (superseded is None)
        turns[key] = (game, max(numbers[game], 1))
    return turns
