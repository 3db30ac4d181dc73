"""The fee of a registration: amounts as people write them, what is paid of it and what is still owed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.engine.prizes.money import Money, worth

MAX_CENTS = 10_000_000


def amount_in(text: str, fee: str = "") -> int | None:
    """Return the amount in cents; None for a text that is no amount, or one in another currency than the fee.

    A minus sign in front means money that was paid back.

    >>> amount_in("12,50 €", "15 €"), amount_in("-5", "15 €"), amount_in("15 $", "15 €"), amount_in("much")
    (1250, -500, None, None)
    """
    text = text.strip()
    sign = -1 if text[:1] in ("-", "−") else 1
    read = worth(text.lstrip("-−"))
    known = worth(fee).money
    if read.money is None or read.extra or read.money.cents > MAX_CENTS:
        return None
    if known and read.money.currency not in ("", known.currency):
        return None
    return sign * read.money.cents


def amount_text(cents: int, fee: str = "") -> str:
    """Return an amount as the fee of the event is written.

    >>> amount_text(1250, "15 €"), amount_text(-500, "$15"), amount_text(300)
    ('12.50 €', '−$5', '3')
    """
    like = worth(fee).money or Money(0)
    return f"{'−' if cents < 0 else ''}{replace(like, cents=abs(cents))}"


@dataclass(frozen=True, slots=True)
class FeeStanding:
    """What one registration costs and what of it is paid, in cents."""

    due: int
    paid: int
    how: tuple[str, ...] = ()
    """How it was paid, each way once, in the order of the payments."""
    is_settled: bool = False
    """Whether the player is marked as paid in the list of players, however that was."""

    @property
    def owed(self) -> int:
        """What is still to be paid; 0 where all is paid or more."""
        return 0 if self.is_settled else max(0, self.due - self.paid)


@dataclass(frozen=True, slots=True)
class FeeTotals:
    """The fees of an event together, in cents."""

    due: int = 0
    paid: int = 0
    owed: int = 0
    owing: int = 0
    """How many people still owe something."""


def totals_of(standings: Sequence[FeeStanding]) -> FeeTotals:
    """Add up the fees."""
    return FeeTotals(
        sum(row.due for row in standings),
        sum(row.paid for row in standings),
        sum(row.owed for row in standings),
        sum(row.owed > 0 for row in standings),
    )
