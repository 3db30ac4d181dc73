"""The public screen of standings after any round, and what can still happen."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.standings.display import show_standings
from tournament.models import Division
from tournament.queries.rounds.rounds import missing_results
from tournament.queries.standings.prospects import gibsonized_after, prospects_of
from tournament.queries.standings.ratings import can_preview, rating_preview
from tournament.queries.standings.standings import division_standings
from tournament.web.access import Permission, may, requires
from tournament.web.forms import StandingsForm
from tournament.web.page import find_division, number_asked, page


@requires(Permission.READ)
def standings_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show who stands where after `?round=`, or after the latest round with a result.

    With `?ratings=1` everybody's new rating stands beside, if it ended there.
    """
    return _show(request, find_division(event, division), None)


@requires(Permission.DIRECT)
@require_POST
def set_standings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Set how many rounds there will be, and from when the standings are held back."""
    found = find_division(event, division)
    form = StandingsForm(request.POST)
    if form.is_valid():
        try:
            show_standings(Actor.of(request.user), found, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, "Saved.")
            return redirect(reverse("standings", args=[found.event.slug, found.slug]))
    return _show(request, found, form)


def _show(request: HttpRequest, division: Division, form: StandingsForm | None) -> HttpResponse:
    table = division_standings(
        division, number_asked(request, "round"), public=not may(request, Permission.LOOK)
    )
    outlook = None if table.nothing_in else prospects_of(table)
    rated = rating_preview(table) if request.GET.get("ratings") == "1" else None
    return page(
        request,
        "standings/standings.html",
        {
            "division": division,
            "table": table,
            "outlook": outlook,
            "rows": [
                (
                    row,
                    outlook.of.get(row.person.number) if outlook else None,
                    rated.of.get(row.person.number) if rated else None,
                )
                for row in table.rows
            ],
            "rated": rated,
            "can_rate": can_preview(table),
            "gibsonized": gibsonized_after(table),
            "missing": missing_results(division, table.after) if table.after == table.last else 0,
            "tied": any(row.line.ties for row in table.rows),
            "explains": any(row.decided_by for row in table.rows),
            "form": form
            or StandingsForm(
                initial={
                    "rounds_planned": division.rounds_planned,
                    "held_back_from": division.held_back_from,
                }
            ),
        },
        status=422 if form is not None else 200,
    )
