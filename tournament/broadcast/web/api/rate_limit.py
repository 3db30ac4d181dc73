"""How often a program may ask the API, by its key or else by its address.

Pages and stream sources are not counted: a hall behind one address is many people.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from scoring.signals import log_written
from scoring.views.throttle import A_MINUTE, Throttle
from tournament.broadcast.queries.api_keys import Allowance, allowed_by_keys, digest_of

PREFIX = "/api/"
EVENT_ADDRESS = re.compile(r"/api/[^/]*/events/([^/]+)")
"""An address about an event, by its short name."""
PER_SECOND = 20
"""Requests a second without a key, averaged over a minute."""
KEYS_TTL_SECONDS = 60.0
"""For so long the keys that were read are believed; what is written is known at once."""
OPEN_TO_ALL = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
}
PREFLIGHT = {
    **OPEN_TO_ALL,
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match, X-API-Key",
    "Access-Control-Max-Age": "86400",
}


@cache
def throttle(per_second: int) -> Throttle:
    """Return the throttle of all callers that may ask so often."""
    return Throttle(int(per_second * A_MINUTE), A_MINUTE, name=f"requests of programs {per_second}")


@dataclass
class Keys:
    """The keys in use, as they were last read."""

    _allowed: dict[str, Allowance] | None = None
    _read_at: float = 0.0

    def ask(self, digest: str) -> Allowance | None:
        """Return what a key allows; None for one not in use. Two queries where the keys are not known."""
        if self._allowed is None or time.monotonic() - self._read_at > KEYS_TTL_SECONDS:
            self._allowed, self._read_at = allowed_by_keys(), time.monotonic()
        return self._allowed.get(digest)

    def forget(self, **_signal: Any) -> None:
        """Read the keys again the next time: something was written."""
        self._allowed = None


keys = Keys()
log_written.connect(keys.forget, dispatch_uid="tournament.api_keys")


def limit_programs(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, before cached pages: refuse a program with too many requests, and a key that is not in use.

    With a key of other events than the one it is about, a request counts as one without a key.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(PREFIX):
            return get_response(request)
        caller, per_second = str(request.META.get("REMOTE_ADDR", "")), PER_SECOND
        key = _key_of(request)
        allowed = keys.ask(digest_of(key)) if key else None
        about = EVENT_ADDRESS.match(request.path_info)
        if allowed and allowed.counts_at(about[1] if about else ""):
            caller, per_second = f"key {digest_of(key)}", allowed.per_second
        if not throttle(per_second).take(caller):
            return _refusal(
                HTTPStatus.TOO_MANY_REQUESTS,
                f"More than {PER_SECOND} requests a second for a minute without a key of this event, or more than "
                "the key allows. Wait a second, or ask the director for a key.",
                {"Retry-After": "1"},
            )
        if key and allowed is None:
            return _refusal(
                HTTPStatus.UNAUTHORIZED,
                "This key is not in use: it was ended, or is mistyped.",
                {"WWW-Authenticate": "Bearer"},
            )
        return get_response(request)

    return answer


def _key_of(request: HttpRequest) -> str:
    """Return the key that a request brings, empty for none."""
    kind, _space, token = request.headers.get("Authorization", "").partition(" ")
    given = request.headers.get("X-API-Key", "")
    return given or (token.strip() if kind.lower() == "bearer" else "")


def _refusal(status: HTTPStatus, sentence: str, headers: dict[str, str]) -> HttpResponse:
    return JsonResponse({"detail": sentence}, status=status, headers={**OPEN_TO_ALL, **headers})
