"""The addresses of the director's desk, room by room.

Files come first, because a report of an event may bear the name of a page of a division. The event
comes last, because the page of a division answers for any name that no other page of an event has.
"""

from django.urls import include, path

from tournament.web import help_pages

ROOMS = ("files", "people", "standings", "rounds", "results", "safety", "event")

urlpatterns = [
    path("help/", help_pages.help_page, name="help"),
    path("help/components/", help_pages.components, name="components"),
    path("help/<slug:topic>/", help_pages.help_page, name="help_topic"),
    path("api/", include("tournament.web.api.urls")),
    *(path("", include(f"tournament.web.{room}.urls")) for room in ROOMS),
]
