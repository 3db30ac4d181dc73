"""What open pages ask the server by themselves: what others have entered, and whether it is there."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.access import Permission, requires, the_game
from scoring.queries.sheets import sheet
from scoring.views.pad import FINISHED, asked_for, find_game, show


@require_safe
@never_cache
@requires(Permission.DESK, the_game)
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """The parts of the pad that change, or nothing (204) while the page shows `?version=`.

    `?bare=` says why the page has no entry line of the next turn, so that none is answered with;
    `?correct=` or `?before=` which turn it is about instead, for the board it is laid on. A
    game that was finished and is opened again is another page.
    """
    now = sheet(find_game(pk))
    if request.GET.get("version") == str(now.version):
        return HttpResponse(status=204)
    bare = request.GET.get("bare", "")
    if bare == FINISHED and now.game.finished_at is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return show(request, now, asked_for(request, now), fragment=True, bare=bare)


@requires(Permission.READ)
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """Answer with nothing, without session and database: a page asks before it is left for another.

    With status 200, not 204: some servers close the connection after an answer that states no length, and
    the next request would have to open another.
    """
    del request
    return HttpResponse(content_type="text/plain")
