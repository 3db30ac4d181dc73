"""What a repeat costs in a round: nothing, something from a number of meetings on, or never while avoidable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.engine.plugins import option

NONE = "none"
FREE = "free"
CHOICES = (
    (NONE, "avoided wherever possible"),
    ("1", "one if it keeps the round close"),
    ("2", "two if they keep the round close"),
    ("3", "three if they keep the round close"),
    (FREE, "as many as it takes"),
)


def price_option(default: str) -> Any:
    """The option that every method has which looks for opponents: the price of a repeat."""
    return option(
        default,
        "How often two may meet again before a repeat is avoided at any price. Usual: none in the "
        "first half of an event, one in the second (two in 18 rounds or more), and as many as it "
        "takes at the end.",
        label="Repeats",
        choices=CHOICES,
    )


def limit_option() -> Any:
    """The option for a number of meetings that is never exceeded."""
    return option(
        None,
        "Two who have met more often never meet, even if nobody else is left. Empty: no limit.",
        label="Earlier games at most",
    )


@dataclass(frozen=True, slots=True)
class RepeatPrice:
    """How many earlier meetings two may have and meet again at no price, and how many at all.

    `free` and `most` are None where there is no end: every repeat is free, no repeat is forbidden.
    """

    free: int | None = 0
    most: int | None = None
    since: int = 1
    """With this round meetings in those before it are forgotten."""

    @classmethod
    def of(cls, options: Any) -> RepeatPrice:
        """The price that the options of a method name; no repeat is free where they name none."""
        again, most = getattr(options, "again", NONE), getattr(options, "repeats", None)
        since = getattr(options, "since", 1)
        if getattr(options, "strict", False):
            return cls(None)
        if again == FREE:
            return cls(most, most, since)
        free = 0 if again == NONE else int(again)
        return cls(free if most is None else min(free, most), most, since)

    def counted_from(self, now: int) -> int:
        """From which round on meetings count when round `now` is paired: all, until it is `since`."""
        return self.since if now >= self.since else 1

    def times(self, rounds: Iterable[int], now: int) -> int:
        """How many meetings in these rounds are not forgotten when round `now` is paired."""
        return sum(number >= self.counted_from(now) for number in rounds)

    def over(self, times_met: int) -> int:
        """How many meetings of two are beyond what is free."""
        return 0 if self.free is None else max(0, times_met - self.free)


AVOIDED = RepeatPrice()
"""No repeat while it can be avoided."""
EVERY_REPEAT_FREE = RepeatPrice(None)
"""Repeats are what the method means: a match of several games, a second cycle."""


def in_second_half(rounds: int) -> Mapping[str, str]:
    """The option of the price usual in the second half of an event of so many rounds."""
    return {"again": "2" if rounds >= 18 else "1"}
