"""The page of one person across all events, where the name is corrected and rooms show cards."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.actions.people.persons import correct_person
from tournament.models import Player
from tournament.queries.people.persons import entries_of_person
from tournament.web.access import Permission, requires
from tournament.web.cards import cards_at
from tournament.web.forms import ReasonField
from tournament.web.page import page
from tournament.web.people.forms import PersonNameField
from tournament.web.perform import perform_form


class PersonForm(forms.Form):
    """The correctable details of a person."""

    name = PersonNameField(
        help_text=_lazy(
            "“Last, First” or “First Last”. The name changes in every event, including closed ones."
        )
    )
    is_minor = forms.BooleanField(
        label=_lazy("Minor"),
        required=False,
        help_text=_lazy("The rules of each event decide how names of minors are shown in public."),
    )
    reason = ReasonField(
        required=False, help_text=_lazy("Required for a change of name once rounds are published.")
    )


@requires(Permission.DIRECT)
def person_page(request: HttpRequest, person: int) -> HttpResponse:
    """Show a person with every entry, and correct the name or whether the person is a minor.

    Redirect a merged person to the one they were merged into.
    """
    player = find_person(person)
    if player.merged_into_id:
        return redirect("person", person=player.merged_into_id)
    form = PersonForm(
        request.POST or None, initial={"name": player.sort_name, "is_minor": player.is_minor}
    )
    if request.method == "POST" and form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: correct_person(actor, player, **form.cleaned_data),
            done=lambda changed: _("The details of {player} have been saved.").format(
                player=changed
            ),
            to=reverse("person", args=[player.pk]),
            reason_field="reason",
        )
        if response:
            return response
    return page(
        request,
        "tournament/people/person.html",
        {
            "person": player,
            "entries": entries_of_person(player),
            "cards": cards_at("person", request, player),
            "form": form,
        },
        status=422 if form.errors else 200,
    )


def find_person(number: int) -> Player:
    """Return the person with that number in the user's organisation, or raise `Http404`."""
    person: Player = get_object_or_404(Player.objects.select_related("organisation"), pk=number)
    return person
