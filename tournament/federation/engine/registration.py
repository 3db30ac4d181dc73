"""Who has a place in an event and who waits: places in all and in each division, in the order of coming."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class EventPlaces:
    """How many places there are and how many are taken, in all and by division; no limit is None.

    A division without a limit of its own is filled up to the limit of the event.
    """

    limit: int | None = None
    division_limits: Mapping[int, int] = field(default_factory=dict)
    taken: Counter[int] = field(default_factory=Counter)
    """By division; 0 stands for those who are in none yet."""

    def is_free(self, division: int) -> bool:
        """Whether somebody more can have a place in the division."""
        own = self.division_limits.get(division)
        return (own is None or self.taken[division] < own) and (
            self.limit is None or self.taken.total() < self.limit
        )

    def with_one_more(self, division: int) -> EventPlaces:
        """The places once somebody more has one in the division."""
        return replace(self, taken=self.taken + Counter({division: 1}))


def moving_up(places: EventPlaces, waiting: Sequence[tuple[Key, int]]) -> list[Key]:
    """Who of those waiting, each with the division, has a place now; `places` are taken.

    In the order of coming: nobody is passed over for somebody later, but by who plays in a division that still
    has a place when one's own is full.
    """
    up = []
    for key, division in waiting:
        if places.is_free(division):
            places = places.with_one_more(division)
            up.append(key)
    return up
