"""Places and waiting list of an event: limits in total and by division, first come, first served."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class EventPlaces:
    """The limits on places and how many are taken, in total and by division.

    `limit` is None for no limit. A division without its own limit is filled up to the limit of the
    event.
    """

    limit: int | None = None
    division_limits: Mapping[int, int] = field(default_factory=dict)
    taken: Counter[int] = field(default_factory=Counter)
    """The number of places taken, by division; the key 0 is for people without a division."""

    def is_free(self, division: int) -> bool:
        """Return whether the division, within its own limit and that of the event, has a free place."""
        own = self.division_limits.get(division)
        return (own is None or self.taken[division] < own) and (
            self.limit is None or self.taken.total() < self.limit
        )

    def with_place_taken(self, division: int) -> EventPlaces:
        """Return the places with one more taken in the division."""
        return replace(self, taken=self.taken + Counter({division: 1}))


def promoted_from_waiting_list(
    places: EventPlaces, waiting: Sequence[tuple[Key, int]]
) -> list[Key]:
    """Return the keys of waiting people who get a place; `waiting` has (key, division) pairs in order.

    A person is passed over only if their division is full and a later person's is not.
    """
    up = []
    for key, division in waiting:
        if places.is_free(division):
            places = places.with_place_taken(division)
            up.append(key)
    return up
