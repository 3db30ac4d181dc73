"""Recompute everything in an installation in parts, which can be counted and run in parallel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from scoring.queries.consistent_reads import read_only_snapshot
from tournament.models import Event
from tournament.queries.safety.recheck import count_results, recheck_event_alone
from tournament.queries.safety.recheck_games import (
    Difference,
    count_games,
    game_batches_outside_events,
    recheck_games,
)
from tournament.queries.safety.recheck_log import differences_in_chains, differences_in_shared


@dataclass(frozen=True, slots=True)
class PartToCheck:
    """A part of the installation: an event by key, some games outside events, or the log chains and shared rows."""

    event: int | None = None
    games: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """The differences found in a part, and how many results and games were checked."""

    differences: tuple[str, ...]
    results: int = 0
    games: int = 0


def parts_to_check() -> list[PartToCheck]:
    """Return all parts: the log, then every event, then the games outside events. Two queries."""
    events = Event.objects.order_by("pk").values_list("pk", flat=True)
    return [
        PartToCheck(),
        *(PartToCheck(event=key) for key in events),
        *(PartToCheck(games=tuple(some)) for some in game_batches_outside_events()),
    ]


def check_part(part: PartToCheck) -> CheckedPart:
    """Return the differences in a part, read from one state of the database, a sentence each."""
    with read_only_snapshot():
        return _check_part_now(part)


def _check_part_now(part: PartToCheck) -> CheckedPart:
    if part.event is not None:
        event = Event.everywhere.get(pk=part.event)
        sentences = tuple(f"{event}: {difference}" for difference in recheck_event_alone(event))
        return CheckedPart(sentences, count_results(event), count_games(event))
    if part.games:
        return CheckedPart(_sentences(recheck_games(part.games)), games=len(part.games))
    whole = chain(differences_in_chains(), differences_in_shared())
    return CheckedPart(_sentences(Difference(*pair) for pair in whole))


def _sentences(differences: Iterator[Difference]) -> tuple[str, ...]:
    return tuple(map(str, differences))
