"""A response to HEAD has no body, checked on the connection for every address served by `serve`."""

import socket
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from django.urls.converters import IntConverter

from tests.helping import Browser
from tests.installation import running
from tests.tournament.web.safety.test_who_may import GIVEN, PAGES
from tournament.head_requests import drop_head_bodies

pytestmark = pytest.mark.full

ELSEWHERE = ["/no/such/page/", "/static/no-such-file.js", "/login", "/%ff/"]
NEXT = b"GET /alive/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def event(fresh_installation, tmp_path_factory):
    """Return an installation with a finished event of recorded games, and the event's slug."""
    installation = fresh_installation.copied(tmp_path_factory.mktemp("head") / "data")
    made = ("simulate_event", "--players", "4", "--rounds", "2", "--recorded-games")
    return installation, installation.manage(*made).split()[-1]


@pytest.fixture(scope="module")
def server(event):
    with running(event[0]) as started:
        yield started


@pytest.fixture(scope="module")
def addresses(event, server):
    """Return every page, report and static file, and missing addresses."""
    known = {**GIVEN, "event": event[1]}
    pages = []
    for name, pattern in PAGES.items():
        kinds = pattern.pattern.converters
        sample = {key: 1 if isinstance(kind, IntConverter) else "x" for key, kind in kinds.items()}
        pages.append(reverse(name, kwargs={key: known.get(key, sample[key]) for key in kinds}))
    report = reverse("report_file", kwargs={"event": event[1], "key": "standings"})
    reports = [f"{report}?format={kind}" for kind in ("html", "pdf", "xlsx", "csv", "json")]
    folder = event[0].folder / "static"
    paths = (path for path in folder.rglob("*.*") if path.suffix != ".gz")
    files = [f"/static/{path.relative_to(folder).as_posix()}" for path in paths]
    assert len(files) > 50
    return [*pages, *reports, *files, *ELSEWHERE]


def answer_to_head(server, address, headers=""):
    """Return the status and headers of a HEAD response, and the bytes before the next response.

    If the server closes the connection after HEAD, these are the bytes before its end.
    """
    place = urlsplit(server.address)
    with socket.create_connection((place.hostname, place.port), timeout=30) as connection:
        head = f"HEAD {address} HTTP/1.1\r\nHost: {place.netloc}\r\n{headers}\r\n"
        connection.sendall(head.encode() + NEXT)
        everything = b""
        while read := connection.recv(65536):
            everything += read
    head, _, rest = everything.partition(b"\r\n\r\n")
    if b"\r\nconnection: close" in head.lower():
        return head, rest
    between, separator, _ = rest.partition(b"HTTP/1.1 200 OK\r\n")
    assert separator, f"{address}: no answer to the next request"
    return head, between


@pytest.mark.full
@pytest.mark.parametrize("role", ["stranger", "director"])
def test_response_after_head_follows_at_once_at_every_address(server, addresses, role):
    cookies = ""
    if role == "director":
        browser = Browser()
        browser.log_in(server.address)
        pairs = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies)
        cookies = f"Cookie: {pairs}\r\n"
    wrong, seen = {}, set()
    for address in addresses:
        head, between = answer_to_head(server, address, cookies)
        seen.add(int(head.split()[1]))
        if between:
            wrong[address] = f"{len(between)} bytes: {between[:40]!r}"
    assert wrong == {}
    assert {200, 302, 404, 405} <= seen


class Written:
    """A WSGI body sent in pieces that records whether it was closed."""

    def __init__(self, start_response, status="200 OK", headers=()):
        self.start_response, self.status, self.headers = start_response, status, list(headers)
        self.closed = False

    def __iter__(self):
        self.start_response(self.status, self.headers)
        yield b"one, "
        yield b"two"

    def close(self):
        self.closed = True


@pytest.mark.parametrize(
    ("status", "headers", "answered"),
    [
        ("200 OK", [], [("Content-Length", "8")]),
        ("200 OK", [("content-length", "8")], [("content-length", "8")]),
        ("304 Not Modified", [], []),
    ],
)
def test_head_body_is_counted_and_closed_but_not_sent(status, headers, answered):
    bodies, started = [], []

    def application(_environ, start_response):
        bodies.append(Written(start_response, status, headers))
        return bodies[0]

    answer = drop_head_bodies(application)
    given = answer({"REQUEST_METHOD": "HEAD"}, lambda *start: started.append(start))
    assert list(given) == []
    assert started == [(status, answered)]
    assert bodies[0].closed


@pytest.mark.django_db
def test_liveness_check_uses_neither_database_nor_session(
    director_client, django_assert_num_queries
):
    with django_assert_num_queries(0):
        answer = director_client.get("/alive/")
    assert (answer.status_code, answer.content, answer.cookies) == (200, b"", {})
    assert "no-store" in answer["Cache-Control"]
