"""The screen of the activity log: of everything, or of one event."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.models import Event
from tournament.queries.safety.activity import ActivityFilter, entries, lines, people, verbs
from tournament.web.access import Permission, requires
from tournament.web.forms import ActivityForm
from tournament.web.page import find_event, number_asked, page

PER_PAGE = 60


@requires(Permission.OWN)
def activity_page(request: HttpRequest) -> HttpResponse:
    """Show the log of everything."""
    return _show(request, None)


@requires(Permission.LOOK)
def event_activity(request: HttpRequest, event: str) -> HttpResponse:
    """Show the log of one event, its divisions and its recorded games."""
    return _show(request, find_event(event))


def _show(request: HttpRequest, event: Event | None) -> HttpResponse:
    form = ActivityForm(request.GET, people=people(event), verbs=verbs(event))
    typed = form.cleaned_data if form.is_valid() else {}
    given = {name: value for name, value in typed.items() if value}
    pages = Paginator(entries(ActivityFilter(event, **given)), PER_PAGE)
    shown = pages.get_page(number_asked(request, "page"))
    return page(
        request,
        "safety/activity.html",
        {
            "event": event,
            "form": form,
            "narrowed": bool(given),
            "total": pages.count,
            "shown": shown,
            "lines": lines(shown.object_list),
            "older": _address(request, shown.number + 1) if shown.has_next() else "",
            "newer": _address(request, shown.number - 1) if shown.has_previous() else "",
            "report": _report(event, given) if event else "",
        },
        status=200 if form.is_valid() else 422,
    )


def _address(request: HttpRequest, number: int) -> str:
    query = request.GET.copy()
    query["page"] = str(number)
    return f"?{query.urlencode()}"


def _report(event: Event, given: dict[str, object]) -> str:
    """Where the same part of the log is as a report, but for the format."""
    where = reverse("report_file", args=[event.slug, "activity_log"])
    return f"{where}?{urlencode({**given, 'format': ''})}"
