"""The addresses of the director's desk, room by room.

Files come first, because a report of an event may bear the name of a page of a division. The event
comes last, because the page of a division answers for any name that no other page of an event has.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path

from tournament.web import help_pages
from tournament.web.access import Permission, requires
from tournament.web.addresses import DIVISION, EVENT

ROOMS = ("files", "people", "standings", "rounds", "results", "safety", "event")

EARLIER = {
    "hall": (f"{DIVISION}hall/", "site_division", ("event", "division")),
    "wall": (f"{DIVISION}wall/", "new_screen", ()),
    "print_boards": (f"{EVENT}results/slips/", "all_results", ("event",)),
}
"""Addresses of pages in earlier versions, which a phone or a bookmark may still have: by name, where each leads
now, and what that address takes of the earlier one. What pages fetched in pieces, and forms, are not among them.
"""


def leads_to(name: str, taken: tuple[str, ...]) -> Callable[..., HttpResponse]:
    """Return the view of an earlier address, which leads to the page of this name."""

    @requires(Permission.READ)
    def earlier(request: HttpRequest, **names: str) -> HttpResponse:
        del request
        return redirect(name, **{key: names[key] for key in taken})

    return earlier


urlpatterns = [
    *(
        path(address, leads_to(to, taken), name=name)
        for name, (address, to, taken) in EARLIER.items()
    ),
    path("help/", help_pages.help_page, name="help"),
    path("help/components/", help_pages.components, name="components"),
    path("help/<slug:topic>/", help_pages.help_page, name="help_topic"),
    path("api/", include("tournament.web.api.urls")),
    *(path("", include(f"tournament.web.{room}.urls")) for room in ROOMS),
]
