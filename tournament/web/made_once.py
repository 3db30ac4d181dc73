"""Pages that are the same for everybody: made once for each state of their event, and handed out as bytes.

`made_once` marks a view. Its finished answer, with all headers, is kept in this process under its address, the
language of whoever asked and the version of the event (`public_state`); whoever asks next gets the bytes before any
session, form token or other middleware is looked at. The server hands them out without calling Django at all while
the version is known to be fresh (`tournament.server`).

Such a view shows nothing of who asks: no user, no form, no message, no time of the request. Its template has the
version in `request.version`. Who asks with `?seen=VERSION` and has seen it gets 204, and who asks with the ETag 304.
"""

from __future__ import annotations

import gzip
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from secrets import token_hex
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from scoring.processes import let_others_know, listen_for, may_be_several
from scoring.signals import log_written
from tournament.queries.cache import Answers, shared_answers
from tournament.queries.versions import public_state
from tournament.web.language import language_for_everybody, language_of

View = TypeVar("View", bound=Callable[..., HttpResponse])
Headers = tuple[tuple[str, str], ...]

SEEN = "seen"
"""The parameter that names the version a page shows already."""
MOST_BYTES = 48 * 1024 * 1024
"""What the pages that are kept may take together; the one asked for longest ago goes first."""
MOST_EVENTS = 8
"""Events and languages for whose pages is kept what was read of them; pages of one version read the same."""
FRESH_FOR = 0.5
"""Seconds for which a version that was asked for is believed without asking again. What this process writes, and
on PostgreSQL every other one, is known at once; this is for other processes on SQLite, such as a management command."""
WORTH_PACKING = 1000
"""Bytes below which a body is not compressed."""
READING = ("GET", "HEAD")
READ = "page read"
"""What processes tell one another of the pages they hand out: that somebody looks at it."""
SAID_AGAIN = 5.0
"""Seconds after which that is said again."""
MOST_READ = 5000
"""Paths of which it is remembered when they were asked for."""


def _start() -> str:
    """What tells the pages of this start of the program from others, so that a new version of it shows its own.

    Several processes have the same pages: then it is another one after any change of the program or of its language.
    """
    if not may_be_several():
        return token_hex(4)
    digest = sha256(f"{settings.LANGUAGE_CODE} {settings.TIME_ZONE}".encode())
    for folder in (
        settings.SOURCE_DIR / "scoring",
        settings.SOURCE_DIR / "tournament",
        settings.TEMPLATES_DIR,
    ):
        for path in sorted(folder.rglob("*")):
            if path.suffix in OF_THE_PROGRAM:
                digest.update(path.read_bytes())
    return digest.hexdigest()


OF_THE_PROGRAM = {".py", ".html", ".js", ".css", ".toml", ".po", ".txt"}
START = _start()
STATE = "ninetimer.state"
"""Where the environment of a request has version and language of its event, when the server has just asked for them."""


@dataclass(frozen=True, slots=True)
class MadePage:
    """A finished answer: its bytes, once as they are and once packed, with the headers of all middleware."""

    version: str
    headers: Headers
    body: bytes
    packed: bytes
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
        if self.packed and "gzip" in accepts:
            body = self.packed
            headers.append(("Content-Encoding", "gzip"))
        headers.append(("Content-Length", str(len(body))))
        return HTTPStatus.OK, headers, body


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
        version, self.languages[event] = public_state(*event.split("/"))
        if version:
            version = f"{version[:12]}{START[:4]}"
        if (
            writes == self._writes
        ):  # else something was written meanwhile, and who knows which came first
            self._known[event] = (version, time.monotonic())
        return version

    def fresh(self, event: str) -> str | None:
        """Return the version where it is known to be of this moment, without a query; else None."""
        version, asked_at = self._known.get(event, ("", 0.0))
        return version if version and time.monotonic() - asked_at < FRESH_FOR else None

    def forget(self, **_signal: Any) -> None:
        """Believe nothing any more: something was written."""
        self._writes += 1
        self._known.clear()


@dataclass
class MadePages:
    """What is kept: finished pages by address, the one asked for last at the end."""

    most_bytes: int = MOST_BYTES
    versions: Versions = field(default_factory=Versions)
    _pages: OrderedDict[str, MadePage] = field(default_factory=OrderedDict)
    _known: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """The event of each path that is made once, and the parameters that make its pages differ."""
    _read_at: dict[str, float] = field(default_factory=dict)
    """When the pages of each path were last asked for, in seconds of the computer's own clock."""
    _answers: OrderedDict[tuple[str, str], tuple[str, Answers]] = field(default_factory=OrderedDict)
    """What was read for the pages of each event and language, with the version they show."""
    _bytes: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def event_of(self, path: str) -> str | None:
        """Return the event whose page is made once at a path; None for any other path, or one not asked for yet."""
        known = self._known.get(path)
        return known[0] if known else None

    def find(
        self, path: str, query: str, version: str | None, language: str = "", *, since: float = 0.0
    ) -> tuple[MadePage | None, str]:
        """Return the page of this version, or of any `since` a moment, and language, and what its reader has seen.

        The page is None where it is to be made.
        """
        parameters = self._known[path][1] if path in self._known else ()
        key, seen = _key(path, query, parameters, language)
        self._note_read(path)
        page = self._pages.get(key)
        if page is None or page.of < since or (version is not None and page.version != version):
            return None, seen
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
        return page, seen

    def _note_read(self, path: str) -> None:
        before, now = self._read_at.get(path, 0.0), time.monotonic()
        self.read_elsewhere(path)
        if now - before > SAID_AGAIN:
            let_others_know(READ, path)

    def read_elsewhere(self, path: str, _times: int = 1) -> None:
        """Note that a page is asked for now, here or in another process."""
        if path in self._read_at or len(self._read_at) < MOST_READ:
            self._read_at[path] = time.monotonic()

    def was_read(self, below: str, *, within: float) -> bool:
        """Whether a page below a path was handed out in the last so many seconds, by whichever process."""
        now = time.monotonic()
        return any(
            path.startswith(below) and now - at < within for path, at in list(self._read_at.items())
        )

    def key(self, path: str, query: str, language: str = "") -> str:
        """Return what tells the page at an address from others; the same for addresses that show the same."""
        known = self._known.get(path)
        return _key(path, query, known[1] if known else (), language)[0]

    def keep(self, request: HttpRequest, made: Made, response: HttpResponse) -> MadePage | None:
        """Keep a finished answer; None where it is not one for everybody."""
        if (
            response.status_code != HTTPStatus.OK
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
        packed = gzip.compress(body, 6, mtime=0) if len(body) >= WORTH_PACKING else b""
        language = language_of(request)
        page = MadePage(made.version, headers, body, packed, language, made.of)
        self.put(request.path_info, request.META.get("QUERY_STRING", ""), made, page)
        return page

    def put(self, path: str, query: str, made: Made, page: MadePage) -> None:
        """Keep a page that was made here or in another process, unless it alone is more than is kept."""
        key, _seen = _key(path, query, made.parameters, page.language)
        size = len(page.body) + len(page.packed)
        if size > self.most_bytes:
            return
        with self._lock:
            read_at = self._read_at.get(path)
            self._drop(key)
            if read_at is not None:  # another version of it is read as well
                self._read_at[path] = read_at
            self._known[path] = (made.event, made.parameters)
            self._pages[key] = page
            self._bytes += size
            while self._bytes > self.most_bytes:
                self._drop(next(iter(self._pages)))

    def answers(self, event: str, version: str) -> Answers:
        """Return what was read for the pages of this version, in the language that is active; pages add to it."""
        key = (event, get_language() or "")
        with self._lock:
            known = self._answers.pop(key, ("", {}))
            if known[0] != version:
                known = (version, {})
            self._answers[key] = known
            while len(self._answers) > MOST_EVENTS:
                self._answers.popitem(last=False)
        return known[1]

    def forget(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._answers.clear()
            self._pages.clear()
            self._known.clear()
            self._read_at.clear()
            self._bytes = 0
        self.versions.forget()

    def _drop(self, key: str) -> None:
        page = self._pages.pop(key, None)
        if page is not None:
            self._bytes -= len(page.body) + len(page.packed)
            address = key.partition(" ")[2]
            path = address.partition("?")[0]
            if path == address:
                self._known.pop(path, None)
                self._read_at.pop(path, None)


made_pages = MadePages()
"""The pages this process keeps."""

log_written.connect(made_pages.versions.forget, dispatch_uid="tournament.made_pages")
listen_for(READ, made_pages.read_elsewhere)


@dataclass(frozen=True, slots=True)
class Made:
    """What `made_once` says about an answer: of which event, version and moment, and which parameters it follows."""

    event: str
    version: str
    parameters: tuple[str, ...]
    of: float


OF_AN_EVENT = ("event",)
OF_A_BOARD = ("event", "division", "number", "board")
"""What an address names that shows one board alone."""


def made_once(*parameters: str, of: tuple[str, ...] = OF_AN_EVENT) -> Callable[[View], View]:
    """Mark a view whose answer is the same for everybody, at an address that names its `event`.

    `parameters` are those of the query that it reads; any others show the same page. `of` are the names in the
    address whose version the page has: `OF_A_BOARD` for a page of which no other board changes anything.
    """

    def mark(view: View) -> View:
        @wraps(view)
        def marked(request: HttpRequest, *args: Any, **names: Any) -> HttpResponse:
            event, begun = "/".join(str(names[name]) for name in of), time.monotonic()
            version = getattr(request, "version", None) or made_pages.versions.ask(event)
            request.version = version  # type: ignore[attr-defined]
            answers = made_pages.answers(event, version) if version and of == OF_AN_EVENT else {}
            with (
                language_for_everybody(made_pages.versions.languages.get(event, "")),
                shared_answers(answers),
            ):
                response = view(request, *args, **names)
            if version:
                request.made = Made(event, version, parameters, begun)  # type: ignore[attr-defined]
            return response

        marked.made_once = parameters  # type: ignore[attr-defined]
        return marked  # type: ignore[return-value]

    return mark


def hand_out_made_pages(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, the outermost: answer with bytes that were made before, and keep those that are made now."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method not in READING or not _is_for_here(request):
            return get_response(request)
        event = made_pages.event_of(request.path_info)
        if state := request.META.get(STATE):
            about, request.version, language = state  # type: ignore[attr-defined]
            made_pages.versions.languages[about] = language
        if event is not None:
            request.version = made_pages.versions.ask(event)  # type: ignore[attr-defined]
            query = request.META.get("QUERY_STRING", "")
            page, seen = made_pages.find(
                request.path_info,
                query,
                request.version,  # type: ignore[attr-defined]
                language_of(request),
            )
            if page is not None:
                return _response(page, request.META, seen)
        response = get_response(request)
        made = getattr(request, "made", None)
        stored = made_pages.keep(request, made, response) if made else None
        if stored is None:
            return response
        answered = _response(stored, request.META, request.GET.get(SEEN, ""))
        answered.made_page = (made, stored)  # type: ignore[attr-defined]
        return answered

    return answer


def _is_for_here(request: HttpRequest) -> bool:
    """Whether it came by a name of ours and, where that is asked for, by HTTPS; others are told by who comes next."""
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return request.is_secure() or not settings.SECURE_SSL_REDIRECT


def _response(page: MadePage, sent: Mapping[str, Any], seen: str) -> HttpResponse:
    status, headers, body = page.answer(
        seen=seen,
        etag=sent.get("HTTP_IF_NONE_MATCH", ""),
        accepts=sent.get("HTTP_ACCEPT_ENCODING", ""),
    )
    return HttpResponse(body, status=status, headers=dict(headers))


def _key(path: str, query: str, parameters: Iterable[str], language: str) -> tuple[str, str]:
    """Return language and address without what makes no difference, and the version its reader has seen."""
    if not query:
        return f"{language} {path}", ""
    sent = dict(parse_qsl(query, max_num_fields=None))
    matter = [(name, sent[name]) for name in parameters if name in sent]
    address = f"{path}?{urlencode(matter)}" if matter else path
    return f"{language} {address}", sent.get(SEEN, "")


def seen_in(query: str) -> str:
    """Return the version that the reader of an address has seen, empty where it names none."""
    return _key("", query, (), "")[1]
