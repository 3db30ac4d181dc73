"""Fees of registrations: amounts as typed, payments and amounts owed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.engine.prizes.money import Money, parse_prize_value

MAX_CENTS = 10_000_000


def parse_amount(text: str, fee: str = "") -> int | None:
    """Return the amount in cents; None for an invalid or too large amount, or a currency other than the fee's.

    A minus sign in front means a refund.

    >>> parse_amount("12,50 €", "15 €"), parse_amount("-5", "15 €"), parse_amount("15 $", "15 €"), parse_amount("much")
    (1250, -500, None, None)
    """
    text = text.strip()
    sign = -1 if text[:1] in ("-", "−") else 1
    read = parse_prize_value(text.lstrip("-−"))
    known = parse_prize_value(fee).money
    if read.money is None or read.extra or read.money.cents > MAX_CENTS:
        return None
    if known and read.money.currency not in ("", known.currency):
        return None
    return sign * read.money.cents


def format_amount(cents: int, fee: str = "") -> str:
    """Return an amount in the format of the event's fee.

    >>> format_amount(1250, "15 €"), format_amount(-500, "$15"), format_amount(300)
    ('12.50 €', '−$5', '3')
    """
    like = parse_prize_value(fee).money or Money(0)
    return f"{'−' if cents < 0 else ''}{replace(like, cents=abs(cents))}"


@dataclass(frozen=True, slots=True)
class FeeBalance:
    """The fee of one registration and the amount paid, in cents."""

    due: int
    paid: int
    payment_methods: tuple[str, ...] = ()
    """The distinct payment methods, in the order of their first use."""
    is_settled: bool = False
    """Whether the player is marked as paid in the list of players."""

    @property
    def owed(self) -> int:
        """Return the amount still to be paid; 0 if the fee has been paid or is marked as paid."""
        return 0 if self.is_settled else max(0, self.due - self.paid)


@dataclass(frozen=True, slots=True)
class FeeTotals:
    """The total fees of an event, in cents."""

    due: int = 0
    paid: int = 0
    owed: int = 0
    people_owing: int = 0
    """The number of people who still owe something."""


def fee_totals_of(balances: Sequence[FeeBalance]) -> FeeTotals:
    """Return the totals of these balances."""
    return FeeTotals(
        sum(row.due for row in balances),
        sum(row.paid for row in balances),
        sum(row.owed for row in balances),
        sum(row.owed > 0 for row in balances),
    )
