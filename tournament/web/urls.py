"""URL patterns of the director's desk, by subject, and of the rooms.

Files come first, because a report may have the same name as a division's page. The event comes
last, because a division's page matches any name that no other event page has.
"""

from django.urls import include, path

from tournament import extension
from tournament.web import help_pages

SUBJECTS = ("files", "people", "standings", "rounds", "results", "safety")

urlpatterns = [
    path("help/", help_pages.help_page, name="help"),
    path("help/components/", help_pages.components_page, name="components"),
    path("manual/", help_pages.manual_page, name="manual"),
    path("manual/<path:path>", help_pages.manual_page, name="manual_page"),
    path("help/<slug:topic>/", help_pages.help_page, name="help_topic"),
    *(path("", include(f"tournament.web.{subject}.urls")) for subject in SUBJECTS),
    *(path("", include(addresses)) for addresses in extension.ADDRESSES),
    path("", include("tournament.web.event.urls")),
]
