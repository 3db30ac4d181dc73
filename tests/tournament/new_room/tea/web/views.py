"""Views of the tea room."""

from django.http import HttpRequest, HttpResponse
from tournament.tea.models import Cup

from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page


@requires(Permission.DESK)
def tea(request: HttpRequest, event: str) -> HttpResponse:
    """Show the cups of an event."""
    found_event = find_event(event)
    cups = Cup.objects.filter(entry__division__event=found_event)
    return page(request, "tea/tea.html", {"event": found_event, "cups": cups})


@requires(Permission.READ)
def all_tea(request: HttpRequest) -> HttpResponse:
    """Show the number of cups."""
    return page(request, "tea/tea.html", {"cups": Cup.objects.all()})
