"""What people entered in an event, as it is stored and as its log has it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db.models import Q

from scoring.models import Activity, Game, TurnEntry
from scoring.models.facts import KINDS, Facts
from tournament.models import Event, Pairing

BEGINNINGS = ("create_event", "hold_what_is_there")
"""Entries from which on the facts of an event are in its log: it was empty then, or the entry holds them all."""

_OF_EVENT: dict[str, Callable[[Event], Q]] = {
    "entry": lambda event: Q(division__event=event),
    "result": lambda event: Q(pairing__round__division__event=event),
    "report": lambda event: Q(pairing__round__division__event=event),
    "penalty": lambda event: Q(entry__division__event=event),
    "rating": lambda event: Q(division__event=event),
    "rated": lambda event: Q(of__division__event=event),
    "prize": lambda event: Q(event=event),
    "turn": lambda event: Q(game__in=games_in(event)),
    "ruling": lambda event: Q(entry__game__in=games_in(event)),
}
"""Which rows of each kind belong to an event."""


@dataclass(frozen=True, slots=True)
class LoggedFact:
    """What the log says of a row, and the entry that says it."""

    values: list[object] | None
    number: int
    actor: str


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What people entered in a game, as the log has it and as it is stored."""

    logged: dict[str, LoggedFact]
    stored: Facts

    @property
    def is_as_logged(self) -> bool:
        """Whether nothing was written past the log."""
        return self.stored == {
            key: fact.values for key, fact in self.logged.items() if fact.values is not None
        }


def games_in(event: Event) -> list[int]:
    """The games recorded for the event's boards. One query."""
    rows = Pairing.objects.filter(round__division__event=event, game__isnull=False)
    return list(rows.values_list("game_id", flat=True))


def stored_facts(event: Event) -> Facts:
    """Everything people entered in the event, as it is stored now. One query for each kind, and one."""
    games = games_in(event)
    facts: Facts = {}
    for name, rows_of in _OF_EVENT.items():
        wanted = {"turn": Q(game__in=games), "ruling": Q(entry__game__in=games)}.get(name)
        facts |= KINDS[name].read(rows_of(event) if wanted is None else wanted)
    return facts


def logged_facts(event: Event) -> dict[str, LoggedFact] | None:
    """The same, folded from the log; None where the log does not reach back to a beginning of the event.

    Games are recorded before they belong to a board, too: their turns stand in the log of the house.
    """
    chain = Q(chain=f"event:{event.slug}")
    begin = Activity.objects.filter(chain, verb__in=BEGINNINGS).order_by("-id").first()
    if begin is None:
        return None
    games = set(games_in(event))
    of_games = Q(scope__in=[f"game:{game}" for game in games])
    house = of_games & (Q(chain=None) | Q(chain=event.organisation.scope))
    entries = Activity.objects.filter(chain | house, facts__isnull=False)
    of_event: dict[str, LoggedFact] = {}
    of_house: dict[str, LoggedFact] = {}
    rows = entries.order_by("id").values_list("id", "actor", "chain", "facts")
    for number, actor, owner, facts in rows.iterator(chunk_size=500):
        is_of_event = owner == f"event:{event.slug}"
        if is_of_event and number < begin.pk:
            continue
        for key, values in (facts or {}).items():
            fact = LoggedFact(values, number, actor)
            if is_of_event or key in of_event:
                of_event[key] = fact
            elif key.startswith("ruling:") or (values and values[0] in games):
                of_house[key] = fact
    turns = {key.partition(":")[2] for key in of_house if key.startswith("turn:")}
    recorded = {
        key: fact
        for key, fact in of_house.items()
        if key.startswith("turn:") or (fact.values and str(fact.values[0]) in turns)
    }
    return recorded | of_event


def games_of_no_event() -> list[int]:
    """The games that belong to no board of an event. One query."""
    return list(Game.objects.filter(pairing=None).order_by("pk").values_list("pk", flat=True))


def facts_of_games(games: Collection[int]) -> dict[int, GameFacts]:
    """What people entered in each of these games of no event, turns and rulings. Four queries.

    Every entry of the log that holds some bears the game it tells of.
    """
    of = {game: GameFacts({}, {}) for game in games}
    turns = turns_in(games)
    for key, values in KINDS["turn"].read(Q(game__in=games)).items():
        of[turns[int(key.partition(":")[2])][0]].stored[key] = values
    for key, values in KINDS["ruling"].read(Q(entry__game__in=games)).items():
        assert values is not None
        of[turns[values[0]][0]].stored[key] = values
    entries = Activity.objects.filter(
        scope__in=[f"game:{game}" for game in games], carried=False, facts__isnull=False
    )
    rows = entries.order_by("id").values_list("id", "actor", "scope", "facts")
    for number, actor, scope, facts in rows:
        of[int(scope.partition(":")[2])].logged.update(
            (key, LoggedFact(values, number, actor))
            for key, values in (facts or {}).items()
            if key.startswith(("turn:", "ruling:"))
        )
    return of


def turns_in(games: Collection[int]) -> dict[int, tuple[int, int]]:
    """The game and the number of every turn entered in these games, by its key; of one that does not stand any
    more the number it had. One query.
    """
    entries = TurnEntry.objects.filter(game__in=games).order_by("game", "position", "id")
    turns: dict[int, tuple[int, int]] = {}
    numbers: dict[int, int] = {}
    for key, game, superseded in entries.values_list("pk", "game_id", "superseded_at"):
        numbers[game] = numbers.get(game, 0) + (superseded is None)
        turns[key] = (game, max(numbers[game], 1))
    return turns
