"""The list of all players in an event, with search, filters and bulk actions."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.bulk_actions import list_address, selected_rows
from tournament.actions.people.bulk_entries import check_in_entries, move_entries, update_entries
from tournament.models import Division, Entry
from tournament.queries.people.check_in import entries_of, entries_with_attendance
from tournament.web.access import Permission, requires
from tournament.web.page import find_event
from tournament.web.people.tables import PlayersTable, player_filters
from tournament.web.perform import perform
from tournament.web.tables import list_page

PAPERS = ("name_badges", "scorecards")
"""The keys of the reports that can be printed for selected players."""


@requires(Permission.DIRECT)
def players_page(request: HttpRequest, event: str) -> HttpResponse:
    """List all players in the event."""
    this_event = find_event(event)
    entries = entries_with_attendance(this_event)
    divisions = list({entry.division_id: entry.division for entry in entries}.values())
    listed = _("Players")
    return list_page(
        request,
        "tournament/people/players.html",
        {
            "event": this_event,
            "listed": listed,
            "divisions": Division.objects.filter(event=this_event),
        },
        PlayersTable,
        entries,
        title=listed,
        event=this_event,
        filters=player_filters(divisions, entries),
    )


@requires(Permission.DIRECT)
@require_POST
def change_players(request: HttpRequest, event: str) -> HttpResponse:
    """Apply one action to all selected players, or to none of them; or print their badges or scorecards."""
    this_event = find_event(event)
    to = list_address(request, reverse("players", args=[this_event.slug]))
    none = _("No player is selected. Select players in the list first.")
    marked = selected_rows(request, entries_of(this_event), "pk", none=none)
    if not marked:
        return redirect(to)
    chosen = request.POST.get("do", "")
    if chosen in PAPERS:
        only = " ".join(f"{entry.division.slug}.{entry.number}" for entry in marked)
        query = urlencode({"only": only, "format": "pdf"})
        return redirect(f"{reverse('report_file', args=[this_event.slug, chosen])}?{query}")
    action = _bulk_actions(request, marked).get(chosen)
    if action is None:
        messages.error(request, _("Choose what to do with the selected players."))
        return redirect(to)
    return perform(request, action, done=players_changed_message, to=to)


def players_changed_message(count: int) -> str:
    """Return the message after `count` players have been changed."""
    return ngettext("{count} player changed.", "{count} players changed.", count).format(
        count=count
    )


def _bulk_actions(request: HttpRequest, marked: list[Entry]) -> dict[str, Callable[[Actor], int]]:
    """Return the possible actions on the selected players, by button key; moving needs a chosen division."""
    chosen = request.POST.get("division", "")
    event = marked[0].division.event
    actions: dict[str, Callable[[Actor], int]] = {
        "here": lambda actor: check_in_entries(actor, marked, here=True),
        "missing": lambda actor: check_in_entries(actor, marked, here=False),
        "class": lambda actor: update_entries(
            actor, marked, rating_class=request.POST.get("rating_class", "")[:20]
        ),
        "team": lambda actor: update_entries(actor, marked, team=request.POST.get("team", "")[:40]),
    }
    division = Division.objects.filter(event=event, slug=chosen).first() if chosen else None
    if division is not None:
        division.event = event
        actions["move"] = lambda actor: move_entries(actor, marked, division)
    return actions
