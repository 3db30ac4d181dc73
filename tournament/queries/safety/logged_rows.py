"""What decides figures, names and rights, as it is stored and as the log has it: of an event, of games of no event,
and what events share.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from scoring.models import Activity, Game, TurnEntry
from scoring.models.facts import KINDS, SHARED, FactKind, Facts
from scoring.models.organisation import CONTACTS_KEPT_DAYS
from scoring.tenancy import FIRST
from tournament.models import Event, Pairing

BEGINNINGS = ("create_event", "hold_what_is_there")
"""Entries from which on the facts of an event are in its log: it was empty then, or the entry holds them all."""
ACROSS = ("erase_person", "erase_again", "merge_persons")
"""Actions on rows of several events and games at once: one entry tells of them all."""
OF_GAME = {
    "game": "pk",
    "seat": "game",
    "sheet": "game",
    "row_ruling": "game",
    "turn": "game",
    "ruling": "entry__game",
}
"""How the rows of each kind lead to their game."""
_SHARED_OF_GAMES: Mapping[str, Callable[[Event], Q]] = {
    f"{SHARED}judgement": lambda event: Q(game__pairing__round__division__event=event),
    f"{SHARED}organisation": lambda event: Q(pk=event.organisation_id),
}
"""Which shared rows of games an event stands on; those of events say so themselves."""
_FROM_THE_BEGINNING: Facts = {f"{SHARED}organisation:{FIRST}": ["", CONTACTS_KEPT_DAYS]}
"""What is there before the first entry of the log."""


@dataclass(frozen=True, slots=True)
class LoggedFact:
    """What the log says of a row, and the entry that says it."""

    values: list[object] | None
    number: int
    actor: str

    def is_stored_as(self, values: list[object] | None) -> bool:
        """Whether these are its values; an entry of an earlier version knows the first columns only."""
        if values is None or self.values is None:
            return values == self.values
        return values[: len(self.values)] == self.values


Logged = dict[str, LoggedFact]


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What decides a game, as the log has it and as it is stored."""

    logged: Logged
    stored: Facts

    @property
    def is_as_logged(self) -> bool:
        """Whether nothing was written past the log."""
        return not unlike(self.logged, self.stored)


def unlike(logged: Mapping[str, LoggedFact], stored: Facts) -> list[str]:
    """The keys of rows that are not stored as the log has them."""
    nothing = LoggedFact(None, 0, "")
    return [
        key
        for key in {**logged, **stored}
        if not logged.get(key, nothing).is_stored_as(stored.get(key))
    ]


def kinds_of_event() -> list[FactKind]:
    """Return the kinds of rows that belong to one event."""
    return [kind for name, kind in KINDS.items() if kind.to_event and not name.startswith(SHARED)]


def games_in(event: Event) -> list[int]:
    """The games recorded for the event's boards. One query."""
    rows = Pairing.objects.filter(round__division__event=event, game__isnull=False)
    return list(rows.values_list("game_id", flat=True))


def stored_facts(event: Event) -> Facts:
    """Everything that decides something in the event, as it is stored now. One query for each kind, and one."""
    facts: Facts = {}
    for kind in kinds_of_event():
        facts |= kind.read(Q(**{kind.to_event: event.pk}))
    return facts | _stored_in_games(games_in(event))


def _stored_in_games(games: Collection[int]) -> Facts:
    facts: Facts = {}
    for name, path in OF_GAME.items():
        facts |= KINDS[name].read(Q(**{f"{path}__in": games}))
    return facts


def logged_facts(
    event: Event, before: int | None = None, games: Collection[int] = ()
) -> Logged | None:
    """The same, folded from the log; None where the log does not reach back to a beginning of the event.

    With `before` only entries before that one are read. `games` are some that belong to it by the log alone.

    Games are recorded before they belong to a board, too: what decides them stands in the log of the house.
    """
    chain = f"event:{event.slug}"
    read = Q() if before is None else Q(pk__lt=before)
    begin = beginning(event, before)
    if begin is None:
        return None
    games = {*games_in(event), *games}
    house = Q(scope__in=[f"game:{game}" for game in games]) & (
        Q(chain=None) | Q(chain=event.organisation.scope)
    )
    across = Q(verb__in=ACROSS, pk__gt=begin.pk, carried=False)
    of_event: Logged = {}
    of_house: Logged = {}
    for row, facts in _entries(read & (Q(chain=chain, pk__gte=begin.pk) | house | across)):
        is_own = row.chain == chain and row.verb not in ACROSS
        for key, values in facts.items():
            fact = LoggedFact(values, row.pk, row.actor)
            if is_own or key in of_event:
                of_event[key] = fact
            elif key in of_house or _is_of_games(key, values, games):
                of_house[key] = fact
    turns = {key.partition(":")[2] for key in of_house if key.startswith("turn:")}
    recorded = {
        key: fact
        for key, fact in of_house.items()
        if not key.startswith("ruling:") or (fact.values and str(fact.values[0]) in turns)
    }
    every = recorded | of_event
    return {key: fact for key, fact in every.items() if not key.startswith(SHARED)}


def beginning(event: Event, before: int | None = None) -> Activity | None:
    """The entry from which on the log of the event holds everything, of those before that number. One query."""
    read = Q() if before is None else Q(pk__lt=before)
    begins = Activity.objects.filter(read, chain=f"event:{event.slug}", verb__in=BEGINNINGS)
    return begins.order_by("-id").first()


def _entries(wanted: Q) -> Iterator[tuple[Activity, Facts]]:
    """The entries that hold facts, the first written first, with those of rooms that are on. One query."""
    entries = Activity.objects.filter(wanted, facts__isnull=False).order_by("id")
    for row in entries.only("actor", "verb", "scope", "chain", "facts").iterator(chunk_size=500):
        facts = row.facts or {}
        yield row, {key: facts[key] for key in facts if key.partition(":")[0] in KINDS}


def _is_of_games(key: str, values: list[Any] | None, games: set[int]) -> bool:
    """Whether a fact of the house may be one of these games; of a ruling its turn tells later."""
    kind, _colon, number = key.partition(":")
    if kind == "game":
        return int(number) in games
    return kind == "ruling" or (kind in OF_GAME and values is not None and values[0] in games)


def stored_shared(event: Event | None = None) -> Facts:
    """What events share, as it is stored now; with an event what that one stands on. A query or two for each kind."""
    facts: Facts = {}
    for name, kind in KINDS.items():
        if not name.startswith(SHARED):
            continue
        if event is None:
            facts |= kind.read(Q())
        elif name in _SHARED_OF_GAMES:
            facts |= kind.read(_SHARED_OF_GAMES[name](event))
        elif kind.to_event:
            facts |= kind.read(Q(**{kind.to_event: event}))
    return facts


def logged_shared(event: Event | None = None, before: int | None = None) -> Logged:
    """The same, folded from the log; with an event what belongs to that one alone, and what is stored of the rest.

    Reads the log once; with `before` only entries before that one.
    """
    logged = {key: LoggedFact(values, 0, "") for key, values in _FROM_THE_BEGINNING.items()}
    for row, facts in _entries_with_shared(Q() if before is None else Q(pk__lt=before)):
        logged |= {
            key: LoggedFact(values, row.pk, row.actor)
            for key, values in facts.items()
            if key.startswith(SHARED)
        }
    return logged if event is None else _of_event_alone(event, logged)


def _entries_with_shared(read: Q) -> Iterator[tuple[Activity, Facts]]:
    of_shared = Activity.objects.alias(text=Cast("facts", TextField())).filter(
        read, text__contains=f'"{SHARED}', carried=False
    )
    return _entries(Q(pk__in=of_shared.values("pk")))


def _of_event_alone(event: Event, logged: Logged) -> Logged:
    own = tuple(f"{name}:" for name, kind in KINDS.items() if kind.to_event == "event")
    stored = stored_shared(event)
    return {
        key: fact
        for key, fact in logged.items()
        if key in stored or (key.startswith(own) and fact.values and fact.values[0] == event.pk)
    }


def games_of_no_event() -> list[int]:
    """The games that belong to no board of an event. One query."""
    return list(Game.objects.filter(pairing=None).order_by("pk").values_list("pk", flat=True))


def facts_of_games(games: Collection[int]) -> dict[int, GameFacts]:
    """What decides each of these games of no event. One query for each kind, and two.

    Every entry of the log that holds some bears the game it tells of, but those of actions on many.
    """
    of = {game: GameFacts({}, {}) for game in games}
    turns = turns_in(games)
    owner: dict[str, int] = {}
    for key, values in _stored_in_games(games).items():
        owner[key] = _game_of(key, values or [], turns)
        of[owner[key]].stored[key] = values
    scopes = Q(scope__in=[f"game:{game}" for game in games])
    for row, facts in _entries((scopes | Q(verb__in=ACROSS)) & Q(carried=False)):
        own = int(row.scope.partition(":")[2]) if row.scope.startswith("game:") else 0
        for key, values in facts.items():
            if key.partition(":")[0] in OF_GAME and (owned := own or owner.get(key, 0)) in of:
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
    """The game and the number of every turn entered in these games, by its key; of one that does not stand any
    more the number it had. One query.
    """
    entries = TurnEntry.objects.filter(game__in=games).order_by("game", "position", "id")
    return turns_by_number(entries.values_list("pk", "game_id", "superseded_at"))


def turns_by_number(entries: Iterable[tuple[int, int, object]]) -> dict[int, tuple[int, int]]:
    """The same for turns in their order, each as its key, its game, and when it was superseded."""
    turns: dict[int, tuple[int, int]] = {}
    numbers: dict[int, int] = {}
    for key, game, superseded in entries:
        numbers[game] = numbers.get(game, 0) + (superseded is None)
        turns[key] = (game, max(numbers[game], 1))
    return turns
