"""Add registered people as players, and identify those who may be known."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.views.pad_actions import add_success_message
from scoring.wording.phrases import comma_list, format_date
from tournament.actions.act import Refused
from tournament.federation.actions.registered_players import add_registered_players
from tournament.federation.models import Registration
from tournament.federation.queries.registrations import undecided_registrations
from tournament.models import Division, Player
from tournament.queries.people.persons import all_persons
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page


@requires(Permission.DIRECT)
@require_POST
def add_players_page(request: HttpRequest, event: str) -> HttpResponse:
    """Add the registered people of a division to its players."""
    return _add_people(request, _find_division(event, request.POST.get("division", "")))


class IdentifyForm(forms.Form):
    """A form that identifies registered people whose names are similar to those of known people."""

    NEW = "new"

    def __init__(
        self, *args: Any, people: Sequence[tuple[Registration, tuple[Player, ...]]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        known = all_persons().in_bulk([person.pk for _row, others in people for person in others])
        for row, others in people:
            self.fields[f"who-{row.pk}"] = forms.ChoiceField(
                label=f"{row.name} #{row.member}" if row.member else row.name,
                help_text=row.notes,
                required=False,
                choices=[
                    ("", _("Decide later")),
                    *((str(person.pk), _person_label(known[person.pk])) for person in others),
                    (self.NEW, _("A new person")),
                ],
            )

    @property
    def people(self) -> dict[int, int | None]:
        """Return the person key by registration key, None for a new person; undecided registrations are omitted."""
        return {
            int(name.removeprefix("who-")): None if choice == self.NEW else int(choice)
            for name, choice in self.cleaned_data.items()
            if choice
        }


@requires(Permission.DIRECT)
def identify_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Ask for the identities of registered people whose names are similar to those of known people; on POST, add them.

    Redirect to the registrations if nobody is left to identify.
    """
    division_ = _find_division(event, division)
    people = undecided_registrations(division_)
    if not people:
        return redirect("registrations", event)
    form = IdentifyForm(request.POST or None, people=people)
    if request.method == "POST" and form.is_valid() and form.people:
        return _add_people(request, division_, form.people)
    if request.method == "POST" and form.is_valid():
        form.add_error(None, _("No person is chosen. Choose at least one."))
    return page(
        request,
        "federation/people/registered_who.html",
        {"event": division_.event, "division": division_, "form": form},
        status=422 if form.errors else 200,
    )


def _person_label(person: Player) -> str:
    """Return a person's name with the number of entries and the date of the last event, if there is one."""
    entries: int = person.entry_count  # type: ignore[attr-defined]
    latest: dt.date | None = person.latest  # type: ignore[attr-defined]
    count = ngettext("{count} entry", "{count} entries", entries).format(count=entries)
    return comma_list([person.name, count, *([format_date(latest, "j M Y")] if latest else [])])


def _find_division(event: str, slug: str) -> Division:
    event_ = find_event(event)
    division = get_object_or_404(Division, event=event_, slug=slug)
    division.event = event_
    return division


def _add_people(
    request: HttpRequest, division: Division, people: Mapping[int, int | None] | None = None
) -> HttpResponse:
    """Add the registered people of a division, show the result or refusal, and redirect to the list.

    If people are undecided and `people` is None, redirect to the page that identifies them.
    """
    event = division.event
    try:
        added = add_registered_players(Actor.for_user(request.user), division, people)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("registrations", event.slug)
    sentences = [
        ngettext(
            "{count} player added to division {division}.",
            "{count} players added to division {division}.",
            added.added,
        ).format(count=added.added, division=division)
    ]
    if added.linked:
        sentences.append(
            ngettext(
                "{count} person was already a player.",
                "{count} people were already players.",
                added.linked,
            ).format(count=added.linked)
        )
    if added.added or added.linked or not added.undecided:
        add_success_message(request, " ".join(sentences))
    for sentence in added.left_out:
        messages.warning(request, sentence)
    if added.undecided and people is None:
        return redirect("who_registered", event.slug, division.slug)
    return redirect("registrations", event.slug)
