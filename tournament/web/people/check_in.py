"""The check-in desk: everybody of all divisions in one list, tapped as they come; and walk-ins."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.actions.people.check_in import check_in, walk_in
from tournament.engine.attendance import LateEntry, missed_rounds_cost
from tournament.models import Division, Entry, Event
from tournament.queries.people.check_in import check_in_progress, newcomer, newcomers
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page, whole_number
from tournament.web.people.forms import WalkInForm, joining_choices, walk_in_choices, zero_note
from tournament.web.perform import perform, perform_form
from tournament.wording.sentences import sentence


@requires(Permission.DIRECT)
def check_in_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show everybody, or whom `?find=` finds; with `?missing=1` only who is not here."""
    return _show(request, find_event(event), None)


@requires(Permission.DIRECT)
@require_POST
def tap(request: HttpRequest, event: str) -> HttpResponse:
    """Check one entry in, or out again."""
    this_event = find_event(event)
    entry = get_object_or_404(
        Entry.objects.select_related("player", "division__event"),
        division__event=this_event,
        pk=whole_number(request.POST.get("entry", "")),
    )
    here = request.POST.get("here") == "1"
    query = "?" + urlencode({"missing": "1"}) if request.POST.get("missing") else ""
    return perform(
        request,
        lambda actor: check_in(actor, entry, here=here),
        done=checked_in_message(entry, here=here),
        to=reverse("check_in", args=[this_event.slug]) + query,
    )


def checked_in_message(entry: Entry, *, here: bool) -> str:
    """What is said once an entry is checked in, or out again."""
    sentence = _("{player} is here.") if here else _("{player} is not here after all.")
    return sentence.format(player=entry.name)


@requires(Permission.DIRECT)
@require_POST
def take_walk_in(request: HttpRequest, event: str) -> HttpResponse:
    """Enter somebody who stands at the desk."""
    this_event = find_event(event)
    form = _form(_choices(this_event), request.POST)
    if form.is_valid():
        typed = form.cleaned_data
        division = Division.objects.select_related("event").get(pk=int(typed["division"]))
        division.event = this_event
        clauses = _coming_clauses(division, form.way)
        response = perform_form(
            request,
            form,
            lambda actor: walk_in(
                actor, division, name=typed["name"], rating=typed["rating"], way=form.way
            ),
            done=lambda entry: (
                _("{player} is number {number} in division {division}, and here{clauses}.").format(
                    player=entry.name, number=entry.number, division=division, clauses=clauses
                )
                + zero_note(form)
            ),
            to=reverse("check_in", args=[this_event.slug]),
        )
        if response:
            return response
    return _show(request, this_event, form)


def _show(request: HttpRequest, event: Event, form: WalkInForm | None) -> HttpResponse:
    search = request.GET.get("find", "")[:80]
    only_missing = request.GET.get("missing") == "1"
    choices = _choices(event)
    return page(
        request,
        "people/check_in.html",
        {
            "event": event,
            "check_in": check_in_progress(event, search, only_missing=only_missing),
            "search": search,
            "only_missing": only_missing,
            "form": (form or _form(choices)) if choices["divisions"] else None,
            "missed": choices["missed"],
        },
        status=422 if form is not None else 200,
    )


def _coming_clauses(division: Division, way: LateEntry) -> str:
    """How a newcomer comes in that way and which rounds are missed, as clauses; empty before round 1."""
    now, bye = newcomer(division)
    late = way is LateEntry.NEXT_ROUND
    seat = "" if late else dict(joining_choices(now, bye)).get(str(way), "")
    cost = missed_rounds_cost(division.event.rules, now.round if late else now.round - 1)
    missed = sentence(cost) if cost else ""
    if seat and missed:
        return _(", {seat}, and {missed}").format(seat=seat, missed=missed)
    if missed:
        return _(", and {missed}").format(missed=missed)
    return _(", {seat}").format(seat=seat) if seat else ""


def _form(choices: dict[str, Any], data: QueryDict | None = None) -> WalkInForm:
    return WalkInForm(data, divisions=choices["divisions"], ways=choices["ways"])


def _choices(event: Event) -> dict[str, Any]:
    """The divisions to choose from, the ways to come in, and what rounds missed cost in each."""
    divisions = [(str(row.pk), row.name) for row in Division.objects.filter(event=event)]
    situations = newcomers(event)
    missed = [
        _("Who comes into division {division} from the next round on {missed}.").format(
            division=name, missed=sentence(cost)
        )
        for key, name in divisions
        if (cost := missed_rounds_cost(event.rules, situations[int(key)][0].round))
    ]
    return {
        "divisions": divisions,
        "ways": walk_in_choices(list(situations.values())),
        "missed": missed,
    }
