"""The desk's page of a division's standings after any round, with the players' prospects."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.actions.standings.display import change_standings_settings, standings_settings
from tournament.models import Division
from tournament.queries.cache import cache_reads
from tournament.queries.rounds.rounds import missing_result_count
from tournament.queries.standings.prospects import gibsonized_sentences, prospects_of
from tournament.queries.standings.rating_preview import can_preview, rating_preview
from tournament.queries.standings.standings import division_standings, standings_row_details
from tournament.queries.versions import version_of
from tournament.web.access import Permission, has_page_permission, requires, requires_desk
from tournament.web.conflict import Conflict, conflict_of_values, labels_of, seen_version
from tournament.web.forms import StandingsForm
from tournament.web.page import find_division, page, query_number, select_list_part
from tournament.web.perform import perform_form

MAX_STANDINGS_ROWS = 200
"""Maximum number of standings rows on one page."""


@requires_desk
def standings_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the standings after the round in `?round=`, or after the latest round with a result.

    With `?ratings=1` each row includes the new rating as if the event ended after that round.
    """
    return _render_page(request, find_division(event, division), None)


@requires(Permission.DIRECT)
@require_POST
def standings_settings_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Set the number of rounds, and the round from which standings are held back; show a conflict or the errors."""
    this_division = find_division(event, division)
    form = StandingsForm(request.POST)
    conflicts: list[Conflict] = []
    if form.is_valid():
        typed, seen = form.cleaned_data, request.POST.get("seen")
        response = perform_form(
            request,
            form,
            lambda actor: change_standings_settings(actor, this_division, **typed, seen=seen),
            changed=lambda changed: conflicts.append(
                conflict_of_values(changed, labels_of(form), typed, _number_in_words)
            ),
            done=_("Saved."),
            to=reverse("standings", args=[this_division.event.slug, this_division.slug]),
        )
        if response:
            return response
    return _render_page(request, this_division, form, next(iter(conflicts), None))


def _number_in_words(value: int | None) -> str:
    """Return a number as text, or “not set” for None."""
    return _("not set") if value is None else str(value)


def _render_page(
    request: HttpRequest,
    division: Division,
    form: StandingsForm | None,
    conflict: Conflict | None = None,
) -> HttpResponse:
    public = not has_page_permission(request, Permission.LOOK)
    with cache_reads():
        table = division_standings(division, query_number(request, "round"), public=public)
        recent = {} if table.has_no_game_results else standings_row_details(table, public=public)
    rated = rating_preview(table) if request.GET.get("ratings") == "1" else None
    rows, parts = select_list_part(request, table.rows, MAX_STANDINGS_ROWS)
    only = [row.person.number for row in rows] if len(rows) < len(table.rows) else None
    prospects = None if table.has_no_game_results else prospects_of(table, only)
    return page(
        request,
        "tournament/standings/standings.html",
        {
            "parts": parts,
            "division": division,
            "table": table,
            "prospects": prospects,
            "rows": [
                (
                    row,
                    prospects.by_number.get(row.person.number) if prospects else None,
                    rated.by_number.get(row.person.number) if rated else None,
                    recent.get(row.person.number),
                )
                for row in rows
            ],
            "recent": recent,
            "rated": rated,
            "can_rate": can_preview(table),
            "gibsonized": gibsonized_sentences(table),
            "missing": missing_result_count(division, table.after)
            if table.after == table.last
            else 0,
            "tied": any(row.line.ties for row in table.rows),
            "explains": any(row.decided_by for row in table.rows),
            "conflict": conflict,
            "seen": seen_version(form, conflict, version_of(standings_settings(division))),
            "form": form or StandingsForm(initial=standings_settings(division)),
        },
        status=422 if form is not None else 200,
    )
