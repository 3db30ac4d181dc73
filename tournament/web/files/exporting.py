"""The page that exports an event in any file format and lists the data that each format loses."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.downloads import file_response
from tournament.engine.interchange import UnwritableEvent
from tournament.exchange.event_exchange import NoSuchFormat, export_formats, prepare_event
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page

TOURNEY = "tourney_js"


@requires(Permission.DIRECT)
@require_safe
def files_page(request: HttpRequest, event: str) -> HttpResponse:
    """List the file formats, each with the data it cannot store."""
    this_event = find_event(event)
    return page(
        request,
        "tournament/files/exporting.html",
        {"event": this_event, "formats": export_formats(this_event)},
    )


@requires(Permission.DIRECT)
@require_safe
def event_file(request: HttpRequest, event: str, key: str) -> HttpResponse:
    """Send the event in one format, or show why it cannot be written.

    Raise `Http404` for an unknown format.
    """
    this_event = find_event(event)
    try:
        file = prepare_event(this_event, key).single_file(this_event.slug)
    except NoSuchFormat as wrong:
        raise Http404(str(wrong)) from wrong
    except UnwritableEvent as wrong:
        context = {
            "event": this_event,
            "formats": export_formats(this_event),
            "refused": wrong.reasons,
        }
        return page(request, "tournament/files/exporting.html", context, status=422)
    return file_response(file.content, "application/octet-stream", file.name)


@requires(Permission.READ)
@require_safe
def tourney_js(request: HttpRequest, event: str) -> HttpResponse:
    """Send the public data of the event in the format that overlay and broadcast programs poll.

    Raise `Http404` if the event is not public.
    """
    del request  # the same for everybody
    this_event = find_event(event)
    if not this_event.is_public:
        raise Http404
    file = prepare_event(this_event, TOURNEY, public=True).files()[0]
    response = HttpResponse(file.content, content_type="text/javascript; charset=utf-8")
    response["Access-Control-Allow-Origin"] = "*"  # an overlay has another origin
    response["Cache-Control"] = "no-cache"
    return response
