"""How often a program may ask the API, by its key or else by its address, and what it is told beyond that.

Pages and stream sources are not counted: a hall behind one address is many people. The server counts what it hands
out of its memory (`tournament.server.front`); all else is counted by the middleware.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse

from scoring.processes import let_others_know, listen_for
from scoring.signals import log_written
from tournament.queries.event.api_keys import Allowance, allowed_by_keys, digest_of

PREFIX = "/api/"
OF_EVENT = re.compile(r"/api/[^/]*/events/([^/]+)")
"""An address about an event, by its short name."""
PER_SECOND = 20
"""Requests a second without a key, averaged over a minute."""
WINDOW = 60
MOST_CALLERS = 5000
BELIEVED = 60.0
"""Seconds for which the keys that were read are believed; what is written is known at once."""
COUNTED = "ninetimer.counted"
"""What the server puts beside a request that it has counted."""
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


@dataclass
class Window:
    """How often each caller asked in the last minute; who asks too often is counted no further."""

    clock: Callable[[], float] = time.monotonic
    _asked: OrderedDict[str, tuple[deque[list[int]], int]] = field(default_factory=OrderedDict)
    """The seconds in which a caller asked, each with how often, and the sum."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, caller: str, per_second: int) -> int:
        """Count a request and return 0; the seconds to wait where it is too much."""
        now, most = int(self.clock()), per_second * WINDOW
        with self._lock:
            seconds, total = self._of_the_last_minute(caller, now)
            if total >= most:
                return seconds[0][0] + WINDOW - now
        self.add(caller, 1)
        return 0

    def add(self, caller: str, times: int) -> None:
        """Count requests that were answered, here or by another process."""
        now = int(self.clock())
        with self._lock:
            seconds, total = self._of_the_last_minute(caller, now)
            if seconds and seconds[-1][0] == now:
                seconds[-1][1] += times
            else:
                seconds.append([now, times])
            self._asked[caller] = seconds, total + times
            while len(self._asked) > MOST_CALLERS:
                self._asked.popitem(last=False)

    def _of_the_last_minute(self, caller: str, now: int) -> tuple[deque[list[int]], int]:
        seconds, total = self._asked.pop(caller, (deque(), 0))
        while seconds and seconds[0][0] <= now - WINDOW:
            total -= seconds.popleft()[1]
        self._asked[caller] = seconds, total
        return seconds, total

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._asked.clear()


@dataclass
class Keys:
    """The keys in use, as they were last read."""

    _allowed: dict[str, Allowance] | None = None
    _read_at: float = 0.0

    def allowed(self, digest: str) -> Allowance | None:
        """What a key allows, without asking the database; None where that is not known."""
        if self._allowed is None or time.monotonic() - self._read_at > BELIEVED:
            return None
        return self._allowed.get(digest)

    def ask(self, digest: str) -> Allowance | None:
        """The same, reading the keys where they are not known; None for one not in use. Two queries at most."""
        if self._allowed is None or time.monotonic() - self._read_at > BELIEVED:
            self._allowed, self._read_at = allowed_by_keys(), time.monotonic()
        return self._allowed.get(digest)

    def forget(self, **_signal: Any) -> None:
        """Believe nothing any more: something was written."""
        self._allowed = None


window, keys = Window(), Keys()
log_written.connect(keys.forget, dispatch_uid="tournament.api_keys")
COUNTS = "requests of programs"
"""What the processes tell one another about what they counted."""
listen_for(COUNTS, window.add)


def key_in(headers: Mapping[str, str]) -> str:
    """The key that a request brings, empty for none; the names of the headers are in small letters."""
    given = headers.get("x-api-key", "")
    kind, _space, token = headers.get("authorization", "").partition(" ")
    return given or (token.strip() if kind.lower() == "bearer" else "")


def seconds_to_wait(address: str, key: str, path: str) -> int | None:
    """Count a request as far as that can be done without the database; None where it cannot.

    With a key of other events than the one it is about, it is a request without a key.
    """
    if not key:
        return _count(address, PER_SECOND)
    digest = digest_of(key)
    allowed = keys.allowed(digest)
    if allowed is None:
        return None
    about = OF_EVENT.match(path)
    if not allowed.counts_at(about[1] if about else ""):
        return _count(address, PER_SECOND)
    return _count(f"key {digest}", allowed.per_second)


def _count(caller: str, per_second: int) -> int:
    wait = window.wait(caller, per_second)
    if not wait:
        let_others_know(COUNTS, caller)
    return wait


def too_many(wait: int) -> tuple[int, dict[str, str], bytes]:
    """The answer to who asks too often: status, headers, body."""
    sentence = (
        f"More than {PER_SECOND} requests a second for a minute without a key of this event, or more than the key "
        f"allows. Wait {wait} s, or ask the director for a key."
    )
    return _refusal(HTTPStatus.TOO_MANY_REQUESTS, sentence, {"Retry-After": str(wait)})


def _refusal(
    status: HTTPStatus, sentence: str, headers: Mapping[str, str]
) -> tuple[int, dict[str, str], bytes]:
    body = json.dumps({"detail": sentence}).encode()
    usual = {"Content-Type": "application/json; charset=utf-8", "Content-Length": str(len(body))}
    return int(status), {**OPEN_TO_ALL, **usual, **headers}, body


def limit_programs(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, before pages that were made: count what the server has not counted, and refuse a key nobody has."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(PREFIX) or request.META.get(COUNTED):
            return get_response(request)
        key = key_in({name.lower(): value for name, value in request.headers.items()})
        address = request.META.get("REMOTE_ADDR", "")
        if key and keys.ask(digest_of(key)) is None and not _count(address, PER_SECOND):
            sentence = "This key is not in use: it was ended, or is mistyped."
            status, headers, body = _refusal(
                HTTPStatus.UNAUTHORIZED, sentence, {"WWW-Authenticate": "Bearer"}
            )
            return HttpResponse(body, status=status, headers=headers)
        wait = seconds_to_wait(address, key, request.path_info)
        if wait != 0:
            status, headers, body = too_many(wait or WINDOW)
            return HttpResponse(body, status=status, headers=headers)
        return get_response(request)

    return answer
