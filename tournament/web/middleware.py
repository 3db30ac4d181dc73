"""Middleware that refuses null characters, separates organisations and repeats requests after a collision.

A page of an event runs in the organisation of that event
(`tournament.web.page.find_event`). Logged-out readers are not limited to an organisation:
what they may see is public or opened by a code.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from scoring.tenancy import tenant
from tournament import extension
from tournament.web.access import CHOSEN_ORGANISATION, organisation_choice, own_organisation_key
from tournament.web.error_pages import is_collision

RequestHandler = Callable[..., HttpResponse]
MAX_ATTEMPTS = 4
"""Number of attempts before the page reports that the database is busy."""
BASE_PAUSE_SECONDS = 0.05
"""Base of the random waits in seconds: the wait before the second attempt is at most twice as long.

The maximum doubles with each further attempt.
"""


class RetryCollisions:
    """Innermost middleware that repeats a request after a deadlock or serialization failure.

    It makes at most `MAX_ATTEMPTS` attempts. The transaction is rolled back, and an action is one
    transaction, so it is safe to repeat.
    """

    def __init__(self, get_response: RequestHandler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: RequestHandler,
        arguments: Sequence[Any],
        named: Mapping[str, Any],
    ) -> HttpResponse | None:
        """Answer a request that may write; return None for a GET, HEAD or OPTIONS request, which Django then answers.

        Inside a transaction, a collision error is raised at once.
        """
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        for count in range(1, MAX_ATTEMPTS):
            try:
                return view(request, *arguments, **named)
            except OperationalError as problem:
                if not is_collision(problem) or connection.in_atomic_block:
                    raise
            time.sleep(random.uniform(0, BASE_PAUSE_SECONDS * 2**count))
        return view(request, *arguments, **named)


def tenant_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: set the organisation of the request. It is looked up only when a page needs it."""

    def answer(request: HttpRequest) -> HttpResponse:
        def choice() -> int | None:
            return request.session.get(CHOSEN_ORGANISATION)

        def organisation() -> int | None:
            user = getattr(request, "user", None)  # none yet: a page that was made before
            return own_organisation_key(user) if isinstance(user, User) else None

        with organisation_choice(choice), tenant(organisation):
            return get_response(request)

    return answer


NULL = "\0"


def refuse_null_characters(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: answer a request that contains a null character with an error page."""

    def answer(request: HttpRequest) -> HttpResponse:
        sent = [request.path_info, *_submitted_texts(request.GET)]
        if request.method == "POST":
            sent += _submitted_texts(request.POST)  # Django removes it from file names
        if any(NULL in text for text in sent):
            return render(request, "null_character.html", status=400)
        return get_response(request)

    return answer


def _submitted_texts(sent: QueryDict) -> list[str]:
    return [text for name, values in sent.lists() for text in (name, *values)]


def join_rooms(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap the middleware of the rooms around `get_response`, that of the first room outermost."""
    for middleware in reversed(list(extension.MIDDLEWARE)):
        get_response = middleware(get_response)
    return get_response
