"""The check-in desk: everybody of all divisions in one list, tapped as they come; and walk-ins."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.people.check_in import check_in, walk_in
from tournament.engine.attendance import Joining, told_missed
from tournament.models import Division, Entry, Event
from tournament.queries.people.check_in import arrivals, newcomer, newcomers
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page
from tournament.web.people.forms import WalkInForm, joining_choices, walk_in_choices, zero_told


@requires(Permission.DIRECT)
def check_in_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show everybody, or whom `?find=` finds; with `?missing=1` only who is not here."""
    found = find_event(event)
    return _show(request, found, None)


@requires(Permission.DIRECT)
@require_POST
def tap(request: HttpRequest, event: str) -> HttpResponse:
    """Check one entry in, or out again."""
    found = find_event(event)
    asked = request.POST.get("entry", "")
    entry = get_object_or_404(
        Entry.objects.select_related("player", "division__event"),
        division__event=found,
        pk=int(asked) if asked.isdecimal() and len(asked) < 10 else 0,
    )
    here = request.POST.get("here") == "1"
    try:
        check_in(Actor.of(request.user), entry, here=here)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{entry.name} is {'here' if here else 'not here after all'}.")
    kept = urlencode({"missing": "1"}) if request.POST.get("missing") else ""
    return redirect(f"{reverse('check_in', args=[found.slug])}?{kept}".rstrip("?"))


@requires(Permission.DIRECT)
@require_POST
def take_walk_in(request: HttpRequest, event: str) -> HttpResponse:
    """Enter somebody who stands at the desk."""
    found = find_event(event)
    form = _form(_choices(found), request.POST)
    if form.is_valid():
        typed = form.cleaned_data
        division = Division.objects.select_related("event").get(pk=int(typed["division"]))
        division.event = found
        told = _told_coming(division, form.way)
        try:
            entry = walk_in(
                Actor.of(request.user),
                division,
                name=typed["name"],
                rating=typed["rating"],
                way=form.way,
            )
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(
                request,
                f"{entry.name} is number {entry.number} in division {division}, and here{told}."
                f"{zero_told(form)}",
            )
            return redirect("check_in", found.slug)
    return _show(request, found, form)


def _show(request: HttpRequest, event: Event, form: WalkInForm | None) -> HttpResponse:
    search = request.GET.get("find", "")[:80]
    only_missing = request.GET.get("missing") == "1"
    choices = _choices(event)
    return page(
        request,
        "people/check_in.html",
        {
            "event": event,
            "arrivals": arrivals(event, search, only_missing=only_missing),
            "search": search,
            "only_missing": only_missing,
            "form": (form or _form(choices)) if choices["divisions"] else None,
            "missed": choices["missed"],
        },
        status=422 if form is not None else 200,
    )


def _told_coming(division: Division, way: Joining) -> str:
    """How a newcomer comes in that way and which rounds are missed, as clauses; empty before round 1."""
    now, bye = newcomer(division)
    late = way is Joining.NEXT_ROUND
    seated = "" if late else dict(joining_choices(now, bye)).get(str(way), "")
    missed = told_missed(division.event.rules, now.round if late else now.round - 1)
    return "".join(f", {each}" for each in (seated, f"and {missed}" if missed else "") if each)


def _form(choices: dict[str, Any], sent: QueryDict | None = None) -> WalkInForm:
    return WalkInForm(sent, divisions=choices["divisions"], ways=choices["ways"])


def _choices(event: Event) -> dict[str, Any]:
    """The divisions to choose from, the ways to come in, and what rounds missed cost in each."""
    divisions = [(str(row.pk), row.name) for row in Division.objects.filter(event=event)]
    doors = newcomers(event)
    missed = [
        f"Who comes into division {name} from the next round on {told}."
        for key, name in divisions
        if (told := told_missed(event.rules, doors[int(key)][0].round))
    ]
    return {
        "divisions": divisions,
        "ways": walk_in_choices(list(doors.values())),
        "missed": missed,
    }
