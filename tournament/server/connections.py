"""Open connections, and the end of those that are silent or never read their answers.

uvicorn closes idle connections between requests (`timeout_keep_alive`); it has no limit for the head of a request,
for a slow reader, or for the connections of one address.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tournament.server.client_queue import Complaint, Complaints

HEAD_SECONDS = 20.0
"""Seconds for the head of a request to come, from the opening of a connection or its first byte."""
READ_SECONDS = 20.0
"""Seconds in which a client must read some of what waits for it."""
BODY_SECONDS = 60.0
"""Seconds in which a client must send more of a body it began."""
MAX_HEAD_BYTES = 16 * 1024
"""Bytes of a request before its body."""


class HeadTooLong(Exception):
    """The head of a request is longer than any browser's."""


class Connection(HttpToolsProtocol):
    """One connection, with what is needed to see whether it moves."""

    opened_at = 0.0
    heard_at = 0.0
    head_began: float | None = None
    """When the head of a request began to come that has not come to its end."""
    head_bytes = 0
    """Bytes read of a head that has not come to its end."""
    header_bytes = 0
    unread: tuple[int, float] = (0, 0.0)
    """Bytes that wait to be read at the other end, and since when there are not fewer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Note when it began."""
        super().connection_made(transport)
        self.opened_at = self.heard_at = time.monotonic()
        self.head_began = self.opened_at

    def data_received(self, data: bytes) -> None:
        """Note when something came. A head that never ends is cut off; a whole one that is too long gets a 400."""
        self.heard_at = time.monotonic()
        super().data_received(data)
        if self.head_began is not None:
            self.head_bytes += len(data)
            if self.head_bytes > MAX_HEAD_BYTES:
                self.transport.abort()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Refuse a head that is too long, also behind a body."""
        self.header_bytes += len(name) + len(value)
        if len(self.url) + self.header_bytes > MAX_HEAD_BYTES:
            raise HeadTooLong
        super().on_header(name, value)

    def on_message_begin(self) -> None:
        """Note when a request began."""
        super().on_message_begin()
        self.head_began, self.head_bytes, self.header_bytes = time.monotonic(), 0, 0

    def on_headers_complete(self) -> None:
        """Note that its head is complete."""
        self.head_began = None
        super().on_headers_complete()

    @property
    def address(self) -> str:
        """The address at the other end."""
        return self.client[0] if self.client else ""

    @property
    def is_idle(self) -> bool:
        """Return whether no request is under way and no answer waits to be read."""
        return (
            self.cycle is None or self.cycle.response_complete
        ) and not self.transport.get_write_buffer_size()

    def complaint(self, now: float) -> Complaint | None:
        """Return why the connection is to be ended; None for one that moves."""
        waiting = self.transport.get_write_buffer_size()
        before, since = self.unread
        if not before or waiting < before:
            self.unread = (waiting, now)
        else:
            self.unread = (waiting, since)
            if now - since > READ_SECONDS:
                return Complaint.SLOW
        if self.head_began is not None and now - self.head_began > HEAD_SECONDS:
            return Complaint.SILENT
        half_sent = (
            self.cycle is not None and self.cycle.more_body and not self.cycle.response_complete
        )
        if half_sent and now - self.heard_at > BODY_SECONDS:
            return Complaint.SILENT
        return None


def end_stalled(connections: set[Any], complaints: Complaints) -> None:
    """End every connection on which nothing moves, and note its address."""
    now = time.monotonic()
    for connection in list(connections):
        if isinstance(connection, Connection) and (complaint := connection.complaint(now)):
            complaints.add(connection.address, complaint)
            connection.transport.abort()


def make_room(connections: set[Any], most: int, complaints: Complaints) -> None:
    """End idle connections of the address that has most, where there are more than this computer can hold."""
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
        complaints.add(address, Complaint.SILENT)
        oldest = min(of[address], key=lambda connection: connection.opened_at)
        of[address].remove(oldest)
        oldest.transport.abort()
