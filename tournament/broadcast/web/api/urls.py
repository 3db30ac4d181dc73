"""The addresses of the API: those that django-ninja knows, each open to everybody who reads, from any web page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, include, path
from django.utils import translation
from django.utils.cache import get_conditional_response, set_response_etag

from tournament.broadcast.web.api.description import openapi_description
from tournament.broadcast.web.api.rate_limit import OPEN_TO_ALL, PREFLIGHT
from tournament.broadcast.web.api.reading_games import api
from tournament.web.access import Permission, requires
from tournament.web.page_cache import cached_page

NOT_OFFERED = ("api-root", "openapi-json")
"""What django-ninja adds: a page without an answer, and the description by its own address."""
PARAMETERS = ("after", "page", "per_page", "round")
VERSION = "v1"
LANGUAGE = "en-gb"
"""Programs read the same words whoever asks."""

View = Callable[..., HttpResponse]


def _for_programs(view: View, *, is_of_event: bool) -> View:
    """Return the view as the rest of the program has its views: made once for an event, read by everybody."""

    def answer(request: HttpRequest, *args: Any, **names: Any) -> HttpResponse:
        method, request.method = request.method, "GET"  # of HEAD the server leaves the body out
        try:
            with translation.override(LANGUAGE):
                response = view(request, *args, **names)
        finally:
            request.method = method
        for name, value in OPEN_TO_ALL.items():
            response[name] = value
        if is_of_event:
            return response
        set_response_etag(response)
        answered = get_conditional_response(request, etag=response["ETag"], response=response)
        return cast("HttpResponse", answered)

    made: View = cached_page(*PARAMETERS, is_counted=True)(answer) if is_of_event else answer
    guarded = requires(Permission.READ)(made)

    @wraps(guarded)
    def open_to_all(request: HttpRequest, *args: Any, **names: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            return HttpResponse(status=204, headers=PREFLIGHT)
        return guarded(request, *args, **names)

    return open_to_all


def description(request: HttpRequest) -> HttpResponse:
    """Show the OpenAPI description of everything that can be asked."""
    return api.create_response(request, openapi_description(f"/api/{VERSION}/"), status=200)


@requires(Permission.READ)
def not_found(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Answer an address that is none: of another version, or of this one, with the list of what there is."""
    version, _slash, below = rest.partition("/")
    if version == VERSION:
        detail = f"There is no “{below}” in version {VERSION}."
        there_is = list(api.get_openapi_schema(path_prefix=f"/api/{VERSION}/")["paths"])
    else:
        detail, there_is = f"There is no version “{version}”.", [VERSION]
    answer = {"detail": detail, "there_is": there_is}
    response = api.create_response(request, answer, status=HTTPStatus.NOT_FOUND)
    for name, value in OPEN_TO_ALL.items():
        response[name] = value
    return response


version_1 = [
    path("openapi.json", _for_programs(description, is_of_event=False), name="api_description"),
    *(
        URLPattern(
            pattern.pattern,
            _for_programs(pattern.callback, is_of_event="<event>" in str(pattern.pattern)),
            name=pattern.name,
        )
        for pattern in api.urls[0]
        if isinstance(pattern, URLPattern) and pattern.name not in NOT_OFFERED
    ),
]
urlpatterns = [
    path(f"{VERSION}/", include(version_1)),
    path("", not_found, name="api_nothing_there"),
    path("<path:rest>", not_found, name="api_nothing_there"),
]
