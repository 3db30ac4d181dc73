"""The first screen: every event."""

from django.http import HttpRequest, HttpResponse

from tournament.queries.events import all_events
from tournament.web.access import Permission, requires
from tournament.web.page import page


@requires(Permission.READ)
def home(request: HttpRequest) -> HttpResponse:
    """List the events, the latest first."""
    return page(request, "home.html", {"events": all_events()})
