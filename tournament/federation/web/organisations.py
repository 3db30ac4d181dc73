"""The organisations on this server: list, select, leave and create them."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST

from scoring.access import has_permission, installation_scope
from scoring.actions.activity import Actor
from scoring.models import Organisation
from scoring.models.organisation import INSTALLATION, ORGANISATION
from tournament.actions.act import Refused
from tournament.actions.safety.organisations import (
    MAX_NAME_LENGTH,
    create_organisation,
    leave_organisation,
)
from tournament.queries.safety.roles import organisations_of
from tournament.web.access import CHOSEN_ORGANISATION, Permission, own_organisation_key, requires
from tournament.web.page import page
from tournament.web.perform import perform


class NameForm(forms.Form):
    """The name of an organisation."""

    name = forms.CharField(
        label=_lazy("Name of the organisation"),
        max_length=MAX_NAME_LENGTH,
        error_messages={"required": _lazy("Enter the name of the organisation.")},
    )


@dataclass(frozen=True)
class OrganisationRow:
    """A row of the list of organisations."""

    organisation: Organisation
    roles: str
    is_chosen: bool
    can_leave: bool
    can_open_roles: bool
    """Whether the organisation is selected and the user may open its page of roles."""


@login_required
def organisations_page(request: HttpRequest) -> HttpResponse:
    """List the organisations that the user works for; administrators see all, and can create new ones."""
    assert isinstance(request.user, User)
    chosen = own_organisation_key(request.user)
    return page(
        request,
        "federation/safety/organisations.html",
        {
            "organisations": [
                OrganisationRow(
                    house.organisation,
                    house.role_text,
                    house.organisation.pk == chosen,
                    house.has_role,
                    house.organisation.pk == chosen
                    and has_permission(request.user, Permission.OWN, f"{ORGANISATION}:{chosen}"),
                )
                for house in organisations_of(request.user)
            ],
            "form": NameForm()
            if has_permission(request.user, Permission.OWN, INSTALLATION)
            else None,
        },
    )


@requires(Permission.OWN, installation_scope)
@require_POST
def create_organisation_page(request: HttpRequest) -> HttpResponse:
    """Create an organisation and select it, so that its owner can be invited; show an error if it is refused."""
    try:
        made = create_organisation(Actor.for_user(request.user), name=request.POST.get("name", ""))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("organisations")
    request.session[CHOSEN_ORGANISATION] = made.pk
    messages.success(
        request, _("{organisation} has been created. Invite its owner.").format(organisation=made)
    )
    return redirect("organisation")


@login_required
@require_POST
def choose_organisation_page(request: HttpRequest, organisation: int) -> HttpResponse:
    """Select another organisation of the user. Raise `Http404` if the user has no access to it."""
    house = _find_organisation(request, organisation)
    request.session[CHOSEN_ORGANISATION] = house.pk
    messages.success(request, _("You now work for {organisation}.").format(organisation=house))
    return redirect("home")


@login_required
@require_POST
def leave_organisation_page(request: HttpRequest, organisation: int) -> HttpResponse:
    """Give up the user's role in an organisation."""
    house = _find_organisation(request, organisation)
    user = request.user
    assert isinstance(user, User)
    return perform(
        request,
        lambda _actor: leave_organisation(user, house),
        done=_("You no longer work for {organisation}.").format(organisation=house),
        to=reverse("organisations"),
    )


def _find_organisation(request: HttpRequest, key: int) -> Organisation:
    assert isinstance(request.user, User)
    for house in organisations_of(request.user):
        if house.organisation.pk == key:
            return house.organisation
    raise Http404
