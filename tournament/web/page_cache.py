"""Pages that are the same for everybody: made once for each state of their event, and handed out as bytes.

`cached_page` marks a view. Its finished answer, with all headers, is kept in this process under its address, the
reader's language and the version of the event (`state_of`); the next reader gets the bytes before any session,
form token or other middleware is looked at. The server hands them out without calling Django at all while the
version is known to be fresh (`tournament.server`).

Such a view shows nothing of its reader: no user, no form, no message, no time of the request. Its template has the
version in `request.version`. A reader with `?seen=VERSION` who has seen it gets 204, and one with its ETag 304.
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
from tournament.queries.cache import Answers, shared_answers
from tournament.web.language import language_for_everybody, language_of

View = TypeVar("View", bound=Callable[..., HttpResponse])
Headers = tuple[tuple[str, str], ...]

SEEN = "seen"
"""The parameter that names the version a page shows already."""
MAX_BYTES = 48 * 1024 * 1024
"""What the pages may take together; the one asked for longest ago goes first."""
MAX_EVENTS = 8
"""Events and languages for whose pages is kept what was read of them; pages of one version read the same."""
VERSION_TTL_SECONDS = 0.5
"""For so long a version is believed without asking again. What this process writes, and on PostgreSQL every other
one, is known at once; this is for other processes on SQLite, such as a management command."""
GZIP_MIN_BYTES = 1000
SAFE_METHODS = ("GET", "HEAD")
READ = "page read"
"""The message by which processes tell one another that somebody looks at a page."""
READ_EVERY_SECONDS = 5.0
"""Seconds after which that is sent again."""
MAX_PATHS = 5000
"""Paths of which is remembered which view they show, and when they were last asked for."""
OF_AN_EVENT = ("event",)
OF_A_BOARD = ("event", "division", "number", "board")
"""What an address names that shows one board alone."""


def _start() -> str:
    """Return what tells the pages of this start of the program from others, so that a new version shows its own.

    Several processes have the same pages: then it is another one after any change of the program or of its language.
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
START = _start()


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A finished answer: its bytes, once as they are and once compressed, with the headers of all middleware."""

    version: str
    headers: Headers
    body: bytes
    compressed: bytes
    language: str = ""
    of: float = 0.0
    """The moment of its version, in seconds of the computer's own clock: nothing was written before that it lacks."""

    def answer(
        self, *, seen: str, etag: str, accepts: str
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Return status, headers and body for somebody who has `seen` a version or holds an `etag`."""
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
    """What a cached page at an address follows."""

    event: str
    """The short name of the event, or that of a board of it."""
    parameters: tuple[str, ...]
    """The parameters of the query that make its pages differ."""
    is_counted: bool
    """Whether middleware counts its requests, so that the server hands out no page of it by itself."""


def cached_view_at(path: str) -> CachedView | None:
    """Return what the page at a path follows; None where it is not one for everybody."""
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
    return CachedView(_joined(of, match.kwargs), parameters, is_counted)


def _joined(of: tuple[str, ...], names: Mapping[str, Any]) -> str:
    return "/".join(str(names[name]) for name in of)


def state_of(event: str) -> tuple[str, str]:
    """Return the version and the language of an event or one of its boards, as a room says; empty where none does."""
    states = (state(*event.split("/")) for state in PAGE_STATES)
    return next((state for state in states if state[0]), ("", ""))


@dataclass
class Versions:
    """The latest version of each event as it was last asked for, and whether it can still be believed."""

    _known: dict[str, tuple[str, float]] = field(default_factory=dict)
    languages: dict[str, str] = field(default_factory=dict)
    """The language each event chose, as it was last asked for."""
    _writes: int = 0

    def ask(self, event: str) -> str:
        """Return the version of an event, or of one board of it, empty where there is none. One query, or two."""
        writes = self._writes
        version, self.languages[event] = state_of(event)
        if version:
            version = f"{version[:12]}{START[:4]}"
        if writes == self._writes:  # else nobody knows which came first
            self._known[event] = (version, time.monotonic())
        return version

    def fresh(self, event: str) -> str | None:
        """Return the version where it is known to be of this moment, without a query; else None."""
        version, asked_at = self._known.get(event, ("", 0.0))
        return version if version and time.monotonic() - asked_at < VERSION_TTL_SECONDS else None

    def forget(self, **_signal: Any) -> None:
        """Believe nothing any more: something was written."""
        self._writes += 1
        self._known.clear()


@dataclass
class PageCache:
    """Finished pages by language and address, the one asked for last at the end."""

    max_bytes: int = MAX_BYTES
    versions: Versions = field(default_factory=Versions)
    _pages: OrderedDict[str, CachedPage] = field(default_factory=OrderedDict)
    _read_at: OrderedDict[str, float] = field(default_factory=OrderedDict)
    """When the pages of each path were last asked for, in seconds of the computer's own clock."""
    _answers: OrderedDict[tuple[str, str], tuple[str, Answers]] = field(default_factory=OrderedDict)
    """What was read for the pages of each event and language, with the version they show."""
    _bytes: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def find(
        self, path: str, query: str, version: str | None, language: str = "", *, since: float = 0.0
    ) -> CachedPage | None:
        """Return the page of this version, or of any `since` a moment, and language; None where it is to be made."""
        self._note_read(path)
        key = page_key(path, query, language)
        page = self._pages.get(key)
        if page is None or page.of < since or (version is not None and page.version != version):
            return None
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
        return page

    def _note_read(self, path: str) -> None:
        before = self._read_at.get(path, 0.0)
        self.read_elsewhere(path)
        if time.monotonic() - before > READ_EVERY_SECONDS:
            notify_processes(READ, path)

    def read_elsewhere(self, path: str, _times: int = 1) -> None:
        """Note that a page is asked for now, here or in another process."""
        with self._lock:
            self._read_at[path] = time.monotonic()
            self._read_at.move_to_end(path)
            while len(self._read_at) > MAX_PATHS:
                self._read_at.popitem(last=False)

    def was_read(self, below: str, *, within: float) -> bool:
        """Return whether a page below a path was handed out in the last so many seconds, by any process."""
        now = time.monotonic()
        return any(
            path.startswith(below) and now - at < within for path, at in list(self._read_at.items())
        )

    def keep(
        self, request: HttpRequest, response: HttpResponse, version: str, of: float
    ) -> CachedPage | None:
        """Keep a finished answer; None where it is not one for everybody."""
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
        self.put(request.path_info, request.META.get("QUERY_STRING", ""), page)
        return page

    def put(self, path: str, query: str, page: CachedPage) -> None:
        """Keep a page that was made here or in another process, unless it alone is more than is kept."""
        key = page_key(path, query, page.language)
        size = len(page.body) + len(page.compressed)
        if size > self.max_bytes:
            return
        with self._lock:
            self._drop(key)
            self._pages[key] = page
            self._bytes += size
            while self._bytes > self.max_bytes:
                self._drop(next(iter(self._pages)))

    def answers(self, event: str, version: str) -> Answers:
        """Return what was read for the pages of this version, in the language that is active; pages add to it."""
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
        """Keep nothing any more."""
        with self._lock:
            self._answers.clear()
            self._pages.clear()
            self._read_at.clear()
            self._bytes = 0
        self.versions.forget()

    def _drop(self, key: str) -> None:
        page = self._pages.pop(key, None)
        if page is not None:
            self._bytes -= len(page.body) + len(page.compressed)


page_cache = PageCache()
"""The pages this process keeps."""

log_written.connect(page_cache.versions.forget, dispatch_uid="tournament.page_cache")
on_notification(READ, page_cache.read_elsewhere)


def cached_page(
    *parameters: str, of: tuple[str, ...] = OF_AN_EVENT, is_counted: bool = False
) -> Callable[[View], View]:
    """Mark a view whose answer is the same for everybody, at an address that names its `event`.

    `parameters` are those of the query that it reads; any others show the same page. `of` are the names in the
    address whose version the page has: `OF_A_BOARD` for a page of which no other board changes anything. Middleware
    before this one sees every request to a page that `is_counted`.
    """

    def mark(view: View) -> View:
        @wraps(view)
        def marked(request: HttpRequest, *args: Any, **names: Any) -> HttpResponse:
            event = _joined(of, names)
            version = getattr(request, "version", None) or page_cache.versions.ask(event)
            request.version = version  # type: ignore[attr-defined]
            request.is_for_everybody = True  # type: ignore[attr-defined]
            answers = page_cache.answers(event, version) if version and of == OF_AN_EVENT else {}
            language = page_cache.versions.languages.get(event, "")
            with language_for_everybody(language), shared_answers(answers):
                return view(request, *args, **names)

        marked.cached_page = (parameters, of, is_counted)  # type: ignore[attr-defined]
        return marked  # type: ignore[return-value]

    return mark


def serve_cached_pages(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, the outermost: answer with bytes that were made before, and keep those that are made now."""

    def answer(request: HttpRequest) -> HttpResponse:
        view = cached_view_at(request.path_info)
        if view is None or request.method not in SAFE_METHODS or not _is_for_here(request):
            return get_response(request)
        begun = time.monotonic()
        version = page_cache.versions.ask(view.event)
        request.version = version  # type: ignore[attr-defined]
        query = request.META.get("QUERY_STRING", "")
        page = page_cache.find(request.path_info, query, version, language_of(request))
        if page is None:
            response = get_response(request)
            if hasattr(request, "is_for_everybody"):
                page = page_cache.keep(request, response, version, begun)
            if page is None:
                return response
        status, headers, body = page.answer(
            seen=seen_in(query),
            etag=request.META.get("HTTP_IF_NONE_MATCH", ""),
            accepts=request.META.get("HTTP_ACCEPT_ENCODING", ""),
        )
        answered = HttpResponse(body, status=status, headers=dict(headers))
        answered.cached_page = page  # type: ignore[attr-defined]
        return answered

    return answer


def _is_for_here(request: HttpRequest) -> bool:
    """Return whether it came by a name of ours and, where that is asked for, by HTTPS; Django refuses others."""
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return request.is_secure() or not settings.SECURE_SSL_REDIRECT


def page_key(path: str, query: str, language: str = "") -> str:
    """Return what tells the page at an address from others; the same for addresses that show the same."""
    view = cached_view_at(path) if query else None
    sent = dict(parse_qsl(query)) if view else {}
    matter = [(name, sent[name]) for name in (view.parameters if view else ()) if name in sent]
    return f"{language} {path}?{urlencode(matter)}" if matter else f"{language} {path}"


def seen_in(query: str) -> str:
    """Return the version that the reader of an address has seen, empty where it names none."""
    return dict(parse_qsl(query)).get(SEEN, "") if SEEN in query else ""
