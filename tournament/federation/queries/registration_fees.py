"""What registrations cost, what of it is paid and how, and the totals of an event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tournament.federation.engine.fees import FeeStanding, amount_in
from tournament.federation.models import Registration, RegistrationPayment, RegistrationRules


def payments_of(registrations: Sequence[Registration]) -> dict[int, list[RegistrationPayment]]:
    """The payments that hold, by the key of the registration, the first one first. One query."""
    payments: dict[int, list[RegistrationPayment]] = defaultdict(list)
    events = {row.event_id for row in registrations}
    rows = RegistrationPayment.objects.filter(registration__event__in=events, revoked_at=None)
    for payment in rows:
        payments[payment.registration_id].append(payment)
    return payments


def fees_of(
    rules: RegistrationRules, registrations: Sequence[Registration]
) -> dict[int, FeeStanding]:
    """What each registration costs and what is paid, by its key. One query.

    A fee is due once somebody has a place; what was paid counts, whatever becomes of the registration. The
    registrations are those of one event, read with their entries.
    """
    payments = payments_of(registrations)
    return {row.pk: fee_of(rules, row, payments[row.pk]) for row in registrations}


def fee_of(
    rules: RegistrationRules, row: Registration, payments: Sequence[RegistrationPayment]
) -> FeeStanding:
    """What one registration costs and what is paid."""
    fee = (amount_in(rules.fee) or 0) if row.fee_cents is None else row.fee_cents
    return FeeStanding(
        due=fee if row.state == row.State.PLACE else 0,
        paid=sum(payment.cents for payment in payments),
        how=tuple(dict.fromkeys(payment.how for payment in payments)),
        is_settled=row.entry is not None and row.entry.paid_at is not None,
    )
