"""An event's own registration page, and the page of one's own registration: opened by its code, without an account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.actions.activity import Actor
from scoring.tenancy import set_tenant
from scoring.views.throttle import Throttle
from tournament.actions.act import Questionable, Refused
from tournament.federation.actions.registrations import (
    Typed,
    change_registration,
    register,
    withdraw_registration,
)
from tournament.federation.models import Registration, RegistrationRules
from tournament.federation.models.registration import MAX_NOTES_LENGTH
from tournament.federation.queries.registrations import (
    place_in_line,
    places_of,
    public_registrations,
    registration_by_code,
    rules_of,
)
from tournament.models import Division, Event
from tournament.models.codes import REGISTRATION_LETTERS
from tournament.queries.event.frame import divisions_in
from tournament.signals import code_guessed
from tournament.web.access import Permission, requires
from tournament.web.other_devices import address_for_others
from tournament.web.page import find_event
from tournament.web.public import public_page, site_frame

SENT = Throttle(most=10, seconds=600, name="registrations from one address")
"""Registrations sent from one address, taken or not: a family, but no flood."""
WRONG_CODES = Throttle(most=10, seconds=600, name="wrong codes of registrations")
"""Codes that nobody has, typed or opened from one address."""


class RegisterForm(forms.Form):
    """What somebody types to register, or changes of it."""

    name = forms.CharField(
        max_length=80,
        label=_lazy("Your name"),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={"required": _lazy("Type your first and family name.")},
    )
    division = forms.ChoiceField(label=_lazy("Division"))
    member = forms.CharField(
        max_length=40,
        label=_lazy("Member number"),
        required=False,
        help_text=_lazy("If you have one."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    notes = forms.CharField(
        max_length=MAX_NOTES_LENGTH,
        label=_lazy("A note for the director"),
        required=False,
        help_text=_lazy("Nobody else reads it."),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )
    by_initials = forms.BooleanField(label=_lazy("Show everybody only my initials"), required=False)
    accepted = forms.CharField(required=False, widget=forms.HiddenInput)
    """The name that was asked about."""

    def __init__(self, *args: Any, divisions: list[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.divisions = {division.slug: division for division in divisions}
        field = self.fields["division"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Choose")), *((d.slug, d.name) for d in divisions)]
        if len(divisions) < 2:
            del self.fields["division"]

    @property
    def typed(self) -> Typed:
        """What was typed, as the actions take it."""
        values = self.cleaned_data
        return Typed(
            values["name"],
            self.divisions.get(values.get("division", "")),
            values["member"],
            values["notes"],
            values["by_initials"],
        )

    def ask_again(self, questions: list[str]) -> None:
        """Show what is odd; the same sent once more is taken."""
        self.data = {**dict(self.data.items()), "accepted": self.data.get("name", "")}
        for question in questions:
            self.add_error(None, question)

    @property
    def is_accepted(self) -> bool:
        """Whether the person was asked about this name before."""
        return bool(self.data.get("accepted")) and self.data["accepted"] == self.data.get("name")


@requires(Permission.ASK)
def register_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show who is registered, as far as the event says, and take a registration."""
    event_ = find_event(event)
    rules, divisions = rules_of(event_), divisions_in(event_)
    is_open = rules.is_open
    typed = request.POST if request.method == "POST" else None
    form = RegisterForm(typed, divisions=divisions)
    status = 200
    if request.method == "POST" and not is_open:
        form.add_error(None, _("Registration is closed. Nothing was sent."))
    elif request.method == "POST" and not SENT.take(_address(request)):
        form.add_error(None, _("Too many registrations came from here. Wait a few minutes."))
        status = 429
    elif request.method == "POST" and form.is_valid():
        made = _registered(event_, form)
        if made is not None:
            return redirect("registration", made.code)
    if form.is_bound and form.errors and status == 200:
        status = 422
    return _show(
        request,
        "register",
        event_,
        divisions,
        {
            "form": form,
            "rules": rules,
            "is_open": is_open,
            "opens_later": rules.opens_later,
            "people": public_registrations(event_) if rules.shows_names else [],
            "is_full": is_open and not _has_place(rules, divisions),
        },
        status=status,
    )


def _registered(event: Event, form: RegisterForm) -> Registration | None:
    """The registration; None where it is refused, with the reason in the form."""
    try:
        return register(
            Actor(form.cleaned_data["name"]), event, form.typed, accepted=form.is_accepted
        )
    except Questionable as odd:
        form.ask_again(odd.questions)
    except Refused as refused:
        form.add_error(None, str(refused))
    return None


@requires(Permission.ASK)
def find_registration(request: HttpRequest) -> HttpResponse:
    """Lead from a code that is typed to its registration."""
    code = "".join(request.POST.get("code", "").split())[: 2 * REGISTRATION_LETTERS]
    back = request.POST.get("event", "")
    if request.method == "POST" and code:
        own, refused = _by_code(request, code)
        if own is not None:
            return redirect("registration", own.code)
        messages.error(request, refused)
    if back and Event.everywhere.filter(slug=back).exists():
        return redirect("register", back)
    return redirect("calendars")


@requires(Permission.ASK)
def registration_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show one's registration with its code; change or withdraw it."""
    own, refused = _by_code(request, code)
    if own is None:
        messages.error(request, refused)
        return redirect("calendars")
    event = own.event
    set_tenant(event.organisation_id)
    divisions, rules = divisions_in(event), rules_of(event)
    actor = Actor(own.name)
    if "withdraw" in request.POST:
        try:
            withdraw_registration(actor, own)
        except Refused as refusal:
            messages.error(request, str(refusal))
        return redirect("registration", own.code)
    form = RegisterForm(
        request.POST or None,
        divisions=divisions,
        initial={
            "name": own.name,
            "division": own.division.slug if own.division else "",
            "member": own.member,
            "notes": own.notes,
            "by_initials": own.by_initials,
        },
    )
    if request.method == "POST" and form.is_valid():
        try:
            change_registration(actor, own, form.typed)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("registration", own.code)
    return _show(
        request,
        "registration",
        event,
        divisions,
        {
            "registration": own,
            "form": form,
            "place": place_in_line(own),
            "can_change": own.is_alive and not own.entry_id and event.closed_at is None,
            "address": address_for_others(request, reverse("registration", args=[own.code])),
            "rules": rules,
        },
        status=422 if form.errors else 200,
    )


def _by_code(request: HttpRequest, code: str) -> tuple[Registration | None, str]:
    """The registration of a code, or the sentence that refuses; too many wrong ones are not looked at for a while."""
    address = _address(request)
    if WRONG_CODES.is_over(address):
        code_guessed.send(str, address=address)
        return None, _("Too many wrong codes were typed here. Wait a few minutes.")
    own = registration_by_code(code)
    if own is None:
        WRONG_CODES.count(address)
        return None, _("Nobody registered with this code. Look for typing mistakes.")
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
    """A page in the frame of the public site, which no browser or proxy keeps."""
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


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))
