"""What a corrected result changes: places in the standings, and pairings as they would have been."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.engine.pairing.plan import Plan
from tournament.engine.standings import Standings


@dataclass(frozen=True, slots=True)
class Move:
    """One entry that changes its place. Places count from 1."""

    number: int
    before: int
    after: int

    @property
    def is_up(self) -> bool:
        """Whether the entry gains."""
        return self.after < self.before


@dataclass(frozen=True, slots=True)
class ChangedPairing:
    """A published round that would have been paired otherwise. It is kept as it was published.

    `instead_of` are the published pairs that would not have met, `would_meet` those that would have.
    """

    round: int
    instead_of: tuple[tuple[int, int], ...]
    would_meet: tuple[tuple[int, int], ...]


def moves_between(before: Standings, after: Standings) -> tuple[Move, ...]:
    """Everybody whose place differs, in the order of the standings after the correction."""
    places = {line.number: line.rank for line in before.lines}
    return tuple(
        Move(line.number, places[line.number], line.rank)
        for line in after.lines
        if line.number in places and places[line.number] != line.rank
    )


def paired_otherwise(
    published: Sequence[tuple[int, int]], before: Plan, after: Plan
) -> ChangedPairing | None:
    """How a round would have been paired, where two plans of it differ; None where they are the same.

    The later plan is compared with the `published` pairs, first and second: nobody else sat down together.
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
