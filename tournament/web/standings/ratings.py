"""The screen of a division's ratings: as they would be now, rated for good, undone."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.standings.ratings import rate_division, undo_rating
from tournament.engine.ratings.system import CannotRate, all_systems, called
from tournament.models import Division, Rating
from tournament.queries.people.rating_lists import proposed_system
from tournament.queries.standings.ratings import rated_division
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, page
from tournament.web.people.rating_forms import SystemForm, SystemOptionsForm
from tournament.web.perform import copy_first


@requires(Permission.DIRECT)
def ratings_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the ratings as they would be if the event ended now; rate it for good.

    Where nothing tells the system, the page asks for it and shows no figures.
    """
    found = find_division(event, division)
    typed = request.POST if request.method == "POST" else request.GET
    key = typed.get("system", "")
    key = key if key in all_systems() else proposed_system(found)
    past = list(
        Rating.objects.filter(division=found).select_related("rated_by", "made", "stood_on")
    )
    context: dict[str, Any] = {
        "division": found,
        "form": SystemForm(initial={"system": key}, unchosen=not key),
        "past": [(called(each.system), each) for each in past],
    }
    if not key:
        return page(request, "standings/ratings.html", context)
    options = SystemOptionsForm(typed if "system" in typed else {}, system=key)
    chosen = options.chosen if options.is_valid() else {}
    refused = ""
    if request.method == "POST" and options.is_valid():
        copy_first(request, f"rating division {found}")
        try:
            rating = rate_division(Actor.of(request.user), found, key, options=chosen)
        except Refused as reason:
            refused = str(reason)
        else:
            messages.success(request, f"Division {found} is rated through round {rating.through}.")
            return redirect(_address(found, key))
    shown, nothing = None, ""
    try:
        shown = rated_division(found, key, options=chosen or None)
    except CannotRate as why:
        nothing = str(why)
    context |= {
        "shown": shown,
        "nothing": nothing,
        "refused": refused,
        "options": options,
        "system": all_systems()[key],
        "is_rated": any(each.undone_at is None and each.system == key for each in past),
    }
    return page(
        request,
        "standings/ratings.html",
        context,
        status=422 if refused or options.errors else 200,
    )


@requires(Permission.DIRECT)
@require_POST
def undo(request: HttpRequest, event: str, division: str, rating: int) -> HttpResponse:
    """Undo a rating, with a reason."""
    found = find_division(event, division)
    held = get_object_or_404(Rating, pk=rating, division=found)
    try:
        undo_rating(Actor.of(request.user), held, reason=request.POST.get("reason", ""))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(
            request, f"The rating by {called(held.system)} is undone; it stays on record."
        )
    return redirect(_address(found, held.system))


def _address(division: Division, key: str) -> str:
    """The page with the figures of that system."""
    return f"{reverse('ratings', args=[division.event.slug, division.slug])}?{urlencode({'system': key})}"
