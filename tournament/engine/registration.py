"""Who has a place in an event and who waits: places in all and in each division, in the order of coming."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass
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

    def take(self, division: int) -> bool:
        """Give a place in the division where there is one, and say whether there was."""
        is_free = self.is_free(division)
        if is_free:
            self.taken[division] += 1
        return is_free


def moving_up(places: EventPlaces, waiting: Sequence[tuple[Key, int]]) -> list[Key]:
    """Who of those waiting, each with the division, has a place now; `places` are taken.

    In the order of coming: nobody is passed over for somebody later, but by who plays in a division that still
    has a place when one's own is full.
    """
    return [key for key, division in waiting if places.take(division)]
