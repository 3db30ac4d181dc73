"""The ASGI application between the network and Django, with cached pages and scheduled threads.

A request is read completely before it takes a thread, and its response leaves the thread before it
is sent, so that no thread waits for a network, however slow a phone is. The event loop itself
returns a cached page while its version is known to be current. Otherwise one request creates the
page, and others for the same page wait for it without a thread.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import IO, Any, TypeVar
from wsgiref.types import WSGIApplication

from django.db import DatabaseError, InterfaceError, close_old_connections, connection

from tournament.extension import PUBLIC_PREFIXES, UNCACHED_COOKIES
from tournament.server.client_queue import Abuse, AbuseLog, FairThreadPool, QueueFull
from tournament.server.event_stream import PREFIX, EventStreams
from tournament.server.page_worker import PageWorker
from tournament.server.request import IncomingRequest, Scope
from tournament.server.request_bodies import (
    MAX_BYTES_IN_MEMORY,
    BodyReader,
    BodyTooLarge,
    ClientGone,
    TooManyBytesPending,
    is_logged_in,
)
from tournament.web.page_cache import CachedPage, cached_view_at, page_cache, page_key, seen_version

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[str, str]]
Result = TypeVar("Result")

CHUNK_BYTES = 64 * 1024
HALL_PREFIXES = tuple(prefix for row in PUBLIC_PREFIXES for prefix in row)
"""The prefixes of pages for players and screens, which have their own threads so that the desk never waits."""
PAGE_PROCESS_PREFIXES = tuple(
    prefix for row in PUBLIC_PREFIXES for prefix, apart in row.items() if apart
)
"""The prefixes of pages that the page process creates while the hall is busy."""
HEALTH_PATH = "/health/"
"""The health check for a proxy: 200 while the database responds, otherwise 503."""
DESK_THREADS = 8
DESK_AT_ONCE = 1
"""The number of short pieces of desk work that run in parallel.

In a test with eight writers on SQLite, one request in a hundred waited longer than 328 ms with
eight pieces in parallel, 281 ms with two and 261 ms with one.
"""
HALL_THREADS = 3
STALE_SECONDS = 2.0
"""The time in seconds for which a page may be stale while all hall threads are busy.

Results arrive faster than the pages of a large field are created, and the desk needs the processor
too.
"""
MANY_VISITORS = 10
"""The number of phones at which the page process is started in advance."""
MAX_VISITORS = 5000
"""The maximum number of visitor addresses remembered."""
log = logging.getLogger("ninetimer.server")


@dataclass
class Response:
    """A complete response: status, headers, and the body positioned at its start."""

    status: int
    headers: Headers
    body: IO[bytes] | bytes


class Gateway:
    """The ASGI application."""

    def __init__(self, application: WSGIApplication, *, elsewhere: bool = False) -> None:
        """Create the application; with `elsewhere`, a separate process creates a busy hall's pages."""
        self.application = application
        self.page_process = PageWorker() if elsewhere else None
        self.abuse_log = AbuseLog()
        self.bodies = BodyReader()
        self.hall_host = ""
        """This computer's address on the hall's network; empty while the hall has no access."""
        self.visitors: set[str] = set()
        """The addresses of clients that used the hall's address."""
        self._desk = FairThreadPool("desk", DESK_THREADS, short=DESK_AT_ONCE)
        self._hall = FairThreadPool("hall", HALL_THREADS)
        self._asking = FairThreadPool("version", 1, at_once=1)
        self._being_made: dict[str, asyncio.Future[None]] = {}
        self.event_streams = EventStreams(self._current_version)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request; ignore other messages, and clients that have left."""
        if scope["type"] != "http":
            return
        request = IncomingRequest.from_scope(scope)
        by_the_door = self.hall_host and (scope.get("server") or ("",))[0] == self.hall_host
        if by_the_door and request.address != self.hall_host and len(self.visitors) < MAX_VISITORS:
            self.visitors.add(request.address)
            if self.page_process and len(self.visitors) == MANY_VISITORS:
                self.page_process.begin()
        try:
            if await self._serve_event_stream(request, receive, send):
                return
            if scope["path"] == HEALTH_PATH:
                answered = await self._health_response()
            else:
                answered = await self._answer(request, receive)
        except ClientGone:
            return
        except BodyTooLarge:
            answered = _plain_response(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        except TooManyBytesPending:
            answered = _plain_response(HTTPStatus.SERVICE_UNAVAILABLE)
        except QueueFull:
            self.abuse_log.add(request.address, Abuse.FLOOD)
            answered = _plain_response(HTTPStatus.TOO_MANY_REQUESTS)
        try:
            await _send(send, answered, without_body=scope["method"] == "HEAD")
        finally:
            if not isinstance(answered.body, bytes):
                answered.body.close()

    def stop(self) -> None:
        """Accept no more work, and end the page process."""
        for lane in (self._desk, self._hall, self._asking):
            lane.stop()
        if self.page_process:
            self.page_process.stop()

    async def _serve_event_stream(
        self, request: IncomingRequest, receive: Receive, send: Send
    ) -> bool:
        """Serve an event stream until the client leaves, and return whether one was served."""
        path = str(request.scope["path"])
        if (
            not path.startswith(PREFIX)
            or request.scope["method"] != "GET"
            or not request.is_for_this_host
        ):
            return False
        return await self.event_streams.serve(path.removeprefix(PREFIX).strip("/"), receive, send)

    async def _health_response(self) -> Response:
        """Return a response with status 200 if the database responds, and 503 if it does not."""

        def query_database() -> None:
            try:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT 1")
            finally:
                close_old_connections()

        try:
            await self._asking.run("", query_database)
        except (DatabaseError, InterfaceError):
            return _plain_response(HTTPStatus.SERVICE_UNAVAILABLE)
        return _plain_response(HTTPStatus.OK)

    async def _answer(self, request: IncomingRequest, receive: Receive) -> Response:
        path = request.path
        view = cached_view_at(path) if self._may_be_cached(request) else None
        if view is None or view.is_counted:
            return await self._answer_in_thread(request, receive)
        for waited in (False, True):
            version = await self._current_version(view.event)
            response = self._find_cached_page(request, version=version) if version else None
            if response is None and self._hall.is_busy:
                response = self._find_cached_page(request, since=time.monotonic() - STALE_SECONDS)
            if response is not None:
                return response
            # The first request creates the page; the others look for it again afterwards.
            key = page_key(path, request.query, request.language)
            making = self._being_made.get(key)
            if making is None:
                return await self._share_work(key, lambda: self._answer_in_thread(request, receive))
            await asyncio.wait([making])
            if waited and (response := self._find_cached_page(request)) is not None:
                return response  # started after this request arrived, so it includes every earlier change
        return await self._answer_in_thread(request, receive)

    @staticmethod
    def _may_be_cached(request: IncomingRequest) -> bool:
        return (
            request.is_read_only
            and request.is_for_this_host
            and not any(cookie in request.headers.get("cookie", "") for cookie in UNCACHED_COOKIES)
        )

    async def _current_version(self, key: str) -> str:
        """Return the current version of the event or board with this key, or "" if there is none."""
        version = page_cache.versions.known_version(key)
        if version is None:
            asking = self._being_made.get(key)
            if asking is not None:
                await asyncio.wait([asking])
            else:
                await self._share_work(key, lambda: self._refresh_version(key))
            version = page_cache.versions.known_version(key)
        return version or ""

    @staticmethod
    def _find_cached_page(
        request: IncomingRequest, *, version: str | None = None, since: float = 0.0
    ) -> Response | None:
        """Return the cached page of this version, or None if there is none.

        Without a `version`, any version that was current at or after `since` is returned.
        """
        page = page_cache.find(request.path, request.query, version, request.language, since=since)
        return _cached_page_response(request, page) if page else None

    async def _refresh_version(self, event: str) -> None:
        def read_version() -> None:
            try:
                page_cache.versions.version_of(event)
            finally:
                close_old_connections()

        with suppress(Exception):  # the requested page reports the fault
            await self._asking.run("", read_version)

    async def _share_work(self, what: str, work: Callable[[], Awaitable[Result]]) -> Result:
        """Return the result of some work; until it ends, others can wait for it under the name `what`."""
        done = self._being_made[what] = asyncio.get_running_loop().create_future()
        try:
            return await work()
        finally:
            del self._being_made[what]
            done.set_result(None)

    async def _answer_in_thread(self, request: IncomingRequest, receive: Receive) -> Response:
        announced = request.headers.get("content-length", "")
        body = await self.bodies.read(announced, receive, lambda: self._is_logged_in(request))
        is_of_hall = request.path.startswith(HALL_PREFIXES)
        lane = self._hall if is_of_hall else self._desk
        if is_of_hall and self.page_process and lane.is_busy:
            self.page_process.begin()
        try:
            return await lane.run(request.address, lambda: self._create_response(request, body))
        finally:
            self.bodies.release(body)

    async def _is_logged_in(self, request: IncomingRequest) -> bool:
        """Return whether the request belongs to a logged-in user, using the thread that also reads versions."""

        def check_session() -> bool:
            try:
                return is_logged_in(request.headers.get("cookie", ""))
            finally:
                close_old_connections()

        return await self._asking.run("", check_session)

    def _create_response(self, request: IncomingRequest, body: IO[bytes]) -> Response:
        """Create a response in this thread, or in the page process for read-only requests to its pages.

        If the page process does not respond, this thread creates the response.
        """
        if (
            self.page_process
            and self.page_process.is_ready
            and request.is_read_only
            and request.is_for_this_host
            and request.path.startswith(PAGE_PROCESS_PREFIXES)
        ):
            made = self.page_process.response_to(request.environ(body))
            if made is not None and made.page:
                page_cache.store_page(request.path, request.query, made.page)
                return _cached_page_response(request, made.page)
            if made is not None:
                return Response(made.status, made.headers, made.body)
        return _call_django(self.application, request, body)


def _cached_page_response(request: IncomingRequest, page: CachedPage) -> Response:
    """Return the page in the requested form: compressed, or without a body if the client has it."""
    tag, accepts = (request.headers.get(name, "") for name in ("if-none-match", "accept-encoding"))
    return Response(
        *page.response_parts(seen=seen_version(request.query), etag=tag, accepts=accepts)
    )


def _call_django(
    application: WSGIApplication, request: IncomingRequest, body: IO[bytes]
) -> Response:
    """Call Django in this thread and return its complete response, or one with status 500 after an exception."""
    started: list[Any] = []
    written: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=MAX_BYTES_IN_MEMORY)  # noqa: SIM115 - closed once it is sent

    def start_response(status: str, headers: Headers, *_failure: Any) -> Callable[[bytes], object]:
        started[:] = status, headers
        return written.write

    try:
        pieces: Iterable[bytes] = application(request.environ(body), start_response)
        try:
            for piece in pieces:
                written.write(piece)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
    except Exception:
        log.exception("%s %s", request.scope["method"], request.scope["path"])
        written.close()
        return _plain_response(HTTPStatus.INTERNAL_SERVER_ERROR)
    status, headers = started
    written.seek(0)
    return Response(int(status.split()[0]), headers, written)


def _plain_response(status: HTTPStatus) -> Response:
    """Return a plain-text response that closes the connection; 429 and 503 ask the client to wait 5 seconds."""
    body = f"{status.phrase}\n".encode()
    headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
    ]
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers.append(("Retry-After", "5"))
    return Response(status, headers, body)


async def _send(send: Send, answered: Response, *, without_body: bool = False) -> None:
    headers = [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in answered.headers
    ]
    await send({"type": "http.response.start", "status": int(answered.status), "headers": headers})
    body = answered.body
    if isinstance(body, bytes):
        await send({"type": "http.response.body", "body": b"" if without_body else body})
        return
    piece = body.read(CHUNK_BYTES)
    while following := body.read(CHUNK_BYTES):
        await send({"type": "http.response.body", "body": piece, "more_body": True})
        piece = following
    await send({"type": "http.response.body", "body": piece})
