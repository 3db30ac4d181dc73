"""URLs of the API: django-ninja's views, which everybody may read from any web page."""

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
from tournament.broadcast.web.api.rate_limit import CORS_HEADERS, PREFLIGHT_HEADERS
from tournament.broadcast.web.api.reading_games import api
from tournament.web.access import Permission, requires
from tournament.web.page_cache import cached_page

NOT_OFFERED = ("api-root", "openapi-json")
"""The names of django-ninja's URLs that are left out: an empty page, and its own URL of the description."""
QUERY_PARAMETERS = ("after", "page", "per_page", "round")
VERSION = "v1"
LANGUAGE = "en-gb"
"""The language of all answers to programs."""

View = Callable[..., HttpResponse]


def _api_view(view: View, *, is_of_event: bool) -> View:
    """Return the view readable by everybody and, if it is about an event, cached until the event changes."""

    def answer(request: HttpRequest, *args: Any, **names: Any) -> HttpResponse:
        method, request.method = request.method, "GET"  # for HEAD, the server omits the body
        try:
            with translation.override(LANGUAGE):
                response = view(request, *args, **names)
        finally:
            request.method = method
        for name, value in CORS_HEADERS.items():
            response[name] = value
        if is_of_event:
            return response
        set_response_etag(response)
        answered = get_conditional_response(request, etag=response["ETag"], response=response)
        return cast("HttpResponse", answered)

    made: View = cached_page(*QUERY_PARAMETERS, is_counted=True)(answer) if is_of_event else answer
    guarded = requires(Permission.READ)(made)

    @wraps(guarded)
    def open_to_all(request: HttpRequest, *args: Any, **names: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            return HttpResponse(status=204, headers=PREFLIGHT_HEADERS)
        return guarded(request, *args, **names)

    return open_to_all


def description(request: HttpRequest) -> HttpResponse:
    """Show the OpenAPI description of all endpoints."""
    return api.create_response(request, openapi_description(f"/api/{VERSION}/"), status=200)


@requires(Permission.READ)
def not_found(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Return an error for an unknown version or path, listing the existing ones."""
    version, _slash, below = rest.partition("/")
    if version == VERSION:
        detail = f"There is no “{below}” in version {VERSION}."
        there_is = list(api.get_openapi_schema(path_prefix=f"/api/{VERSION}/")["paths"])
    else:
        detail, there_is = f"There is no version “{version}”.", [VERSION]
    answer = {"detail": detail, "there_is": there_is}
    response = api.create_response(request, answer, status=HTTPStatus.NOT_FOUND)
    for name, value in CORS_HEADERS.items():
        response[name] = value
    return response


version_1 = [
    path("openapi.json", _api_view(description, is_of_event=False), name="api_description"),
    *(
        URLPattern(
            pattern.pattern,
            _api_view(pattern.callback, is_of_event="<event>" in str(pattern.pattern)),
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
