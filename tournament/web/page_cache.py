"""Cache pages that are the same for every reader, one copy for each state of their event.

`cached_page` marks a view. Its finished response, with all headers, is stored in this process by
address, language and version of the event (`version_and_language_of`). The next reader gets the
bytes before any session, form token or other middleware is involved. The server sends them
without calling Django while the version is known to be fresh (`tournament.server`).

Such a view shows nothing about its reader: no user, form, message or request time. Its
template has the version in `request.version`. A reader whose `?seen=VERSION` is current gets the
status 204, and one who sends the page's current ETag gets 304.
"""

from __future__ import annotations

import gzip
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from hashlib import sha256
from http import HTTPStatus
from secrets import token_hex
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, URLResolver, get_resolver
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from scoring.processes import has_several_processes, notify_processes, on_notification
from scoring.signals import log_written
from tournament.extension import PAGE_STATES
from tournament.queries.cache import Answers, reuse_answers
from tournament.web.language import event_language, language_of

View = TypeVar("View", bound=Callable[..., HttpResponse])
Headers = tuple[tuple[str, str], ...]

SEEN_PARAMETER = "seen"
"""Query parameter with the version that a page already shows."""
MAX_BYTES = 48 * 1024 * 1024
"""Maximum total size of the pages; the least recently used is dropped first."""
MAX_EVENTS = 8
"""Maximum number of pairs of event and language whose query results are kept for pages of the same version."""
VERSION_TTL_SECONDS = 0.5
"""Seconds for which a version is trusted without a query.

Writes by this process, and on PostgreSQL by every process, are noticed at once. The limit matters
for other processes on SQLite, such as a management command.
"""
GZIP_MIN_BYTES = 1000
SAFE_METHODS = ("GET", "HEAD")
PAGE_READ = "page read"
"""The topic of the messages with which processes tell each other that a page is being read."""
READ_EVERY_SECONDS = 5.0
"""Seconds before `PAGE_READ` is sent again for the same path."""
MAX_PATHS = 5000
"""Maximum number of paths whose view and last read are remembered."""
EVENT_ARGUMENTS = ("event",)
BOARD_ARGUMENTS = ("event", "division", "number", "board")
"""The names of the arguments in an address that shows a single board."""


def _start_token() -> str:
    """Return a token that marks the pages made since this start of the program.

    Processes that share pages have the same token until the program, its language or time zone changes.
    """
    if not has_several_processes():
        return token_hex(4)
    digest = sha256(f"{settings.LANGUAGE_CODE} {settings.TIME_ZONE}".encode())
    for folder in (
        settings.SOURCE_DIR / "scoring",
        settings.SOURCE_DIR / "tournament",
        settings.TEMPLATES_DIR,
    ):
        for path in sorted(folder.rglob("*")):
            if path.suffix in SOURCE_SUFFIXES:
                digest.update(path.read_bytes())
    return digest.hexdigest()


SOURCE_SUFFIXES = {".py", ".html", ".js", ".css", ".toml", ".po", ".txt"}
START_TOKEN = _start_token()


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A finished response: its body, plain and compressed, with the headers of all middleware."""

    version: str
    headers: Headers
    body: bytes
    compressed: bytes
    language: str = ""
    complete_until: float = 0.0
    """The monotonic time in seconds up to which the page is certain to contain everything written."""

    def response_parts(
        self, *, seen: str, etag: str, accepts: str
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Return the status, headers and body for a reader who has `seen` a version or sends an `etag`.

        The status is 204 or 304 if that version is current; `accepts` selects the compressed body.
        """
        tag = f'W/"{self.version}{self.language and "-"}{self.language}"'
        if seen == self.version:
            return HTTPStatus.NO_CONTENT, [("ETag", tag), ("Cache-Control", "no-store")], b""
        headers = [*self.headers, ("ETag", tag)]
        if tag in etag:
            return HTTPStatus.NOT_MODIFIED, headers, b""
        body = self.body
        if self.compressed and "gzip" in accepts:
            body = self.compressed
            headers.append(("Content-Encoding", "gzip"))
        headers.append(("Content-Length", str(len(body))))
        return HTTPStatus.OK, headers, body


@dataclass(frozen=True, slots=True)
class CachedView:
    """The event and query parameters on which the cached page at an address depends."""

    event: str
    """The slug of the event, or the key of one of its boards."""
    parameters: tuple[str, ...]
    """The query parameters that change the page."""
    is_counted: bool
    """Whether middleware counts requests, so that the server must not answer by itself."""


def cached_view_at(path: str) -> CachedView | None:
    """Return the event and parameters of the page at a path, or None if it is not a cached page."""
    return _cached_view(get_resolver(), path)


@lru_cache(MAX_PATHS)
def _cached_view(addresses: URLResolver, path: str) -> CachedView | None:
    try:
        match = addresses.resolve(path)
    except Resolver404:
        return None
    marked = getattr(match.func, "cached_page", None)
    if marked is None:
        return None
    parameters, of, is_counted = marked
    return CachedView(_version_key(of, match.kwargs), parameters, is_counted)


def _version_key(of: tuple[str, ...], names: Mapping[str, Any]) -> str:
    return "/".join(str(names[name]) for name in of)


def version_and_language_of(event: str) -> tuple[str, str]:
    """Return the version and language of an event or board as provided by a room, or empty strings."""
    states = (state(*event.split("/")) for state in PAGE_STATES)
    return next((state for state in states if state[0]), ("", ""))


@dataclass
class VersionCache:
    """The latest known version of each event and board, with the time at which it was read."""

    _known: dict[str, tuple[str, float]] = field(default_factory=dict)
    languages: dict[str, str] = field(default_factory=dict)
    """The latest known language of each event."""
    _writes: int = 0

    def version_of(self, event: str) -> str:
        """Return the version of an event or board, or an empty string if there is none. One or two queries."""
        writes = self._writes
        version, self.languages[event] = version_and_language_of(event)
        if version:
            version = f"{version[:12]}{START_TOKEN[:4]}"
        if writes == self._writes:  # else the order is unknown
            self._known[event] = (version, time.monotonic())
        return version

    def known_version(self, event: str) -> str | None:
        """Return the version if it was read within `VERSION_TTL_SECONDS`, else None. No queries."""
        version, asked_at = self._known.get(event, ("", 0.0))
        return version if version and time.monotonic() - asked_at < VERSION_TTL_SECONDS else None

    def forget(self, **_signal: Any) -> None:
        """Forget all versions after a write."""
        self._writes += 1
        self._known.clear()


@dataclass
class PageCache:
    """Finished pages by language and address, the most recently used last."""

    max_bytes: int = MAX_BYTES
    versions: VersionCache = field(default_factory=VersionCache)
    _pages: OrderedDict[str, CachedPage] = field(default_factory=OrderedDict)
    _read_at: OrderedDict[str, float] = field(default_factory=OrderedDict)
    """Monotonic time of the last read of each path, in seconds."""
    _answers: OrderedDict[tuple[str, str], tuple[str, Answers]] = field(default_factory=OrderedDict)
    """Values read for the pages of each event and language, with their version."""
    _bytes: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def find(
        self, path: str, query: str, version: str | None, language: str = "", *, since: float = 0.0
    ) -> CachedPage | None:
        """Return the page of this language, or None if it is not stored in this version.

        If `version` is None, any version made at or after `since` (monotonic seconds) is returned. The read
        is recorded.
        """
        self._record_read(path)
        key = page_key(path, query, language)
        page = self._pages.get(key)
        if page is None or page.complete_until < since or version not in (None, page.version):
            return None
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
        return page

    def _record_read(self, path: str) -> None:
        before = self._read_at.get(path, 0.0)
        self.record_remote_read(path)
        if time.monotonic() - before > READ_EVERY_SECONDS:
            notify_processes(PAGE_READ, path)

    def record_remote_read(self, path: str, _times: int = 1) -> None:
        """Record that a page was read in another process."""
        with self._lock:
            self._read_at[path] = time.monotonic()
            self._read_at.move_to_end(path)
            while len(self._read_at) > MAX_PATHS:
                self._read_at.popitem(last=False)

    def was_read(self, below: str, *, within: float) -> bool:
        """Return whether any process served a page below a path within the last `within` seconds."""
        now = time.monotonic()
        return any(
            path.startswith(below) and now - at < within for path, at in list(self._read_at.items())
        )

    def store_response(
        self, request: HttpRequest, response: HttpResponse, version: str, of: float
    ) -> CachedPage | None:
        """Store and return a finished response, or return None if there is no version or it cannot be shared."""
        if (
            not version
            or response.status_code != HTTPStatus.OK
            or response.streaming
            or response.cookies
            or "cookie" in response.get("Vary", "").lower()
        ):
            return None
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Accept-Encoding"])
        dropped = ("content-length", "etag")
        headers = tuple(
            (name, value) for name, value in response.items() if name.lower() not in dropped
        )
        body = bytes(response.content)
        compressed = gzip.compress(body, 6, mtime=0) if len(body) >= GZIP_MIN_BYTES else b""
        page = CachedPage(version, headers, body, compressed, language_of(request), of)
        self.store_page(request.path_info, request.META.get("QUERY_STRING", ""), page)
        return page

    def store_page(self, path: str, query: str, page: CachedPage) -> None:
        """Store a page made by any process, unless it alone is larger than the cache; drop the least recently used."""
        key = page_key(path, query, page.language)
        size = len(page.body) + len(page.compressed)
        if size > self.max_bytes:
            return
        with self._lock:
            self._drop_page(key)
            self._pages[key] = page
            self._bytes += size
            while self._bytes > self.max_bytes:
                self._drop_page(next(iter(self._pages)))

    def answers(self, event: str, version: str) -> Answers:
        """Return the values read for pages of this version in the active language; callers add their own to them."""
        key = (event, get_language() or "")
        with self._lock:
            known = self._answers.pop(key, ("", {}))
            if known[0] != version:
                known = (version, {})
            self._answers[key] = known
            while len(self._answers) > MAX_EVENTS:
                self._answers.popitem(last=False)
        return known[1]

    def forget(self) -> None:
        """Clear the cache."""
        with self._lock:
            self._answers.clear()
            self._pages.clear()
            self._read_at.clear()
            self._bytes = 0
        self.versions.forget()

    def _drop_page(self, key: str) -> None:
        page = self._pages.pop(key, None)
        if page is not None:
            self._bytes -= len(page.body) + len(page.compressed)


page_cache = PageCache()
"""The page cache of this process."""

log_written.connect(page_cache.versions.forget, dispatch_uid="tournament.page_cache")
on_notification(PAGE_READ, page_cache.record_remote_read)


def cached_page(
    *parameters: str, of: tuple[str, ...] = EVENT_ARGUMENTS, is_counted: bool = False
) -> Callable[[View], View]:
    """Mark a view whose response is the same for every reader, at an address that names its `event`.

    `parameters` are the query parameters it reads; others do not change the page. `of` are the
    arguments that identify its version: `BOARD_ARGUMENTS` for a page that no other board affects.
    If `is_counted` is true, requests always pass through the earlier middleware, which counts them.
    """

    def mark(view: View) -> View:
        @wraps(view)
        def marked(request: HttpRequest, *args: Any, **names: Any) -> HttpResponse:
            event = _version_key(of, names)
            version = getattr(request, "version", None) or page_cache.versions.version_of(event)
            request.version = version  # type: ignore[attr-defined]
            request.is_for_everybody = True  # type: ignore[attr-defined]
            is_shared = bool(version) and of == EVENT_ARGUMENTS
            answers = page_cache.answers(event, version) if is_shared else {}
            language = page_cache.versions.languages.get(event, "")
            with event_language(language), reuse_answers(answers):
                return view(request, *args, **names)

        marked.cached_page = (parameters, of, is_counted)  # type: ignore[attr-defined]
        return marked  # type: ignore[return-value]

    return mark


def serve_cached_pages(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Outermost middleware: answer requests for cached pages with stored bytes, and store new ones."""

    def answer(request: HttpRequest) -> HttpResponse:
        view = cached_view_at(request.path_info)
        if view is None or request.method not in SAFE_METHODS or not _is_for_this_host(request):
            return get_response(request)
        begun = time.monotonic()
        version = page_cache.versions.version_of(view.event)
        request.version = version  # type: ignore[attr-defined]
        query = request.META.get("QUERY_STRING", "")
        page = page_cache.find(request.path_info, query, version, language_of(request))
        if page is None:
            response = get_response(request)
            if hasattr(request, "is_for_everybody"):
                page = page_cache.store_response(request, response, version, begun)
            if page is None:
                return response
        status, headers, body = page.response_parts(
            seen=seen_version(query),
            etag=request.META.get("HTTP_IF_NONE_MATCH", ""),
            accepts=request.META.get("HTTP_ACCEPT_ENCODING", ""),
        )
        answered = HttpResponse(body, status=status, headers=dict(headers))
        answered.cached_page = page  # type: ignore[attr-defined]
        return answered

    return answer


def _is_for_this_host(request: HttpRequest) -> bool:
    """Return whether the host is allowed and HTTPS is used where required; Django refuses other requests."""
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return request.is_secure() or not settings.SECURE_SSL_REDIRECT


def page_key(path: str, query: str, language: str = "") -> str:
    """Return the cache key of an address: language, path and only the parameters that change the page."""
    view = cached_view_at(path) if query else None
    sent = dict(parse_qsl(query)) if view else {}
    matter = [(name, sent[name]) for name in (view.parameters if view else ()) if name in sent]
    return f"{language} {path}?{urlencode(matter)}" if matter else f"{language} {path}"


def seen_version(query: str) -> str:
    """Return the version in a query string's `SEEN_PARAMETER` parameter, or an empty string."""
    return dict(parse_qsl(query)).get(SEEN_PARAMETER, "") if SEEN_PARAMETER in query else ""
