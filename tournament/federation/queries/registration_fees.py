"""Fees of registrations, their payments, and the totals of an event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tournament.federation.engine.fees import FeeBalance, parse_amount
from tournament.federation.models import Registration, RegistrationPayment, RegistrationRules


def payments_of(registrations: Sequence[Registration]) -> dict[int, list[RegistrationPayment]]:
    """Return the valid payments by registration key, oldest first. This takes one query."""
    payments: dict[int, list[RegistrationPayment]] = defaultdict(list)
    events = {row.event_id for row in registrations}
    rows = RegistrationPayment.objects.filter(registration__event__in=events, revoked_at=None)
    for payment in rows:
        payments[payment.registration_id].append(payment)
    return payments


def fees_of(
    rules: RegistrationRules, registrations: Sequence[Registration]
) -> dict[int, FeeBalance]:
    """Return the fee and payments of each registration by key. This takes one query.

    A fee is due once a person has a place; payments count in any state. The registrations must be of one
    event, with their entries loaded.
    """
    payments = payments_of(registrations)
    return {row.pk: fee_of(rules, row, payments[row.pk]) for row in registrations}


def fee_of(
    rules: RegistrationRules, row: Registration, payments: Sequence[RegistrationPayment]
) -> FeeBalance:
    """Return the fee and payments of one registration; nothing is due from a person without a place."""
    fee = (parse_amount(rules.fee) or 0) if row.fee_cents is None else row.fee_cents
    return FeeBalance(
        due=fee if row.state == row.State.PLACE else 0,
        paid=sum(payment.cents for payment in payments),
        payment_methods=tuple(dict.fromkeys(payment.how for payment in payments)),
        is_settled=row.entry is not None and row.entry.paid_at is not None,
    )
