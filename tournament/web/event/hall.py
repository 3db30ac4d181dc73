"""The public pages of a division: one for phones that refreshes itself, and a display for the wall.

Both poll with the version they show in the address; when nothing is new the response is empty
(204). Without JavaScript there is a link that loads them again.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.models import Division
from tournament.queries.event.hall import Hall, hall_of, version_of, wall_pages
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, page

NOTHING_NEW = 204


@requires(Permission.READ)
def hall_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the round being played and the standings, as everybody may see them."""
    division_ = find_division(event, division)
    return page(request, "event/hall.html", _hall(division_, hall_of(division_)))


@requires(Permission.READ)
def hall_since(request: HttpRequest, event: str, division: str, version: int) -> HttpResponse:
    """Return the new content for a page of `version`; empty when it is up to date."""
    division_ = find_division(event, division)
    if version_of(division_) == version:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "tournament/event/_hall.html", _hall(division_, hall_of(division_)))


@requires(Permission.READ)
def wall_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the display for the wall, beginning with its first page."""
    division_ = find_division(event, division)
    context = _wall(division_, hall_of(division_), 0) | {"frame": None}
    return page(request, "event/wall.html", context)


@requires(Permission.READ)
def wall_next(
    request: HttpRequest, event: str, division: str, version: int, shown: int
) -> HttpResponse:
    """Return the page of the wall after page `shown`; empty when the only page is up to date."""
    division_ = find_division(event, division)
    hall = hall_of(division_)
    if len(wall_pages(hall)) == 1 and hall.version == version:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "tournament/event/_wall.html", _wall(division_, hall, shown + 1))


def _hall(division: Division, hall: Hall) -> dict[str, object]:
    return {
        "division": division,
        "hall": hall,
        "shown": {"round": hall.round},
        "now": timezone.localtime(),
    }


def _wall(division: Division, hall: Hall, turn: int) -> dict[str, object]:
    pages = wall_pages(hall)
    at = turn % len(pages)
    return _hall(division, hall) | {"turn": at, "wall": pages[at]}
