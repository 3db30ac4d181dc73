"""The page of a division's ratings: provisional, final and undone."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.wording.phrases import and_list, comma_list
from tournament.actions.act import Refused
from tournament.actions.standings.ratings import rate_division, set_career_games, undo_rating
from tournament.engine.ratings.system import CannotRate, all_systems
from tournament.models import Division, Rating
from tournament.queries.people.rating_lists import proposed_system
from tournament.queries.standings.ratings import rated_division
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, page
from tournament.web.people.rating_forms import (
    CareerGamesForm,
    RatingSystemForm,
    RatingSystemOptionsForm,
)
from tournament.web.perform import perform, perform_after_snapshot, perform_form
from tournament.wording.log import say
from tournament.wording.plugins import help_of, system_name
from tournament.wording.sentences import sentence

MAX_NAMED_BOARDS = 6
"""Maximum number of boards without a result that the page names."""


@requires(Permission.RATE)
def ratings_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the ratings as if the event ended now, and make the division's final rating on request.

    If no rating system is known, the page asks for it and shows no figures.
    """
    this_division = find_division(event, division)
    typed = request.POST if request.method == "POST" else request.GET
    key = _chosen_system(this_division, typed)
    if not key:
        return _ratings_response(request, this_division, "", None)
    options = RatingSystemOptionsForm(typed if "system" in typed else {}, system=key)
    refused = ""
    if request.method == "POST" and options.is_valid():
        try:
            with perform_after_snapshot(request, say("before_rating", division=this_division)):
                rating = rate_division(
                    Actor.for_user(request.user),
                    this_division,
                    key,
                    options=options.changed_options,
                )
        except Refused as reason:
            refused = str(reason)
        else:
            messages.success(
                request,
                _("Division {division} has been rated through round {round}.").format(
                    division=this_division, round=rating.through
                ),
            )
            return redirect(_address(this_division, key))
    return _ratings_response(request, this_division, key, options, refused=refused)


@requires(Permission.RATE)
@require_POST
def set_career_games_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Save the career games of players whose number is unknown, or show the form again with its errors."""
    this_division = find_division(event, division)
    key = _chosen_system(this_division, request.POST)
    try:
        rows = rated_division(this_division, key).rows_without_career_games
    except CannotRate:
        rows = ()
    form = CareerGamesForm(request.POST, rows=rows)
    if form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: set_career_games(actor, this_division, form.games),
            done=lambda names: _("The career games of {players} have been saved.").format(
                players=and_list(names)
            ),
            to=_address(this_division, key),
        )
        if response:
            return response
    return _ratings_response(
        request, this_division, key, RatingSystemOptionsForm({}, system=key), games=form
    )


def _chosen_system(division: Division, typed: QueryDict) -> str:
    """Return the key of the requested rating system, else of the proposed one; empty if there is neither."""
    key = typed.get("system", "")
    return key if key in all_systems() else proposed_system(division)


def _ratings_response(
    request: HttpRequest,
    division: Division,
    key: str,
    options: RatingSystemOptionsForm | None,
    *,
    refused: str = "",
    games: CareerGamesForm | None = None,
) -> HttpResponse:
    past = list(
        Rating.objects.filter(division=division).select_related("rated_by", "made", "stood_on")
    )
    context: dict[str, Any] = {
        "division": division,
        "form": RatingSystemForm(initial={"system": key}, unchosen=not key),
        "past": [(system_name(rating.system), rating) for rating in past],
    }
    if options is None:
        return page(request, "tournament/standings/ratings.html", context)
    shown, nothing = None, ""
    try:
        shown = rated_division(
            division, key, options=(options.changed_options if options.is_valid() else {}) or None
        )
    except CannotRate as why:
        nothing = sentence(why.message)
    wanted_games = shown.rows_without_career_games if shown and not division.event.closed_at else ()
    context |= {
        "shown": shown,
        "nothing": nothing,
        "missing_note": _missing_results_note(shown.missing) if shown and shown.missing else "",
        "refused": refused,
        "options": options,
        "games": games or (CareerGamesForm(rows=wanted_games) if wanted_games else None),
        "system": system_name(key),
        "explanation": help_of(all_systems()[key]),
        "is_rated": any(rating.undone_at is None and rating.system == key for rating in past),
    }
    failed = refused or options.errors or (games is not None and games.errors)
    return page(
        request, "tournament/standings/ratings.html", context, status=422 if failed else 200
    )


@requires(Permission.RATE)
@require_POST
def undo_rating_page(request: HttpRequest, event: str, division: str, rating: int) -> HttpResponse:
    """Undo a rating; a reason is required."""
    this_division = find_division(event, division)
    this_rating = get_object_or_404(Rating, pk=rating, division=this_division)
    return perform(
        request,
        lambda actor: undo_rating(actor, this_rating, reason=request.POST.get("reason", "")),
        done=_("The {system} rating has been undone, but it stays on record.").format(
            system=system_name(this_rating.system)
        ),
        to=_address(this_division, this_rating.system),
    )


def _missing_results_note(missing: Sequence[tuple[int, int]]) -> str:
    """Return the note that names the boards without a result, at most the first `MAX_NAMED_BOARDS`."""
    boards = comma_list(
        _("round {round} board {board}").format(round=number, board=board)
        for number, board in missing[:MAX_NAMED_BOARDS]
    )
    more = len(missing) - MAX_NAMED_BOARDS
    if more <= 0:
        return _("Some games have no result yet: {boards}.").format(boards=boards)
    return ngettext(
        "Some games have no result yet: {boards} and {count} more.",
        "Some games have no result yet: {boards} and {count} more.",
        more,
    ).format(boards=boards, count=more)


def _address(division: Division, key: str) -> str:
    """Return the address of the page with the figures of the system `key`."""
    return f"{reverse('ratings', args=[division.event.slug, division.slug])}?{urlencode({'system': key})}"
