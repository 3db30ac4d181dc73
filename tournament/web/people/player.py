"""The public page of a player: own results and the next board, kept fresh by itself."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.models import Division
from tournament.queries.event.hall import player_page, version_of
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, page

NOTHING_NEW = 204


def show_player(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """The page as everybody may see it."""
    return page(request, "people/player.html", _context(division, number))


@requires(Permission.READ)
def player_since(
    request: HttpRequest, event: str, division: str, entry: int, version: int
) -> HttpResponse:
    """What the page of `version` has to become; nothing when it is still right."""
    found = find_division(event, division)
    if version_of(found) == version:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "tournament/people/_player.html", _context(found, entry))


def _context(division: Division, number: int) -> dict[str, object]:
    try:
        shown = player_page(division, number)
    except KeyError:
        raise Http404 from None
    return {"division": division, "shown": shown, "now": timezone.localtime()}
