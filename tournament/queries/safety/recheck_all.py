"""Everything of an installation derived again, in parts that a bar counts and that are worked out side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from scoring.queries.consistent_reads import read_only
from tournament.models import Event
from tournament.queries.safety.recheck import recheck_own, results_of_event
from tournament.queries.safety.recheck_games import (
    Difference,
    games_of,
    recheck_games,
    some_games_of_no_event,
)
from tournament.queries.safety.recheck_log import differences_in_chains, differences_in_shared


@dataclass(frozen=True, slots=True)
class PartToCheck:
    """An event by its key, or games of no event, or (neither) the chains of the log and what events share."""

    event: int | None = None
    games: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """What was found in a part, and how much was looked at."""

    differences: tuple[str, ...]
    results: int = 0
    games: int = 0


def all_parts() -> list[PartToCheck]:
    """What there is to check, the longest first: the log, then every event, then the games of no event. Two queries."""
    events = Event.objects.order_by("pk").values_list("pk", flat=True)
    return [
        PartToCheck(),
        *(PartToCheck(event=key) for key in events),
        *(PartToCheck(games=tuple(some)) for some in some_games_of_no_event()),
    ]


def check_part(part: PartToCheck) -> CheckedPart:
    """Derive a part again, as it is at one moment; each difference is a sentence that names its event."""
    with read_only():
        return _checked(part)


def _checked(part: PartToCheck) -> CheckedPart:
    if part.event is not None:
        event = Event.everywhere.get(pk=part.event)
        sentences = tuple(f"{event}: {difference}" for difference in recheck_own(event))
        return CheckedPart(sentences, results_of_event(event), games_of(event))
    if part.games:
        return CheckedPart(_sentences(recheck_games(part.games)), games=len(part.games))
    whole = chain(differences_in_chains(), differences_in_shared())
    return CheckedPart(_sentences(Difference(*pair) for pair in whole))


def _sentences(differences: Iterator[Difference]) -> tuple[str, ...]:
    return tuple(map(str, differences))
