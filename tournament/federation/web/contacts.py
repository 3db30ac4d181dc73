"""A person's contact details, their retention period, and the file with all stored data."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.downloads import file_response
from scoring.wording.phrases import comma_list
from tournament.federation.actions.contacts import (
    MAX_KEPT_DAYS,
    change_contacts,
    export_personal_data,
    set_retention_period,
    view_contacts,
)
from tournament.federation.queries.contacts import contacts_of, stored_contact_fields
from tournament.federation.reports.personal_data import personal_archive
from tournament.models import Player
from tournament.web.access import Permission, requires
from tournament.web.cards import RoomCard
from tournament.web.forms import NO_AUTOCOMPLETE, WholeNumberField
from tournament.web.page import find_own_organisation, organisation_if_several, page
from tournament.web.people.person import find_person
from tournament.web.perform import perform_form

CONTACT_LABELS = {
    "email": _lazy("E-mail"),
    "telephone": _lazy("Telephone"),
    "call_whom": _lazy("Emergency contact"),
}
"""The labels of contact fields."""


class ContactsForm(forms.Form):
    """A person's contact details; all are optional."""

    email = forms.CharField(
        label=CONTACT_LABELS["email"],
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs=NO_AUTOCOMPLETE),
    )
    telephone = forms.CharField(
        label=CONTACT_LABELS["telephone"],
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={**NO_AUTOCOMPLETE, "inputmode": "tel"}),
    )
    call_whom = forms.CharField(
        label=CONTACT_LABELS["call_whom"],
        required=False,
        max_length=200,
        help_text=_lazy(
            "A person to call in an emergency, such as a parent, with the telephone number."
        ),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )


class RetentionForm(forms.Form):
    """The retention period of contact details."""

    days = WholeNumberField(
        label=_lazy("Days after the last event"),
        min_value=0,
        max_value=MAX_KEPT_DAYS,
        help_text=_lazy("0 keeps contact details until the person’s events are closed."),
        widget=forms.TextInput(attrs={**NO_AUTOCOMPLETE, "inputmode": "numeric", "size": 5}),
    )


def contacts_card(request: HttpRequest, person: Player) -> dict[str, Any]:
    """Return the context for the card about contact details and stored data. This takes two queries."""
    return {
        "stored": comma_list(str(CONTACT_LABELS[name]) for name in stored_contact_fields(person)),
        "has_others": organisation_if_several(request) is not None,
        "kept_days": person.organisation.contacts_kept_days,
    }


CARDS = (RoomCard("person", "federation/people/_person.html", contacts_card),)


@requires(Permission.DIRECT)
@never_cache
def contacts_page(request: HttpRequest, person: int) -> HttpResponse:
    """Show a person's contact details, and log that they were viewed; on POST, change them."""
    player = find_person(person)
    actor = Actor.for_user(request.user)
    if request.method == "POST":
        form = ContactsForm(request.POST)
        if form.is_valid():
            response = perform_form(
                request,
                form,
                lambda actor: change_contacts(actor, player, form.cleaned_data),
                done=_("The contact details of {player} have been saved.").format(player=player),
                to=reverse("person", args=[player.pk]),
                field="email",
            )
            if response:
                return response
    else:
        form = ContactsForm(initial=view_contacts(actor, player))
    return page(
        request,
        "federation/people/contacts.html",
        {
            "person": player,
            "form": form,
            "organisation": player.organisation,
            "is_stored": any(contacts_of(player).values()),
        },
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
@require_POST
def person_file(request: HttpRequest, person: int) -> HttpResponse:
    """Return the data stored about a person as one file, and log the export."""
    data = export_personal_data(Actor.for_user(request.user), find_person(person))
    archive = personal_archive(data, timezone.localtime())
    response = file_response(archive.content, archive.content_type, archive.file_name)
    response["Cache-Control"] = "no-store"
    return response


@requires(Permission.OWN)
def retention_page(request: HttpRequest) -> HttpResponse:
    """Show the retention period of contact details; on POST, change it."""
    organisation = find_own_organisation(request)
    form = RetentionForm(request.POST or None, initial={"days": organisation.contacts_kept_days})
    if request.method == "POST" and form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: set_retention_period(actor, organisation, form.cleaned_data["days"]),
            done=_(
                "Saved. Contact details kept longer than the new limit allows have been removed."
            ),
            to=reverse("keep_contacts"),
        )
        if response:
            return response
    return page(
        request,
        "federation/people/keeping.html",
        {"organisation": organisation, "form": form},
        status=422 if form.errors else 200,
    )
