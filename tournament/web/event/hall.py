"""The public page of a division for phones, which refreshes itself.

It polls with the version it shows in the address; when nothing is new the response is empty
(204). Without JavaScript there is a link that loads it again.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.models import Division
from tournament.queries.event.hall import Hall, hall_of, version_of
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


def _hall(division: Division, hall: Hall) -> dict[str, object]:
    return {
        "division": division,
        "hall": hall,
        "shown": {"round": hall.round},
        "now": timezone.localtime(),
    }
