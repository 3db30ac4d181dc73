"""Registration fees: payments, refunds, and individual fees."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act
from tournament.federation.engine.fees import format_amount, parse_amount
from tournament.federation.models import Registration, RegistrationPayment, RegistrationRules
from tournament.federation.queries.registration_fees import fee_of, payments_of
from tournament.federation.queries.registrations import registration_rules_of
from tournament.models import Entry
from tournament.wording.log import say


def record_cash_payment(actor: Actor, registration: Registration) -> int:
    """Record the outstanding fee as paid in cash, and return it in cents. Raise `Refused` if nothing is owed."""
    return _store_payment(actor, registration, None, "cash")


def record_payment(actor: Actor, registration: Registration, *, amount: str, how: str) -> int:
    """Record a payment and return it in cents; a negative amount is a refund.

    `amount` is the amount as entered, and `how` a key of `PAYMENT_METHODS`. Raise `Refused` for an invalid
    amount, 0, or a refund of more than was paid.
    """
    return _store_payment(actor, registration, amount, how)


def _store_payment(actor: Actor, registration: Registration, amount: str | None, how: str) -> int:
    with act(actor, registration.event) as action:
        held, rules = _locked_registration(registration), registration_rules_of(registration.event)
        payments = payments_of([held])[held.pk]
        standing, before = fee_of(rules, held, payments), entry_fee_values(held, rules, payments)
        if amount is None:
            cents = standing.owed
            if not cents:
                raise Refused(_("{player} owes nothing.").format(player=held.name))
        else:
            cents = _parse_cents(amount, rules)
            if not cents:
                raise Refused(_("Type an amount other than 0."))
            if standing.paid + cents < 0:
                raise Refused(
                    _("{player} has paid {amount}. You cannot refund more than that.").format(
                        player=held.name, amount=format_amount(standing.paid, rules.fee)
                    )
                )
        payment = RegistrationPayment.objects.create(
            registration=held, cents=cents, how=how, at=timezone.now()
        )
        _update_entry(held, rules, before, [*payments, payment])
        shown, way = format_amount(abs(cents), rules.fee), say(f"about_paid_{how}")
        action.log(
            "take_payment",
            say("pay_back", player=held.name, amount=shown, how=way)
            if cents < 0
            else say("take_payment", player=held.name, amount=shown, how=way),
            after={"registration": held.pk, "payment": payment.pk},
        )
    return cents


def revoke_payment(actor: Actor, payment: RegistrationPayment) -> None:
    """Revoke a payment entered by mistake, without deleting it. Raise `Refused` if it has been revoked already."""
    registration = payment.registration
    with act(actor, registration.event) as action:
        held, rules = _locked_registration(registration), registration_rules_of(registration.event)
        row = RegistrationPayment.objects.select_for_update(no_key=True).get(pk=payment.pk)
        if row.revoked_at is not None:
            raise Refused(_("This payment has already been reversed."))
        before = entry_fee_values(held, rules, payments_of([held])[held.pk])
        row.revoked_at = timezone.now()
        row.save(update_fields=["revoked_at"])
        _update_entry(held, rules, before, payments_of([held])[held.pk])
        action.log(
            "revoke_payment",
            say(
                "revoke_payment",
                player=held.name,
                amount=format_amount(row.cents, rules.fee),
                how=say(f"about_paid_{row.how}"),
            ),
            after={"registration": held.pk, "payment": row.pk},
        )


def set_fee(actor: Actor, registration: Registration, amount: str) -> None:
    """Set an individual fee; an empty string restores the event's fee.

    Raise `Refused` for an invalid or negative amount.
    """
    with act(actor, registration.event) as action:
        held, rules = _locked_registration(registration), registration_rules_of(registration.event)
        cents = _parse_cents(amount, rules) if amount.strip() else None
        if cents is not None and cents < 0:
            raise Refused(_("A fee cannot be negative."))
        if cents == held.fee_cents:
            return
        payments = payments_of([held])[held.pk]
        stood, before = entry_fee_values(held, rules, payments), held.fee_cents
        held.fee_cents = cents
        held.save(update_fields=["fee_cents"])
        _update_entry(held, rules, stood, payments)
        shown = format_amount(cents, rules.fee) if cents is not None else rules.fee or "0"
        action.log(
            "set_fee",
            say("set_fee", player=held.name, amount=shown),
            before={"fee": before},
            after={"registration": held.pk, "fee": cents},
        )


def _parse_cents(amount: str, rules: RegistrationRules) -> int:
    cents = parse_amount(amount, rules.fee)
    if cents is None:
        raise Refused(
            _("“{text}” is not an amount. Write it as {example}.").format(
                text=amount, example=rules.fee or "15"
            )
        )
    return cents


def _update_entry(
    held: Registration,
    rules: RegistrationRules,
    before: tuple[str, dt.datetime | None],
    payments: Sequence[RegistrationPayment],
) -> None:
    """Update the amount owed and the time of payment of the registration's entry, if any.

    An entry whose amount was edited in the list of players is not changed.
    """
    if held.entry is None:
        return
    entry = Entry.objects.select_for_update(no_key=True).get(pk=held.entry.pk)
    if (entry.owes, entry.paid_at) in (before, ("", None)):
        entry.owes, entry.paid_at = entry_fee_values(held, rules, payments)
        entry.save(update_fields=["owes", "paid_at"])


def entry_fee_values(
    registration: Registration, rules: RegistrationRules, payments: Sequence[RegistrationPayment]
) -> tuple[str, dt.datetime | None]:
    """Return the amount owed and None, or the paid fee and the time of the last payment.

    Return ("", None) if nothing is due.
    """
    standing = fee_of(rules, registration, payments)
    if standing.due > standing.paid:
        return format_amount(standing.due - standing.paid, rules.fee), None
    if not standing.due or not payments:
        return "", None
    return format_amount(standing.due, rules.fee), payments[-1].at


def _locked_registration(registration: Registration) -> Registration:
    rows = Registration.objects.select_related("entry").select_for_update(of=("self",), no_key=True)
    held = rows.get(pk=registration.pk)
    held.event = registration.event
    return held
