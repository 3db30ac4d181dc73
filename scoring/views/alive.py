"""Whether the server is there, asked by a page before it is left for another."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from scoring.access import Permission, requires


@requires(Permission.READ)
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """Answer with nothing, without session and database.

    With status 200, not 204: waitress closes the connection after an answer that tells no length, and
    what is sent next would have to open another.
    """
    del request
    return HttpResponse(content_type="text/plain")
