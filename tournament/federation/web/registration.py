"""One registration at the desk: contact details, answers, fee and messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.bulk_actions import list_address
from tournament.federation.actions.registration_fees import (
    record_cash_payment,
    record_payment,
    revoke_payment,
    set_fee,
)
from tournament.federation.actions.registration_messages import (
    log_registration_view,
    requeue_confirmation,
)
from tournament.federation.engine.fees import format_amount
from tournament.federation.engine.questions import questions_of
from tournament.federation.models import Registration, RegistrationPayment
from tournament.federation.queries.registered_ratings import registered_ratings
from tournament.federation.queries.registration_fees import fee_of, payments_of
from tournament.federation.queries.registration_messages import loaded_contact_of, messages_to
from tournament.federation.queries.registrations import registration_rules_of, waiting_position_of
from tournament.federation.wording.fees import PAYMENT_METHODS, fee_in_words
from tournament.models import Event
from tournament.web.access import Permission, requires
from tournament.web.forms import NO_AUTOCOMPLETE
from tournament.web.page import find_event, page
from tournament.web.perform import perform, perform_form


class PaymentForm(forms.Form):
    """The amount and method of a payment."""

    amount = forms.CharField(
        label=_lazy("Amount"),
        max_length=20,
        help_text=_lazy("For a refund, use a minus sign."),
        widget=forms.TextInput(attrs={**NO_AUTOCOMPLETE, "inputmode": "text", "size": 8}),
    )
    how = forms.ChoiceField(label=_lazy("Method"), choices=PAYMENT_METHODS)


class FeeForm(forms.Form):
    """The individual fee of a person."""

    fee = forms.CharField(
        label=_lazy("Fee for this person"),
        max_length=20,
        required=False,
        help_text=_lazy(
            "Leave empty to charge the fee of the event; 0 means there is nothing to pay."
        ),
        widget=forms.TextInput(attrs={**NO_AUTOCOMPLETE, "size": 8}),
    )


@requires(Permission.DIRECT)
@never_cache
def registered_page(request: HttpRequest, event: str, registration: int) -> HttpResponse:
    """Show all data of a registration, with a log entry if it has contact details; on POST, carry out an action."""
    row = _find_registration(find_event(event), registration)
    rules = registration_rules_of(row.event)
    payments = payments_of([row])[row.pk]
    standing = fee_of(rules, row, payments)
    owed = format_amount(standing.owed, rules.fee) if standing.owed else ""
    own = "" if row.fee_cents is None else format_amount(row.fee_cents, rules.fee)
    do = request.POST.get("do", "") if request.method == "POST" else ""
    payment = PaymentForm(request.POST if do == "pay" else None, initial={"amount": owed})
    fee = FeeForm(request.POST if do == "fee" else None, initial={"fee": own})
    response: HttpResponse | None = None
    if do in _ACTIONS:
        response = _ACTIONS[do](request, row, {"pay": payment, "fee": fee}.get(do))
    if response:
        return response
    contact = loaded_contact_of(row)
    if do == "" and contact.pk:
        log_registration_view(Actor.for_user(request.user), row)
    return page(
        request,
        "federation/people/registered.html",
        {
            "event": row.event,
            "registration": row,
            "rules": rules,
            "contact": contact,
            "answers": [
                (question.label, contact.answers[question.key])
                for question in questions_of(rules.questions)
                if question.key in contact.answers
            ],
            "place": waiting_position_of(row),
            "rating": registered_ratings(row.event, [row]).get(row.pk),
            "fee": fee_in_words(standing, rules.fee),
            "owed": owed,
            "payments": [
                (payment, format_amount(payment.cents, rules.fee)) for payment in payments
            ],
            "payment_form": payment,
            "fee_form": fee,
            "messages_to": messages_to(row),
            "family": Registration.objects.filter(event=row.event, family=row.family)
            .exclude(pk=row.pk)
            .exclude(family=""),
        },
        status=422 if payment.errors or fee.errors else 200,
    )


@requires(Permission.DIRECT)
@require_POST
def record_cash_page(request: HttpRequest, event: str) -> HttpResponse:
    """Record that a person in the list paid the fee in cash, and return to the person's row.

    Raise `Http404` for an unknown person.
    """
    event_ = find_event(event)
    number = request.POST.get("registration", "")
    row = _find_registration(event_, int(number) if number.isdecimal() and len(number) < 16 else 0)
    fee = registration_rules_of(event_).fee
    return perform(
        request,
        lambda actor: record_cash_payment(actor, row),
        done=lambda cents: _("{player} paid {amount} in cash.").format(
            player=row.name, amount=format_amount(cents, fee)
        ),
        to=f"{list_address(request, reverse('registrations', args=[event_.slug]))}#registered-{row.pk}",
    )


def _find_registration(event: Event, number: int) -> Registration:
    rows = Registration.objects.select_related("division", "entry__player", "contact")
    row = get_object_or_404(rows, event=event, pk=number)
    row.event = event
    return row


def _page_address(row: Registration) -> str:
    return reverse("registered", args=[row.event.slug, row.pk])


def _record_payment(request: HttpRequest, row: Registration, form: Any) -> HttpResponse | None:
    if not form.is_valid():
        return None
    return perform_form(
        request,
        form,
        lambda actor: record_payment(actor, row, **form.cleaned_data),
        done=_("Saved."),
        to=_page_address(row),
        field="amount",
    )


def _set_fee(request: HttpRequest, row: Registration, form: Any) -> HttpResponse | None:
    if not form.is_valid():
        return None
    return perform_form(
        request,
        form,
        lambda actor: set_fee(actor, row, form.cleaned_data["fee"]),
        done=_("Saved."),
        to=_page_address(row),
        field="fee",
    )


def _revoke_payment(request: HttpRequest, row: Registration, _form: Any) -> HttpResponse:
    number = request.POST.get("payment", "")
    key = int(number) if number.isdecimal() and len(number) < 16 else 0
    payment = get_object_or_404(RegistrationPayment, registration=row, pk=key)
    payment.registration = row
    done = _("The payment has been reversed.")
    return perform(
        request, lambda actor: revoke_payment(actor, payment), done=done, to=_page_address(row)
    )


def _requeue_confirmation(request: HttpRequest, row: Registration, _form: Any) -> HttpResponse:
    return perform(
        request,
        lambda actor: requeue_confirmation(actor, row),
        done=_("The confirmation has been added to the waiting messages."),
        to=_page_address(row),
    )


_ACTIONS: dict[str, Callable[[HttpRequest, Registration, Any], HttpResponse | None]] = {
    "pay": _record_payment,
    "fee": _set_fee,
    "revoke": _revoke_payment,
    "again": _requeue_confirmation,
}
"""The actions of the page's buttons, by value."""
