"""Event streams that tell open pages about changes, over connections held by the event loop.

A stream (`/bell/EVENT/...`) sends only the version of its page whenever it changes; the client then
loads the page in the usual way from the cache. Streams use no threads. A client without a stream
polls every few seconds instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from scoring.signals import log_written

PREFIX = "/bell/"
MAX_LISTENERS = 1000
"""The maximum number of clients with a stream; others poll."""
LOOK_EVERY_SECONDS = 2.0
"""The interval in seconds for checking versions, since another process may have written."""
HEARTBEAT_SECONDS = 15.0
"""The seconds of silence after which a stream sends a heartbeat."""
_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


@dataclass(eq=False)
class _VersionListeners:
    """The listeners for the versions of one page, and its latest version."""

    version: str = ""
    listeners: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def notify(self, version: str) -> None:
        """Notify all current listeners; later ones wait for the next change."""
        self.version = version
        self.changed.set()
        self.changed = asyncio.Event()


class EventStreams:
    """All clients with an event stream.

    `ask` returns the version for a key, or an empty string if no page has that key.
    """

    def __init__(self, ask: Callable[[str], Awaitable[str]]) -> None:
        self._ask = ask
        self._lines: dict[str, _VersionListeners] = {}
        self._written = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        log_written.connect(self._on_written, weak=True)

    @property
    def listeners(self) -> int:
        """The number of listening clients."""
        return sum(line.listeners for line in self._lines.values())

    async def serve(self, key: str, receive: Receive, send: Send) -> bool:
        """Send the current version of `key` and every new one until the client leaves, then return True.

        Return False without sending anything if there are too many listeners or `key` has no version.
        """
        if self.listeners >= MAX_LISTENERS:
            return False
        line = self._lines.get(key)
        if line is None:
            version = await self._ask(key)
            if not version:
                return False
            line = self._lines.setdefault(key, _VersionListeners(version))
        if self._looking is None:
            self._loop = asyncio.get_running_loop()
            self._looking = asyncio.create_task(self._notify_of_changes())
        line.listeners += 1
        gone = asyncio.ensure_future(_wait_for_disconnect(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await _send_version(send, line.version)
            while not gone.done():
                await self._send_next_version(line, gone, send)
        finally:
            gone.cancel()
            line.listeners -= 1
            if not line.listeners:
                self._lines.pop(key, None)
        return True

    async def _send_next_version(
        self, line: _VersionListeners, gone: asyncio.Future[Any], send: Send
    ) -> None:
        """Wait for the next version and send it, or a heartbeat if none comes in time.

        Nothing is sent to a client that has left.
        """
        ringing = asyncio.ensure_future(line.changed.wait())
        try:
            await asyncio.wait(
                (ringing, gone), timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            if not gone.done():
                await _send_version(send, line.version if ringing.done() else "")
        finally:
            ringing.cancel()

    def _on_written(self, **_signal: Any) -> None:
        """Wake the event loop; called in the thread that wrote."""
        if self._loop is not None and self._lines:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._written.set)

    async def _notify_of_changes(self) -> None:
        """Notify listeners of changed versions, those with the most listeners first."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._written.wait(), LOOK_EVERY_SECONDS)
            self._written.clear()
            for key, line in sorted(self._lines.items(), key=lambda row: -row[1].listeners):
                version = await self._ask(key)
                if version and version != line.version:
                    line.notify(version)


async def _wait_for_disconnect(receive: Receive) -> None:
    """Wait until the client leaves."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_version(send: Send, version: str) -> None:
    """Send a version, or a comment if it is empty."""
    body = f"data: {version}\n\n" if version else ":\n\n"
    await send({"type": "http.response.body", "body": body.encode(), "more_body": True})
