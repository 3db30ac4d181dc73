"""The price of a repeat in a round: free, free up to a number of meetings, or avoided if possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.engine.plugins import option

NO_FREE_REPEATS = "none"
FREE_REPEATS = "free"
PRICE_CHOICES = (
    (NO_FREE_REPEATS, "avoided wherever possible"),
    ("1", "one if it keeps opponents close in the standings"),
    ("2", "two if they keep opponents close in the standings"),
    ("3", "three if they keep opponents close in the standings"),
    (FREE_REPEATS, "as many as needed"),
)


def price_option(default: str) -> Any:
    """Return the option for the price of a repeat, for methods that choose opponents."""
    return option(
        default,
        "How often two players may meet again before repeats are avoided at all costs. Usual "
        "values: none in the first half of an event, one in the second (two in events of 18 "
        "rounds or more), and as many as it takes at the end.",
        label="Repeats",
        choices=PRICE_CHOICES,
    )


def limit_option() -> Any:
    """Return the option for the number of earlier games up to which two players may meet again."""
    return option(
        None,
        "Players who have already met more often than this are never paired again, even if no "
        "other opponent is left. Leave it empty for no limit.",
        label="Maximum earlier games",
    )


@dataclass(frozen=True, slots=True)
class RepeatPrice:
    """The number of earlier meetings that are free, and the number up to which two players may meet again.

    `free_meetings` and `max_meetings` are None if unlimited: every repeat is free, or no repeat is forbidden.
    """

    free_meetings: int | None = 0
    max_meetings: int | None = None
    since: int = 1
    """The first round whose meetings count when it or a later round is paired."""

    @classmethod
    def from_options(cls, options: Any) -> RepeatPrice:
        """Return the price that a method's options specify; without such options, no repeat is free."""
        again, most = getattr(options, "again", NO_FREE_REPEATS), getattr(options, "repeats", None)
        since = getattr(options, "since", 1)
        if getattr(options, "strict", False):
            return cls(None)
        if again == FREE_REPEATS:
            return cls(most, most, since)
        free = 0 if again == NO_FREE_REPEATS else int(again)
        return cls(free if most is None else min(free, most), most, since)

    def first_counting_round(self, now: int) -> int:
        """Return the first round whose meetings count when round `now` is paired."""
        return self.since if now >= self.since else 1

    def counted_meetings(self, rounds: Iterable[int], now: int) -> int:
        """Return how many meetings in these rounds count when round `now` is paired."""
        return sum(number >= self.first_counting_round(now) for number in rounds)

    def priced_meetings(self, times_met: int) -> int:
        """Return the number of meetings beyond the free ones; 0 if all are free."""
        return 0 if self.free_meetings is None else max(0, times_met - self.free_meetings)


REPEATS_AVOIDED = RepeatPrice()
"""The price under which every repeat is avoided if possible."""
EVERY_REPEAT_FREE = RepeatPrice(None)
"""The price for rounds in which repeats are intended: a match of several games, or a second cycle."""


def second_half_option(rounds: int) -> Mapping[str, str]:
    """Return the price option usual in the second half of an event of that many rounds."""
    return {"again": "2" if rounds >= 18 else "1"}
