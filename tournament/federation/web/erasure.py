"""The page for erasing a person, which shows the consequences and asks for the name as confirmation."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache

from tournament.engine.naming import initials_of
from tournament.federation.actions.erasure import erase_person
from tournament.federation.queries.erasure import consequences_of_erasing, erasure_of
from tournament.models import Player
from tournament.web.access import Permission, requires
from tournament.web.forms import NO_AUTOCOMPLETE, ReasonField
from tournament.web.page import find_own_organisation, page
from tournament.web.perform import perform_form


class EraseForm(forms.Form):
    """The name as confirmation, the reason, and whether the photographs of the games are deleted."""

    typed = forms.CharField(
        label=_lazy("Type the name exactly as shown here"),
        max_length=84,
        error_messages={"required": _lazy("Type the name to erase the person.")},
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    reason = ReasonField(
        error_messages={"required": _lazy("Give a reason, such as “asked for it by letter”.")},
        help_text=_lazy(
            "The reason is recorded in the activity log. Do not mention the person’s name."
        ),
    )
    photographs = forms.BooleanField(
        label=_lazy("Also remove the photographs of the games, because score sheets show names"),
        required=False,
        initial=True,
    )


@requires(Permission.OWN)
@never_cache
def erase_page(request: HttpRequest, person: int) -> HttpResponse:
    """Show the consequences of an erasure; on POST, erase the person.

    No snapshot is taken first, because it would contain the name.
    """
    organisation = find_own_organisation(request)
    player: Player = get_object_or_404(
        Player.objects.select_related("organisation"), pk=person, organisation=organisation
    )
    form = EraseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: erase_person(actor, player, **form.cleaned_data),
            done=lambda erasure: _(
                "The person has been erased. {shown} is now shown instead, everywhere in Ninetimer."
            ).format(shown=erasure.shown),
            to=reverse("person", args=[player.pk]),
        )
        if response:
            return response
    erased = erasure_of(player)
    return page(
        request,
        "federation/safety/erasing.html",
        {
            "person": player,
            "form": form,
            "erased": erased,
            "initials": initials_of(player.name),
            "does": None if erased else consequences_of_erasing(player),
        },
        status=422 if form.errors else 200,
    )
