"""The screen that takes a pasted roster: understood first, saved after."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from tournament.actions.joining import add_late
from tournament.actions.players import understood_roster
from tournament.actions.refusal import Refused
from tournament.engine.attendance import Joining, Situation
from tournament.engine.roster import RosterLine
from tournament.queries.attendance import newcomer
from tournament.web.access import Permission, requires
from tournament.web.forms import RosterForm
from tournament.web.page import find_division, page
from tournament.web.people_forms import JoiningForm
from tournament.web.safety import copy_first


@requires(Permission.DIRECT)
def roster(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show what a paste is understood as; add the players once the director has seen it."""
    found = find_division(event, division)
    form = RosterForm(request.POST or None)
    now, bye = newcomer(found) if request.method == "POST" else (Situation(name=""), "")
    joining = JoiningForm(request.POST if "joining" in request.POST else None, now=now, bye=bye)
    lines: list[RosterLine] = []
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["roster"]
        if request.POST.get("step") == "save":
            copy_first(request, f"adding players to division {found}")
            try:
                way = joining.way if joining.is_valid() else Joining.NEXT_ROUND
                added = add_late(Actor.of(request.user), found, text, way)
            except Refused as refused:
                form.add_error("roster", str(refused))
            else:
                count = len(added.entries)
                messages.success(request, f"{count} player{'s' * (count != 1)} added.")
                return redirect(found)
        lines = understood_roster(found, text)
    return page(
        request,
        "roster.html",
        {
            "division": found,
            "form": form,
            "lines": lines,
            "taken": sum(1 for line in lines if line.taken),
            "now": now,
            "joining": joining if now.phase == "published" else None,
        },
        status=422 if form.errors else 200,
    )
