"""Read request bodies, with limits per request and for all requests together."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable, MutableMapping
from importlib import import_module
from typing import IO, Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import parse_cookie

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

MAX_BYTES = 64 * 1024 * 1024
"""The largest request from a logged-in user, in bytes.

Pages refuse uploads larger than `UPLOAD_LIMIT` with a message; above `MAX_BYTES`, the server only returns
an error status.
"""
MAX_BYTES_OF_STRANGERS = 64 * 1024
"""The largest request from any other client, in bytes; a report, registration or password is far smaller."""
MAX_BYTES_TOGETHER = 256 * 1024 * 1024
"""The largest total of all requests in progress, in bytes."""
MAX_BYTES_IN_MEMORY = 1024 * 1024
"""The number of bytes up to which a request or response is held in memory; longer ones use a file."""


class BodyTooLarge(Exception):
    """A request exceeds its size limit."""


class TooManyBytesPending(Exception):
    """The requests in progress exceed their total size limit."""


class ClientGone(Exception):
    """The client has closed the connection."""


class BodyReader:
    """A reader of request bodies that enforces the limits."""

    def __init__(self) -> None:
        self.bytes_under_way = 0

    async def read(
        self, announced: str, receive: Receive, may_be_large: Callable[[], Awaitable[bool]]
    ) -> IO[bytes]:
        """Return the body of a request once it is complete.

        `announced` is the Content-Length header, or "" without one. `may_be_large` returns whether the
        request belongs to a logged-in user. Raise `BodyTooLarge` or `TooManyBytesPending` above a limit, and
        `ClientGone` if the client disconnects. The bytes count as in progress until `release`.
        """
        limit = MAX_BYTES_OF_STRANGERS
        expected = int(announced) if announced.isdecimal() else 0
        if expected > limit:
            limit = await self._raised_limit(expected, may_be_large)
        body = tempfile.SpooledTemporaryFile(max_size=MAX_BYTES_IN_MEMORY)  # noqa: SIM115 - closed by the caller
        size, more = 0, True
        try:
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientGone
                piece = message.get("body", b"")
                if size + len(piece) > limit:
                    limit = await self._raised_limit(size + len(piece), may_be_large)
                if self.bytes_under_way + len(piece) > MAX_BYTES_TOGETHER:
                    raise TooManyBytesPending
                size += len(piece)
                self.bytes_under_way += len(piece)
                body.write(piece)
                more = message.get("more_body", False)
        except BaseException:
            self.bytes_under_way -= size
            body.close()
            raise
        body.seek(0)
        return body

    def release(self, body: IO[bytes]) -> None:
        """Close a body and stop counting its bytes as in progress."""
        self.bytes_under_way -= body.seek(0, 2)
        body.close()

    @staticmethod
    async def _raised_limit(size: int, may_be_large: Callable[[], Awaitable[bool]]) -> int:
        if size > MAX_BYTES or not await may_be_large():
            raise BodyTooLarge
        return MAX_BYTES


def is_logged_in(cookie: str) -> bool:
    """Return whether a Cookie header contains the session of a logged-in user. This takes at most one query."""
    key = parse_cookie(cookie).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return False
    return SESSION_KEY in import_module(settings.SESSION_ENGINE).SessionStore(key)
