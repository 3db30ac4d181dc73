"""Event streams of the shipped server: a live board gets each turn at once, a silent one gets none."""

import http.client
import time
from contextlib import closing, contextmanager, suppress
from urllib.parse import urlsplit

import pytest

from tests.helping import Browser
from tests.installation import running

WITHIN = 1.0
"""Seconds from Enter to the viewers."""


@pytest.fixture(scope="module")
def event(fresh_installation, tmp_path_factory):
    """Return an installation with an event in the middle of a round, and the event's slug."""
    installation = fresh_installation.copied(tmp_path_factory.mktemp("bell") / "data")
    made = ("simulate_event", "--players", "4", "--rounds", "2", "--stage", "half")
    return installation, installation.manage(*made).split()[-1]


@pytest.fixture(scope="module")
def server(event):
    with running(event[0]) as started:
        yield started


@contextmanager
def listen(server, key):
    """Open an event stream and yield the response."""
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=10)
    with closing(connection):
        connection.request("GET", f"/bell/{key}/", headers={"Accept": "text/event-stream"})
        answer = connection.getresponse()
        try:
            yield answer
        finally:
            with suppress(ValueError):  # the stream is cut off within a chunk
                answer.close()


def next_version(answer):
    """Return the next version on a stream and the time of its arrival."""
    while True:
        line = answer.readline().decode()
        assert line, "the stream ended"
        if line.startswith("data: "):
            return line[6:].strip(), time.monotonic()


def test_event_stream_reports_a_change_within_a_second(event, server):
    _installation, slug = event
    desk = Browser()
    desk.log_in(server.address)
    with listen(server, slug) as stream:
        assert stream.status == 200
        assert stream.getheader("Content-Type") == "text/event-stream"
        before, _at = next_version(stream)
        entered = time.monotonic()
        notice = {"kind": "text", "text": "Lunch"}
        assert desk.post(f"{server.address}/events/{slug}/room/", notice)[0] == 302
        after, at = next_version(stream)
    assert after != before
    assert at - entered < WITHIN


def test_unknown_event_stream_is_closed_without_reconnection(event, server):
    _installation, slug = event
    for key, status in (("no-such-event", 204), (f"{slug}/a/1/99", 204), (f"{slug}/a/1/1", 200)):
        with listen(server, key) as answer:
            assert answer.status == status
            assert next_version(answer)[0] if status == 200 else answer.read() == b""
