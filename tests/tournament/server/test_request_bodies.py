"""Limits on request bodies: unfinished posts use little memory, and uploads need a log-in."""

import asyncio
import http.client
import socket
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.installation import running
from tournament.server.request_bodies import (
    MAX_BYTES,
    MAX_BYTES_OF_STRANGERS,
    MAX_BYTES_TOGETHER,
    BodyReader,
    BodyTooLarge,
    ClientGone,
    TooManyBytesPending,
    is_logged_in,
)

PIECE = 64 * 1024


def read(bodies, size, *, logged_in=False, announced="", ends=True):
    """Read a body that arrives in pieces; with `ends` false, the client disconnects."""
    pieces = [PIECE] * (size // PIECE) + [size % PIECE]
    messages = [
        {"type": "http.request", "body": b"x" * piece, "more_body": True} for piece in pieces
    ]
    messages.append({"type": "http.request"} if ends else {"type": "http.disconnect"})

    async def receive():
        return messages.pop(0)

    async def may_be_large():
        return logged_in

    return asyncio.run(bodies.read(announced, receive, may_be_large))


def test_body_limit_is_64_kb_for_anonymous_and_64_mb_for_logged_in_clients():
    bodies = BodyReader()
    for size, logged_in in ((MAX_BYTES_OF_STRANGERS, False), (MAX_BYTES, True)):
        body = read(bodies, size, logged_in=logged_in)
        assert len(body.read()) == bodies.bytes_under_way == size
        bodies.release(body)
        for announced in ("", str(size + 1)):
            with pytest.raises(BodyTooLarge):
                read(bodies, size + 1, logged_in=logged_in, announced=announced)
    assert bodies.bytes_under_way == 0


def test_body_announced_as_too_large_is_not_read():
    with pytest.raises(BodyTooLarge):
        asyncio.run(BodyReader().read(str(MAX_BYTES_OF_STRANGERS + 1), None, stranger))


async def stranger():
    return False


def test_pending_bodies_share_a_limit_and_an_abandoned_body_frees_its_share():
    bodies = BodyReader()
    bodies.bytes_under_way = MAX_BYTES_TOGETHER - PIECE
    with pytest.raises(TooManyBytesPending):
        read(bodies, PIECE + 1, logged_in=True)
    with pytest.raises(ClientGone):
        read(bodies, PIECE, ends=False)
    assert bodies.bytes_under_way == MAX_BYTES_TOGETHER - PIECE
    bodies.release(read(bodies, PIECE))
    assert bodies.bytes_under_way == MAX_BYTES_TOGETHER - PIECE


@pytest.mark.django_db
def test_log_in_requires_an_existing_session():
    client = Client()
    client.force_login(User.objects.create_user("ann"))
    key = client.cookies["ninetimer_session"].value
    assert is_logged_in(f"theme=dark; ninetimer_session={key}")
    for cookie in ("", "ninetimer_session=", "ninetimer_session=abcdef", f"session={key}"):
        assert not is_logged_in(cookie)
    client.logout()
    assert not is_logged_in(f"ninetimer_session={key}")


def test_unfinished_posts_and_long_heads_are_refused_at_once(installation):
    with running(installation) as server:
        host, port = server.address.removeprefix("http://").split(":")
        for _ in range(12):
            link = http.client.HTTPConnection(host, int(port), timeout=20)
            link.putrequest("POST", "/login/")
            link.putheader("Content-Length", str(60 * 1024 * 1024))
            link.endheaders()
            assert link.getresponse().status == 413
            link.close()
        with socket.create_connection((host, int(port)), timeout=20) as link:
            link.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 20_000 + b"\r\n\r\n")
            assert b"400" in BytesIO(link.recv(1000)).readline()
        with socket.create_connection((host, int(port)), timeout=20) as link:
            link.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
            link.sendall((b"A: " + b"a" * 1000 + b"\r\n") * 20)
            assert b"400" in BytesIO(link.recv(1000)).readline(), "headers behind the body"
        link = http.client.HTTPConnection(host, int(port), timeout=20)
        link.request("GET", "/login/", headers={"A": "a" * 12_000})
        assert link.getresponse().status == 200
        link.close()
