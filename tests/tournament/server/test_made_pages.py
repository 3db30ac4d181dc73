"""Pages that are made once, asked for by many while they are being made."""

import asyncio
import itertools
import time

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse

from tournament.server.front import Front
from tournament.web.made_once import Made, made_pages

PATH = "/hall/autumn-open/"
READERS = 20


class VersionsThatMoveOn:
    """An event in which something is written all the time: nobody finds the version of now."""

    languages: dict[str, str] = {}

    def __init__(self):
        self._numbers = itertools.count()

    def ask(self, _event):
        return str(next(self._numbers))

    fresh = ask

    def forget(self):
        """Nothing is believed anyway."""


def test_readers_who_come_while_a_page_is_made_wait_for_it_and_make_no_more(monkeypatch):
    made = []
    made_pages.forget()
    monkeypatch.setattr(made_pages, "versions", VersionsThatMoveOn())

    def application(environ, start_response):
        made.append(environ["PATH_INFO"])
        time.sleep(0.05)
        response = HttpResponse("the page")
        version = made_pages.versions.ask("autumn-open")
        made_pages.keep(
            WSGIRequest(environ), Made("autumn-open", version, (), time.monotonic()), response
        )
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

    async def read(front, reader):
        sent = []

        async def send(message):
            sent.append(message)

        await front(asked_for_by(reader), receive, send)
        return b"".join(message.get("body", b"") for message in sent)

    async def all_at_once():
        front = Front(application)
        try:
            assert await read(front, 0) == b"the page"
            return await asyncio.gather(*(read(front, reader) for reader in range(1, READERS + 1)))
        finally:
            front.stop()

    assert asyncio.run(all_at_once()) == [b"the page"] * READERS
    assert len(made) <= 4
    made_pages.forget()
