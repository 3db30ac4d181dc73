"""Cached pages requested by many clients while they are rendered."""

import asyncio
import itertools
import time

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse

from tournament.server.gateway import Gateway
from tournament.web.page_cache import page_cache

PATH = "/hall/autumn-open/"
READERS = 20


class VersionsThatMoveOn:
    """Versions of an event that changes all the time, so that no cached page is current."""

    languages: dict[str, str] = {}

    def __init__(self):
        self._numbers = itertools.count()

    def version_of(self, _event):
        return str(next(self._numbers))

    known_version = version_of

    def forget(self):
        """Do nothing, because no version is remembered."""


def test_concurrent_readers_wait_for_a_page_that_is_rendered_once(monkeypatch):
    made = []
    page_cache.forget()
    monkeypatch.setattr(page_cache, "versions", VersionsThatMoveOn())

    def application(environ, start_response):
        made.append(environ["PATH_INFO"])
        time.sleep(0.05)
        response = HttpResponse("the page")
        version = page_cache.versions.version_of("autumn-open")
        page_cache.store_response(WSGIRequest(environ), response, version, time.monotonic())
        start_response("200 OK", [("Content-Type", "text/html")])
        return [response.content]

    def asked_for_by(reader):
        return {
            "type": "http", "method": "GET", "path": PATH, "raw_path": PATH.encode(), "query_string": b"",
            "headers": [(b"host", b"localhost")], "client": (f"10.0.0.{reader}", 1), "scheme": "http",
            "server": ("127.0.0.1", 8000), "http_version": "1.1",
        }  # fmt: skip

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def read(gateway, reader):
        sent = []

        async def send(message):
            sent.append(message)

        await gateway(asked_for_by(reader), receive, send)
        return b"".join(message.get("body", b"") for message in sent)

    async def all_at_once():
        gateway = Gateway(application)
        try:
            assert await read(gateway, 0) == b"the page"
            return await asyncio.gather(
                *(read(gateway, reader) for reader in range(1, READERS + 1))
            )
        finally:
            gateway.stop()

    assert asyncio.run(all_at_once()) == [b"the page"] * READERS
    assert len(made) <= 4
    page_cache.forget()
