"""People shared between organisations: offered on the person's page, answered on a separate page."""

from __future__ import annotations

from django import forms
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST

from scoring.models import Organisation
from tournament.federation.actions.sharing import (
    accept_person,
    decline_person,
    end_sharing,
    offer_person,
)
from tournament.federation.models import SharedPerson
from tournament.federation.queries.sharing import offers_to, people_shared_with, shares_of
from tournament.web.access import Permission, own_organisation_key, requires
from tournament.web.forms import NO_AUTOCOMPLETE
from tournament.web.page import page
from tournament.web.people.person import find_person
from tournament.web.perform import perform, perform_form


class OfferForm(forms.Form):
    """The receiving organisation, and how the person agreed."""

    to = forms.CharField(
        label=_lazy("Name of the organisation"),
        max_length=120,
        error_messages={"required": _lazy("Enter the name of the organisation.")},
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    how = forms.CharField(
        label=_lazy("How the person agreed"),
        max_length=200,
        error_messages={
            "required": _lazy("Say how the person agreed, such as “on the entry form of 3 May”.")
        },
        help_text=_lazy(
            "It is recorded in the activity log with your name and the date, and the other "
            "organisation can read it."
        ),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )


@requires(Permission.DIRECT)
def share_page(request: HttpRequest, person: int) -> HttpResponse:
    """Show the organisations with which a person is shared; on POST, offer the person to another organisation."""
    player = find_person(person)
    form = OfferForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: offer_person(actor, player, **form.cleaned_data),
            done=lambda share: _("{player} has been offered to {organisation}.").format(
                player=player, organisation=share.to
            ),
            to=reverse("share_person", args=[player.pk]),
        )
        if response:
            return response
    return page(
        request,
        "federation/people/share.html",
        {"person": player, "shares": shares_of(player), "form": form},
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
def offered_page(request: HttpRequest) -> HttpResponse:
    """Show the people offered to the organisation and those accepted."""
    organisation = _own_organisation(request)
    return page(
        request,
        "federation/people/offered.html",
        {"offered": offers_to(organisation), "received": people_shared_with(organisation)},
    )


@requires(Permission.DIRECT)
@require_POST
def answer_offer(request: HttpRequest, share: int) -> HttpResponse:
    """Accept or decline an offered person.

    Raise `Http404` for an offer to another organisation, and for one that has been accepted.
    """
    waiting = get_object_or_404(
        SharedPerson.objects.select_related("player"),
        pk=share,
        to=_own_organisation(request),
        accepted_at=None,
    )
    name = waiting.player.name
    if "accept" in request.POST:
        return perform(
            request,
            lambda actor: accept_person(actor, waiting),
            done=_("{player} has been added to the list of people.").format(player=name),
            to="offered_persons",
        )
    return perform(
        request,
        lambda actor: decline_person(actor, waiting),
        done=_("{player} has been declined.").format(player=name),
        to="offered_persons",
    )


@requires(Permission.DIRECT)
@require_POST
def end_share(request: HttpRequest, share: int) -> HttpResponse:
    """End the sharing of a person, on behalf of either organisation.

    Raise `Http404` for a sharing between other organisations.
    """
    own = _own_organisation(request)
    row = get_object_or_404(
        SharedPerson.objects.filter(Q(to=own) | Q(player__organisation=own)), pk=share
    )
    back = (
        redirect("share_person", person=row.player_id)
        if row.player.organisation_id == own.pk
        else redirect("offered_persons")
    )
    return perform(
        request,
        lambda actor: end_sharing(actor, row),
        done=_("{player} is no longer shared.").format(player=row.player),
        to=back.url,
    )


def _own_organisation(request: HttpRequest) -> Organisation:
    """Return the user's organisation."""
    return Organisation.objects.get(pk=own_organisation_key(request.user))  # type: ignore[arg-type]
