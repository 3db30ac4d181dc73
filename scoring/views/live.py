"""Responses to requests of open pages: for other users' changes, and to check that the server responds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.access import Permission, game_scope, requires
from scoring.queries.sheets import sheet
from scoring.views.pad import FINISHED, find_game, render_pad, requested_entry_line


@require_safe
@never_cache
@requires(Permission.DESK, game_scope)
def live_changes(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the changing parts of the pad, or nothing (204) if the page shows the version in `?version=`.

    `?bare=` is the reason why the page has no entry line for the next turn; the response then has
    no entry line either. `?correct=` or `?before=` names the turn being corrected or inserted before;
    the board is shown as it was before that turn. If a finished game was reopened, the page is reloaded.
    """
    now = sheet(find_game(pk))
    if request.GET.get("version") == str(now.version):
        return HttpResponse(status=204)
    bare = request.GET.get("bare", "")
    if bare == FINISHED and now.game.finished_at is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render_pad(request, now, requested_entry_line(request, now), fragment=True, bare=bare)


@requires(Permission.READ)
@never_cache
def ping(request: HttpRequest) -> HttpResponse:
    """Return an empty response without session or database access, for a check before leaving a page.

    The status is 200, not 204: some servers close the connection after a response without a length,
    and the next request would have to open another one.
    """
    del request
    return HttpResponse(content_type="text/plain")
