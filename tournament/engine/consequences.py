"""The consequences of a corrected result: new places in the standings and different pairings."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.engine.pairing.plan import Plan
from tournament.engine.standings import Standings


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """An entry whose place changes. Places are 1-based."""

    number: int
    before: int
    after: int

    @property
    def is_up(self) -> bool:
        """Whether the entry moves up."""
        return self.after < self.before


@dataclass(frozen=True, slots=True)
class ChangedPairing:
    """A published round that would have been paired differently; the published pairings remain.

    `would_not_meet` are the published pairs that would not have met; `would_meet` are the pairs that would
    have.
    """

    round: int
    would_not_meet: tuple[tuple[int, int], ...]
    would_meet: tuple[tuple[int, int], ...]


def place_changes(before: Standings, after: Standings) -> tuple[PlaceChange, ...]:
    """Return every entry whose place differs, in the order of the corrected standings."""
    places = {line.number: line.rank for line in before.lines}
    return tuple(
        PlaceChange(line.number, places[line.number], line.rank)
        for line in after.lines
        if line.number in places and places[line.number] != line.rank
    )


def pairing_change(
    published: Sequence[tuple[int, int]], before: Plan, after: Plan
) -> ChangedPairing | None:
    """Return how the corrected result would have changed the pairs, or None if it would not have.

    The pairs of `after` are compared with the `published` ones, as (first, second), since these were
    played. Return None also if `before`, the plan for the uncorrected result, had the same pairs.
    """
    met = {frozenset(pair): pair for pair in published}
    would = {frozenset(pair.numbers): (pair.first, pair.second) for pair in after.pairs}
    planned = {frozenset(pair.numbers) for pair in before.pairs}
    if would.keys() in (planned, met.keys()):
        return None
    return ChangedPairing(
        before.round,
        tuple(pair for numbers, pair in met.items() if numbers not in would),
        tuple(pair for numbers, pair in would.items() if numbers not in met),
    )
