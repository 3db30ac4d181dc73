"""What stands between the network and Django: finished pages from memory, all else in threads, in turn.

An ASGI application around a WSGI one. A request is read to its end before it takes a thread, and its answer
leaves the thread before it is sent: no thread waits for a network, however slow a phone is. A page that is made
once is handed out by the loop itself while its version is known to be fresh; when it is not, one request makes
it and those who ask for the same page meanwhile wait for that one, without a thread.
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

from tournament.server.bell import BELL, Bell
from tournament.server.bodies import (
    MAX_BYTES_IN_MEMORY,
    Bodies,
    ClientGone,
    TooLarge,
    TooMuchUnderWay,
    is_logged_in,
)
from tournament.server.callers import Complaint, Complaints, Lane, TooMany
from tournament.server.incoming import IncomingRequest, Scope
from tournament.server.page_process import PageProcess
from tournament.web.access import KIOSK_COOKIE
from tournament.web.made_once import STATE, MadePage, made_pages, seen_in

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[str, str]]
Result = TypeVar("Result")

PIECE = 64 * 1024
OF_THE_HALL = ("/hall/", "/me/", "/screen/", "/kiosk/", "/stream/", "/api/")
"""Where pages for players and screens begin: they have threads of their own, so that the desk never waits for them."""
MADE_ELSEWHERE = ("/hall/", "/me/", "/screen/", "/stream/")
"""Those that the process for pages makes while the hall is busy."""
HEALTH = "/health/"
"""Where a proxy asks whether this process can answer: 200 while its database answers, else 503."""
COUNTED = "/api/"
"""Where middleware counts every request, so that the loop hands out nothing by itself."""
OFTEN_MADE_ONCE = ("/hall/", "/screen/", "/stream/")
DESK_THREADS = 8
DESK_AT_ONCE = 1
"""Short pieces of work of the desk side by side. Of eight writers on SQLite the slowest hundredth waited 328 ms
with eight, 281 with two, 261 with one."""
HALL_THREADS = 3
MOST_BEHIND = 2.0
"""Seconds that a page may be behind while all threads of the hall are busy: results come faster than the pages
of a large field are made, and the desk needs the processor too."""
MANY_VISITORS = 10
"""From so many phones on the process for pages is started, before they are all busy."""
MOST_COUNTED = 5000
"""Addresses that are remembered as having come."""
log = logging.getLogger("ninetimer.server")


@dataclass
class Answered:
    """A finished answer: status, headers, and the body from its beginning."""

    status: int
    headers: Headers
    body: IO[bytes] | bytes


class Front:
    """The ASGI application."""

    def __init__(self, application: WSGIApplication, *, elsewhere: bool = False) -> None:
        """`elsewhere`: a busy hall's pages are made by a process of their own."""
        self.application = application
        self.page_process = PageProcess() if elsewhere else None
        self.complaints = Complaints()
        self.bodies = Bodies()
        self.hall_host = ""
        """The laptop's address in the hall's network; empty while nobody is let in."""
        self.visitors: set[str] = set()
        """The addresses that came by that one."""
        self._desk = Lane("desk", DESK_THREADS, short=DESK_AT_ONCE)
        self._hall = Lane("hall", HALL_THREADS)
        self._asking = Lane("version", 1, at_once=1)
        self._being_made: dict[str, asyncio.Future[None]] = {}
        self.bell = Bell(self._version)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        request = IncomingRequest.read(scope)
        by_the_door = self.hall_host and (scope.get("server") or ("",))[0] == self.hall_host
        if by_the_door and request.address != self.hall_host and len(self.visitors) < MOST_COUNTED:
            self.visitors.add(request.address)
            if self.page_process and len(self.visitors) == MANY_VISITORS:
                self.page_process.begin()
        try:
            if await self._listens(request, receive, send):
                return
            if scope["path"] == HEALTH:
                answered = await self._health()
            else:
                answered = await self._answer(request, receive)
        except ClientGone:
            return
        except TooLarge:
            answered = _bare(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        except TooMuchUnderWay:
            answered = _bare(HTTPStatus.SERVICE_UNAVAILABLE)
        except TooMany:
            self.complaints.add(request.address, Complaint.FLOOD)
            answered = _bare(HTTPStatus.TOO_MANY_REQUESTS)
        try:
            await _send(send, answered, without_body=scope["method"] == "HEAD")
        finally:
            if not isinstance(answered.body, bytes):
                answered.body.close()

    def stop(self) -> None:
        """Take no more work."""
        for lane in (self._desk, self._hall, self._asking):
            lane.stop()
        if self.page_process:
            self.page_process.stop()

    async def _listens(self, request: IncomingRequest, receive: Receive, send: Send) -> bool:
        """Whether somebody asked for the bell and was let listen, until they left."""
        path = str(request.scope["path"])
        if not path.startswith(BELL) or request.scope["method"] != "GET" or not request.is_for_here:
            return False
        return await self.bell.listen(path.removeprefix(BELL).strip("/"), receive, send)

    async def _health(self) -> Answered:
        """Whether the database answers, asked by the thread that asks for versions."""

        def ask() -> None:
            try:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT 1")
            finally:
                close_old_connections()

        try:
            await self._asking.run("", ask)
        except (DatabaseError, InterfaceError):
            return _bare(HTTPStatus.SERVICE_UNAVAILABLE)
        return _bare(HTTPStatus.OK)

    async def _version(self, key: str) -> str:
        """The version of an event or a board as it is now."""
        version = made_pages.versions.fresh(key)
        if version is None:
            await self._ask_version(key)
            version = made_pages.versions.fresh(key)
        return version or ""

    async def _answer(self, request: IncomingRequest, receive: Receive) -> Answered:
        path = request.scope["path"]
        is_kiosk = KIOSK_COOKIE in request.headers.get("cookie", "")  # locked into its own pages
        is_counted = path.startswith(COUNTED)
        if request.is_read_only and request.is_for_here and not is_kiosk and not is_counted:
            for waited in (False, True):
                event = made_pages.event_of(path)
                if event is None and not path.startswith(OFTEN_MADE_ONCE):
                    break
                if event is not None:
                    answer = await self._in_memory(request, event)
                    if answer is not None:
                        return answer
                    if self._hall.is_busy:
                        now = time.monotonic()
                        answer = self._as_made(request, version=None, since=now - MOST_BEHIND)
                        if answer is not None:
                            return answer
                # Whoever comes first makes it; the others look again when it is there.
                key = made_pages.key(path, request.query, request.language)
                making = self._being_made.get(key)
                if making is None:
                    return await self._only_one(key, lambda: self._in_a_thread(request, receive))
                await asyncio.wait([making])
                if waited:
                    # Begun after this was asked for: new enough, whatever was written since.
                    answer = self._as_made(request, version=None)
                    if answer is not None:
                        return answer
        return await self._in_a_thread(request, receive)

    async def _in_memory(self, request: IncomingRequest, event: str) -> Answered | None:
        """Return the page as it was made before; None where there is none of the version of now."""
        versions = made_pages.versions
        version = versions.fresh(event)
        if version is None:
            asking = self._being_made.get(event)
            if asking is not None:
                await asyncio.wait([asking])
            else:
                await self._only_one(event, lambda: self._ask_version(event))
            version = versions.fresh(event)
        return self._as_made(request, version=version) if version else None

    def _as_made(
        self, request: IncomingRequest, *, version: str | None, since: float = 0.0
    ) -> Answered | None:
        """Return the page as it was made, of this version or of any since a moment; None where there is none."""
        path = request.scope["path"]
        page, seen = made_pages.find(path, request.query, version, request.language, since=since)
        return _as_asked(request, page, seen) if page else None

    async def _ask_version(self, event: str) -> None:
        def ask() -> None:
            try:
                made_pages.versions.ask(event)
            finally:
                close_old_connections()

        with suppress(Exception):  # the page that is asked for says what is the matter
            await self._asking.run("", ask)

    async def _only_one(self, what: str, work: Callable[[], Awaitable[Result]]) -> Result:
        """Do some work while others may wait for its end."""
        done = self._being_made[what] = asyncio.get_running_loop().create_future()
        try:
            return await work()
        finally:
            del self._being_made[what]
            done.set_result(None)

    async def _in_a_thread(self, request: IncomingRequest, receive: Receive) -> Answered:
        announced = request.headers.get("content-length", "")
        body = await self.bodies.read(announced, receive, lambda: self._is_logged_in(request))
        is_of_hall = request.scope["path"].startswith(OF_THE_HALL)
        lane = self._hall if is_of_hall else self._desk
        if is_of_hall and self.page_process and lane.is_busy:
            self.page_process.begin()
        try:
            return await lane.run(request.address, lambda: self._make(request, body))
        finally:
            self.bodies.release(body)

    async def _is_logged_in(self, request: IncomingRequest) -> bool:
        """Return whether the request belongs to a log-in, read by the thread that asks for versions."""

        def ask() -> bool:
            try:
                return is_logged_in(request.headers.get("cookie", ""))
            finally:
                close_old_connections()

        return await self._asking.run("", ask)

    def _make(self, request: IncomingRequest, body: IO[bytes]) -> Answered:
        """Make an answer: in this thread, or what the hall only reads in the process for it."""
        if (
            self.page_process
            and self.page_process.is_ready
            and request.is_read_only
            and request.is_for_here
            and request.scope["path"].startswith(MADE_ELSEWHERE)
        ):
            environ = request.environ(body)
            event = made_pages.event_of(str(request.scope["path"]))
            version = made_pages.versions.fresh(event) if event else None
            if event and version:
                environ[STATE] = (event, version, made_pages.versions.languages.get(event, ""))
            answer = self.page_process.ask(environ)
            if answer is not None and answer.made and answer.page:
                path = str(request.scope["path"])
                made_pages.put(path, request.query, answer.made, answer.page)
                return _as_asked(request, answer.page, seen_in(request.query))
            if answer is not None:
                return Answered(answer.status, answer.headers, answer.body)
        return _ask(self.application, request, body)


def _as_asked(request: IncomingRequest, page: MadePage, seen: str) -> Answered:
    """Return a page as its reader wants it: packed, or not at all where it has been seen."""
    tag, accepts = (request.headers.get(name, "") for name in ("if-none-match", "accept-encoding"))
    return Answered(*page.answer(seen=seen, etag=tag, accepts=accepts))


def _ask(application: WSGIApplication, request: IncomingRequest, body: IO[bytes]) -> Answered:
    """Ask Django, in a thread, and return the whole answer."""
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
        return _bare(HTTPStatus.INTERNAL_SERVER_ERROR)
    status, headers = started
    written.seek(0)
    return Answered(int(status.split()[0]), headers, written)


def _bare(status: HTTPStatus) -> Answered:
    """Return an answer without a page, after which the connection is closed."""
    body = f"{status.phrase}\n".encode()
    headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
    ]
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers.append(("Retry-After", "5"))
    return Answered(status, headers, body)


async def _send(send: Send, answered: Answered, *, without_body: bool = False) -> None:
    headers = [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in answered.headers
    ]
    await send({"type": "http.response.start", "status": int(answered.status), "headers": headers})
    body = answered.body
    if isinstance(body, bytes):
        await send({"type": "http.response.body", "body": b"" if without_body else body})
        return
    piece = body.read(PIECE)
    while following := body.read(PIECE):
        await send({"type": "http.response.body", "body": piece, "more_body": True})
        piece = following
    await send({"type": "http.response.body", "body": piece})
