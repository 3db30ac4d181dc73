"""The public registration page of an event, and the page of a registration, opened with its code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.tenancy import set_tenant
from scoring.views.throttle import Throttle
from tournament.actions.act import Refused
from tournament.federation.actions.registration_checks import (
    CONTACT_FIELDS,
    InvalidForm,
    PossibleDuplicates,
    TypedContact,
    checked_form,
)
from tournament.federation.actions.registrations import (
    change_registration,
    register_family,
    withdraw_registration,
)
from tournament.federation.engine.fees import format_amount
from tournament.federation.models import Registration, RegistrationRules
from tournament.federation.queries.registration_fees import fees_of
from tournament.federation.queries.registration_messages import loaded_contact_of
from tournament.federation.queries.registrations import (
    places_of,
    public_registrations,
    registration_rules_of,
    registrations_by_code,
    waiting_position_of,
    waiting_positions,
)
from tournament.federation.web.register_forms import (
    RegisterForm,
    RegistrationContactForm,
    contact_form_for,
    focus_first_problem,
    show_problems,
    submitted_values,
)
from tournament.models import Division, Event
from tournament.models.codes import REGISTRATION_CODE_LENGTH
from tournament.queries.event.frame import divisions_with_event
from tournament.signals import code_guessed
from tournament.web.access import Permission, requires
from tournament.web.other_devices import address_for_others
from tournament.web.page import find_event
from tournament.web.public import public_page, site_frame

REGISTRATION_THROTTLE = Throttle(most=10, seconds=600, name="registrations from one address")
"""The limit on registrations sent from one address, enough for a family."""
MAX_PEOPLE = 6
"""The maximum number of people on one form."""
REGISTRATION_CODE_THROTTLE = Throttle(most=10, seconds=600, name="wrong codes of registrations")
"""The limit on wrong codes from one address."""


@requires(Permission.ASK)
def register_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the registered people, if public, and the form for one person or a family; on POST, register them.

    With `another`, the form is shown again for one more person. Nothing is registered while
    registration is closed or after too many attempts from one address.
    """
    event_ = find_event(event)
    rules, divisions = registration_rules_of(event_), divisions_with_event(event_)
    is_open = rules.is_open
    is_sent = request.method == "POST"
    people = [
        RegisterForm(request.POST if is_sent else None, divisions=divisions, rules=rules, place=n)
        for n in range(_people_count(request))
    ]
    reach = contact_form_for(request.POST if is_sent else None, rules)
    status = 200
    if is_sent and not is_open:
        people[0].add_error(None, _("Registration is closed. Nothing was sent."))
    elif is_sent and "another" in request.POST:
        people = [
            RegisterForm(
                initial=submitted_values(form), divisions=divisions, rules=rules, place=form.place
            )
            for form in people
        ]
        reach = reach and contact_form_for(None, rules, initial=submitted_values(reach))
        if len(people) < MAX_PEOPLE:
            people.append(RegisterForm(divisions=divisions, rules=rules, place=len(people)))
            people[-1].fields["name"].widget.attrs["autofocus"] = True
    elif is_sent and not REGISTRATION_THROTTLE.try_count(_request_address(request)):
        people[0].add_error(
            None, _("There were too many registrations from this device. Wait a few minutes.")
        )
        status = 429
    elif is_sent:
        rows = _register_people(request, event_, people, reach)
        if rows:
            return redirect("registration", rows[0].family or rows[0].code)
    is_wrong = any(form.errors for form in (*people, *([reach] if reach else ())))
    if is_wrong and status == 200:
        status = 422
    focus_first_problem(people, reach)
    return _show(
        request,
        "register",
        event_,
        divisions,
        {
            "people_forms": people,
            "reach": reach,
            "is_wrong": is_wrong,
            "may_add": len(people) < MAX_PEOPLE,
            "rules": rules,
            "is_open": is_open,
            "opens_later": rules.opens_later,
            "people": public_registrations(event_) if rules.shows_names else [],
            "is_full": is_open and not _has_place(rules, divisions),
        },
        status=status,
    )


def _people_count(request: HttpRequest) -> int:
    """Return the number of people on the submitted form, at most `MAX_PEOPLE`; 1 if it is missing or invalid."""
    typed = request.POST.get("people", "")
    return min(max(int(typed), 1), MAX_PEOPLE) if typed.isdecimal() and len(typed) < 3 else 1


def _register_people(
    request: HttpRequest,
    event: Event,
    people: Sequence[RegisterForm],
    reach: RegistrationContactForm | None,
) -> list[Registration]:
    """Register everybody on the form except empty extra people, and return the registrations.

    If anything is refused, return an empty list; the forms then show the reasons.
    """
    filled = [form for form in people if not form.place or form.is_filled]
    are_valid = [form.is_valid() for form in (*filled, *([reach] if reach else ()))]
    typed = [form.typed_registration for form in filled]
    contact = reach.typed_contact(request) if reach else TypedContact()
    try:
        if all(are_valid):
            return register_family(Actor(typed[0].name), event, typed, contact)
        checked_form(
            registration_rules_of(event), typed, contact
        )  # for the problems that no field sees alone
    except PossibleDuplicates as odd:
        for place, question in odd.by_place.items():
            filled[place].ask_for_confirmation(question)
    except InvalidForm as refused:
        show_problems(refused, filled, reach)
    except Refused as refusal:
        (reach or filled[0]).add_error(None, str(refusal))
    return []


@requires(Permission.ASK)
def find_registration(request: HttpRequest) -> HttpResponse:
    """Redirect from a code that was entered to its registration or family.

    For a wrong code, redirect to the event's registration page, or to the calendars if no event is
    given, with a message.
    """
    code = "".join(request.POST.get("code", "").split())[: 2 * REGISTRATION_CODE_LENGTH]
    back = request.POST.get("event", "")
    if request.method == "POST" and code:
        own, refused = _find_by_code(request, code)
        if own:
            return redirect("registration", own[0].family if len(own) > 1 else own[0].code)
        messages.error(request, refused)
    if back and Event.everywhere.filter(slug=back).exists():
        return redirect("register", back)
    return redirect("calendars")


@requires(Permission.ASK)
def registration_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form to change or withdraw the registration with this code; on POST, do so.

    A family code shows all people of the family. A wrong code redirects to the calendars with a
    message.
    """
    rows, refused = _find_by_code(request, code)
    if not rows:
        messages.error(request, refused)
        return redirect("calendars")
    own = rows[0]
    event = own.event
    set_tenant(event.organisation_id)
    divisions, rules = divisions_with_event(event), registration_rules_of(event)
    if len(rows) > 1:
        return _family_page(request, event, rows)
    actor = Actor.for_user(request.user) if request.user.is_authenticated else Actor(own.name)
    if "withdraw" in request.POST:
        try:
            withdraw_registration(actor, own)
        except Refused as refusal:
            messages.error(request, str(refusal))
        return redirect("registration", own.code)
    contact = loaded_contact_of(own)
    typed = request.POST or None
    form = RegisterForm(
        typed,
        divisions=divisions,
        rules=rules,
        initial={
            "name": own.name,
            "division": own.division.slug if own.division else "",
            **{
                name: getattr(own, name)
                for name in ("member", "notes", "by_initials", "club", "is_minor")
            },
            **contact.answers,
        },
    )
    of_contact = {name: getattr(contact, name) for name in CONTACT_FIELDS}
    agreed = {"agreed": contact.agreed_at is not None}
    reach = contact_form_for(typed, rules, initial=of_contact | agreed)
    if request.method == "POST" and all([form.is_valid(), reach is None or reach.is_valid()]):
        stored = TypedContact(**of_contact, agreed=contact.agreed_at is not None)
        reached = reach.typed_contact(request) if reach else stored
        try:
            change_registration(actor, own, form.typed_registration, reached)
        except InvalidForm as refused:
            show_problems(refused, [form], reach)
        except Refused as refusal:  # the page no longer shows the form
            messages.error(request, str(refusal))
            return redirect("registration", own.code)
        else:
            return redirect("registration", own.code)
    is_wrong = bool(form.errors or (reach and reach.errors))
    focus_first_problem([form], reach)
    return _show(
        request,
        "registration",
        event,
        divisions,
        {
            "registration": own,
            "form": form,
            "reach": reach,
            "fee": _fee_in_words(rules, own),
            "place": waiting_position_of(own),
            "can_change": own.is_alive and not own.entry_id and event.closed_at is None,
            "address": address_for_others(request, reverse("registration", args=[own.code])),
            "rules": rules,
        },
        status=422 if is_wrong else 200,
    )


def _family_page(request: HttpRequest, event: Event, rows: Sequence[Registration]) -> HttpResponse:
    """Show all people registered with one form, linked to their own pages."""
    places = waiting_positions({event.pk})
    family = rows[0].family
    return _show(
        request,
        "family",
        event,
        divisions_with_event(event),
        {
            "rows": [(row, places.get(row.pk)) for row in rows],
            "code": rows[0].formatted_family_code,
            "address": address_for_others(request, reverse("registration", args=[family])),
        },
        status=200,
    )


def _fee_in_words(rules: RegistrationRules, own: Registration) -> str:
    fee = fees_of(rules, [own])[own.pk]
    if not fee.due:
        return ""
    if fee.owed:
        return _("To pay: {amount}").format(amount=format_amount(fee.owed, rules.fee))
    return _("Fee paid: {amount}").format(amount=format_amount(fee.due, rules.fee))


def _find_by_code(request: HttpRequest, code: str) -> tuple[list[Registration], str]:
    """Return the registrations with a code and an empty string, or an empty list and the error message.

    Wrong attempts from one address are counted and limited.
    """
    address = _request_address(request)
    if REGISTRATION_CODE_THROTTLE.is_over(address):
        code_guessed.send(str, address=address)
        return [], _("Too many wrong codes were typed on this device. Wait a few minutes.")
    own = registrations_by_code(code)
    if not own:
        REGISTRATION_CODE_THROTTLE.count_use(address)
        return [], _("There is no registration with this code. Check it for typing errors.")
    return own, ""


def _show(
    request: HttpRequest,
    template: str,
    event: Event,
    divisions: list[Division],
    context: dict[str, Any],
    *,
    status: int,
) -> HttpResponse:
    """Return a page in the frame of the public site, excluded from caches."""
    sentences = [str(message) for message in messages.get_messages(request)]
    answer = public_page(
        request,
        f"federation/site/{template}.html",
        site_frame(event, divisions, here="now"),
        {
            "csrf_token": get_token(request),
            "sentences": sentences,
            "several": len(divisions) > 1,
            **context,
        },
        status=status,
    )
    answer["Cache-Control"] = "no-store"
    answer["Referrer-Policy"] = "same-origin"
    return answer


def _has_place(rules: RegistrationRules, divisions: list[Division]) -> bool:
    places = places_of(rules)
    return any(places.is_free(division.pk) for division in divisions) or (
        not divisions and places.is_free(0)
    )


def _request_address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))
