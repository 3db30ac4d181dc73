"""What a corrected result changes: places in the standings, and pairings as they would have been."""

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

    `instead_of` are the pairs that would not have met, `would_meet` those that would have.
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


def paired_otherwise(before: Plan, after: Plan) -> ChangedPairing | None:
    """How two plans of a round differ in who meets whom; None when they do not."""
    met = {pair.numbers: (pair.first, pair.second) for pair in before.pairs}
    would = {pair.numbers: (pair.first, pair.second) for pair in after.pairs}
    gone = tuple(pair for numbers, pair in met.items() if numbers not in would)
    come = tuple(pair for numbers, pair in would.items() if numbers not in met)
    if not gone and not come:
        return None
    return ChangedPairing(before.round, gone, come)
