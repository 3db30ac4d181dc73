"""The addresses of the director's desk, room by room.

Files come first, because a report of an event may bear the name of a page of a division. The event
comes last, because the page of a division answers for any name that no other page of an event has.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path, reverse

from tournament.web import help_pages
from tournament.web.access import Permission, requires
from tournament.web.addresses import DIVISION, EVENT

ROOMS = ("files", "people", "standings", "rounds", "results", "safety", "event")

EARLIER = {
    "hall": (f"{DIVISION}hall/", Permission.READ, "site_division", ("event", "division")),
    "wall": (f"{DIVISION}wall/", Permission.READ, "new_screen", ()),
    "print_boards": (f"{EVENT}results/slips/", Permission.RECORD, "all_results", ("event",)),
}
"""Addresses of pages in earlier versions, which a phone or a bookmark may still have: by name, who may open each,
where it leads now, and what that address takes of the earlier one. What pages fetched in pieces, and forms, are not
among them.
"""


def leads_to(
    permission: Permission, name: str, taken: tuple[str, ...]
) -> Callable[..., HttpResponse]:
    """Return the view of an earlier address, which leads to the page of this name."""

    @requires(permission)
    def earlier(request: HttpRequest, **names: str) -> HttpResponse:
        del request
        return redirect(reverse(name, args=[names[key] for key in taken]))

    return earlier


urlpatterns = [
    *(
        path(address, leads_to(permission, to, taken), name=name)
        for name, (address, permission, to, taken) in EARLIER.items()
    ),
    path("help/", help_pages.help_page, name="help"),
    path("help/components/", help_pages.components, name="components"),
    path("help/<slug:topic>/", help_pages.help_page, name="help_topic"),
    path("api/", include("tournament.web.api.urls")),
    *(path("", include(f"tournament.web.{room}.urls")) for room in ROOMS),
]
