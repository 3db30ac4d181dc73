"""Track open connections, and close those that are silent or never read their responses.

uvicorn closes idle connections between requests (`timeout_keep_alive`), but has no limit for the
head of a request, for slow readers, or for the connections of one address.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tournament.server.client_queue import Abuse, AbuseLog

HEAD_SECONDS = 20.0
"""The time in seconds within which the head of a request must arrive.

It is counted from the connection's opening or from the first byte of the head.
"""
READ_SECONDS = 20.0
"""The time in seconds within which a client must read some of the waiting data."""
BODY_SECONDS = 60.0
"""The time in seconds within which a client must send more of a body."""
MAX_HEAD_BYTES = 16 * 1024
"""The largest request head in bytes."""


class HeadTooLong(Exception):
    """The head of a request is longer than any browser sends."""


class Connection(HttpToolsProtocol):
    """A connection that records whether it makes progress."""

    opened_at = 0.0
    heard_at = 0.0
    head_began: float | None = None
    """The start time of a request head that is still incomplete; None while no head is expected."""
    head_bytes = 0
    """The number of bytes received of an incomplete head."""
    header_bytes = 0
    unread: tuple[int, float] = (0, 0.0)
    """The number of bytes waiting to be read by the client, and the time since which it has not decreased."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Record the start of the connection."""
        super().connection_made(transport)
        self.opened_at = self.heard_at = time.monotonic()
        self.head_began = self.opened_at

    def data_received(self, data: bytes) -> None:
        """Record the time of the data, and abort the connection if a head that is still incomplete is too long.

        A complete head that is too long gets a 400 response.
        """
        self.heard_at = time.monotonic()
        super().data_received(data)
        if self.head_began is not None:
            self.head_bytes += len(data)
            if self.head_bytes > MAX_HEAD_BYTES:
                self.transport.abort()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Raise `HeadTooLong` if the head of the current request is too long."""
        self.header_bytes += len(name) + len(value)
        if len(self.url) + self.header_bytes > MAX_HEAD_BYTES:
            raise HeadTooLong
        super().on_header(name, value)

    def on_message_begin(self) -> None:
        """Record the start of a request."""
        super().on_message_begin()
        self.head_began, self.head_bytes, self.header_bytes = time.monotonic(), 0, 0

    def on_headers_complete(self) -> None:
        """Record the end of the head."""
        self.head_began = None
        super().on_headers_complete()

    @property
    def address(self) -> str:
        """The client's address, or "" if it is unknown."""
        return self.client[0] if self.client else ""

    @property
    def is_idle(self) -> bool:
        """Whether no request is in progress and no response is waiting to be read."""
        return (
            self.cycle is None or self.cycle.response_complete
        ) and not self.transport.get_write_buffer_size()

    def detect_abuse(self, now: float) -> Abuse | None:
        """Return the kind of abuse for which the connection must be closed, or None if it makes progress.

        Call it regularly: it also records how much the client has left unread.
        """
        waiting = self.transport.get_write_buffer_size()
        before, since = self.unread
        if not before or waiting < before:
            self.unread = (waiting, now)
        else:
            self.unread = (waiting, since)
            if now - since > READ_SECONDS:
                return Abuse.SLOW
        if self.head_began is not None and now - self.head_began > HEAD_SECONDS:
            return Abuse.SILENT
        half_sent = (
            self.cycle is not None and self.cycle.more_body and not self.cycle.response_complete
        )
        if half_sent and now - self.heard_at > BODY_SECONDS:
            return Abuse.SILENT
        return None


def close_stalled_connections(connections: set[Any], abuse_log: AbuseLog) -> None:
    """Close every connection that is making no progress, and record the abuse under its address."""
    now = time.monotonic()
    for connection in list(connections):
        if isinstance(connection, Connection) and (complaint := connection.detect_abuse(now)):
            abuse_log.add(connection.address, complaint)
            connection.transport.abort()


def close_idle_connections(connections: set[Any], most: int, abuse_log: AbuseLog) -> None:
    """Close idle connections while more than `most` are open, starting at the addresses with the most idle ones.

    Each is recorded under its address as `Abuse.SILENT`.
    """
    if len(connections) <= most:
        return
    of: dict[str, list[Connection]] = {}
    for connection in connections:
        if isinstance(connection, Connection) and connection.is_idle:
            of.setdefault(connection.address, []).append(connection)
    for _ in range(len(connections) - most):
        address = max(of, key=lambda name: len(of[name]), default="")
        if not of.get(address):
            return
        abuse_log.add(address, Abuse.SILENT)
        oldest = min(of[address], key=lambda connection: connection.opened_at)
        of[address].remove(oldest)
        oldest.transport.abort()
