"""A request whose transaction collided with another is answered by doing it once more."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse

from tournament.web.error_pages import is_collision

Answer = Callable[..., HttpResponse]
TIMES = 4
"""How often a request is tried before the page says that somebody else is writing."""
PAUSE = 0.05
"""Seconds before the second try, at most; twice as long before each later one."""


class RetryCollisions:
    """Middleware, the innermost: PostgreSQL ends one of two transactions that wait for each other.

    Nothing of the ended one is stored, and an action is one transaction, so the same request is done again.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Hand the request on."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Answer, arguments: Sequence[Any], named: Mapping[str, Any]
    ) -> HttpResponse | None:
        """Answer a request that writes; None for one that only reads, which Django then answers."""
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        for count in range(1, TIMES):
            try:
                return view(request, *arguments, **named)
            except OperationalError as problem:
                if not is_collision(problem) or connection.in_atomic_block:
                    raise
            time.sleep(random.uniform(0, PAUSE * 2**count))
        return view(request, *arguments, **named)
