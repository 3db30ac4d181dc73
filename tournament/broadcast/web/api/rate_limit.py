"""The rate limit of the API, per key or, for requests without a key, per IP address.

Pages and stream sources are not limited, since many people in a hall may share one address.
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
from tournament.broadcast.queries.api_keys import Allowance, allowances_by_digest, digest_of

API_PREFIX = "/api/"
EVENT_ADDRESS = re.compile(r"/api/[^/]*/events/([^/]+)")
"""Pattern for the address of an API request about an event; its group is the event's slug."""
KEYLESS_REQUESTS_PER_SECOND = 20
"""Requests per second without a key, averaged over a minute."""
KEYS_TTL_SECONDS = 60.0
"""The number of seconds before cached keys expire; changes made within Ninetimer apply immediately."""
CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
}
PREFLIGHT_HEADERS = {
    **CORS_HEADERS,
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match, X-API-Key",
    "Access-Control-Max-Age": "86400",
}


@cache
def shared_throttle(per_second: int) -> Throttle:
    """Return the throttle shared by all callers with this rate."""
    return Throttle(int(per_second * A_MINUTE), A_MINUTE, name=f"requests of programs {per_second}")


@dataclass
class KeyCache:
    """The cache of valid keys."""

    _allowed: dict[str, Allowance] | None = None
    _read_at: float = 0.0

    def allowance_of(self, digest: str) -> Allowance | None:
        """Return the permissions of a key, or None if it is not valid.

        This takes at most two queries, or none if the keys are cached.
        """
        if self._allowed is None or time.monotonic() - self._read_at > KEYS_TTL_SECONDS:
            self._allowed, self._read_at = allowances_by_digest(), time.monotonic()
        return self._allowed.get(digest)

    def forget(self, **_signal: Any) -> None:
        """Discard the cache, because a key has changed."""
        self._allowed = None


keys = KeyCache()
log_written.connect(keys.forget, dispatch_uid="tournament.api_keys")


def limit_programs(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return the middleware that refuses invalid keys and too many requests, even for cached pages.

    A request with a key that is not valid for its event counts as one without a key.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(API_PREFIX):
            return get_response(request)
        caller, per_second = str(request.META.get("REMOTE_ADDR", "")), KEYLESS_REQUESTS_PER_SECOND
        key = _key_of(request)
        allowed = keys.allowance_of(digest_of(key)) if key else None
        about = EVENT_ADDRESS.match(request.path_info)
        if allowed and allowed.is_valid_for(about[1] if about else ""):
            caller, per_second = f"key {digest_of(key)}", allowed.per_second
        if not shared_throttle(per_second).try_count(caller):
            return _refusal(
                HTTPStatus.TOO_MANY_REQUESTS,
                f"More than {KEYLESS_REQUESTS_PER_SECOND} requests a second for a minute "
                f"without a key of this event, or more than "
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
    """Return the key sent with a request, or an empty string."""
    kind, _space, token = request.headers.get("Authorization", "").partition(" ")
    given = request.headers.get("X-API-Key", "")
    return given or (token.strip() if kind.lower() == "bearer" else "")


def _refusal(status: HTTPStatus, sentence: str, headers: dict[str, str]) -> HttpResponse:
    return JsonResponse({"detail": sentence}, status=status, headers={**CORS_HEADERS, **headers})
