"""Simulated phones: some request full pages at top speed, some poll, and some measure the age of the shown results."""

import http.client
import os
import random
import re
import selectors
import socket
import threading
import time
from collections.abc import Collection
from contextlib import ExitStack
from dataclasses import dataclass, field
from urllib.parse import urlencode

GUESSER, FLOODER = "127.0.0.77", "127.0.0.66"
"""The addresses of the client that guesses codes and of the phone that sends endless requests."""
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
VERSION = re.compile(r'data-version="(\w+)"')


@dataclass
class Line:
    """A non-blocking connection that sends requests and reads the responses."""

    place: tuple[str, int]
    connection: socket.socket | None = None
    head: bytes = b""
    missing: int = -1
    began: float = 0.0
    seen: str = ""
    due: float = 0.0
    page: int = 0
    status: int = 0
    body: bytes = b""
    closing: bool = False
    watches: bool = False

    def ask(self, path: str, selector: selectors.BaseSelector) -> None:
        """Send one request, on a new connection if the last one was closed."""
        if self.connection is None:
            self.connection = socket.create_connection(self.place, timeout=30)
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.connection.setblocking(False)
            selector.register(self.connection, selectors.EVENT_READ, self)
        self.head, self.missing, self.body = b"", -1, b""
        self.began = time.perf_counter()
        host = f"{self.place[0]}:{self.place[1]}"
        self.connection.send(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())

    def read(self, buffer: bytearray, selector: selectors.BaseSelector) -> bool:
        """Read the available bytes and return whether the response is complete."""
        assert self.connection is not None
        try:
            count = self.connection.recv_into(buffer)
        except ConnectionError:
            count = 0
        if not count:
            self.close(selector)
            self.status = 0
            return True
        if self.missing < 0:
            self.head += bytes(buffer[:count])
            end = self.head.find(b"\r\n\r\n")
            if end < 0:
                return False
            headers = self.head[:end].lower()
            at = headers.find(b"content-length:")
            length = int(headers[at + 15 :].split(b"\r\n")[0]) if at >= 0 else 0
            self.status = int(headers[9:12])
            tag = headers.find(b'etag: w/"')
            if tag >= 0 and self.status == 200:
                self.seen = headers[tag + 9 :].split(b'"')[0].decode()
            self.closing = b"connection: close" in headers
            self.missing = length - (len(self.head) - end - 4)
        else:
            self.missing -= count
        if self.missing > 0:
            return False
        if self.closing:
            self.close(selector)
        return True

    def close(self, selector: selectors.BaseSelector) -> None:
        if self.connection is not None:
            selector.unregister(self.connection)
            self.connection.close()
            self.connection = None


def unless_seen(path: str, version: str) -> str:
    """Return the address that sends a page only if its version has changed, or "" if there is none."""
    mark = "&" if "?" in path else "?"
    return f"{path}{mark}seen={version}" if version else path


def peak(place: tuple[str, int], pages: list[str], lines: int, seconds: float) -> dict[str, float]:
    """Request full pages back to back on several connections; return the count and response times."""
    selector = selectors.DefaultSelector()
    buffer = bytearray(262144)
    rng = random.Random(os.getpid())
    readers = [Line(place) for _ in range(lines)]
    for reader in readers:
        reader.ask(rng.choice(pages), selector)
    took: list[float] = []
    wrong = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for key, _ in selector.select(0.5):
            reader = key.data
            if reader.read(buffer, selector):
                took.append(time.perf_counter() - reader.began)
                wrong += reader.status != 200
                reader.ask(rng.choice(pages), selector)
    for reader in readers:
        reader.close(selector)
    return {"answers": len(took), "wrong": wrong, "took": took}  # type: ignore[dict-item]


def paced(
    place: tuple[str, int], pages: list[str], phones: int, every: float, seconds: float
) -> dict[str, object]:
    """Simulate phones that poll a page at a fixed interval and fetch it when it has changed."""
    selector = selectors.DefaultSelector()
    buffer = bytearray(262144)
    rng = random.Random(os.getpid())
    began = time.perf_counter()
    readers = [
        Line(place, due=began + rng.random() * every, page=rng.randrange(len(pages)))
        for _ in range(phones)
    ]
    took: list[float] = []
    full: list[float] = []
    late: list[float] = []
    counts: dict[int, int] = {}
    end = began + seconds
    under_way: set[int] = set()
    while (now := time.perf_counter()) < end:
        for number, reader in enumerate(readers):
            if reader.due <= now and number not in under_way:
                late.append(now - reader.due)
                reader.due += every
                under_way.add(number)
                path = pages[reader.page]
                reader.ask(unless_seen(path, reader.seen), selector)
                reader.watches = bool(reader.seen)
        for key, _ in selector.select(0.02):
            reader = key.data
            if reader.read(buffer, selector):
                spent = time.perf_counter() - reader.began
                took.append(spent)
                if reader.status == 200:
                    full.append(spent)
                counts[reader.status] = counts.get(reader.status, 0) + 1
                under_way.discard(readers.index(reader))
    for reader in readers:
        reader.close(selector)
    return {"took": took, "full": full, "late": late, "counts": counts}


@dataclass(frozen=True)
class Entered:
    """An acknowledged result: its board, its text on the page and the time of the acknowledgement."""

    board: int
    reads: str
    at: float


@dataclass
class Watcher:
    """A phone that polls one page and notices new results."""

    path: str
    every: float
    boards: Collection[int]
    """The boards whose results are on the page."""
    due: float = 0.0
    seen: str = ""
    shown: set[str] = field(default_factory=set)


@dataclass
class Watching:
    """Several watchers in one thread. `ages` holds the seconds from acknowledgement to display."""

    place: tuple[str, int]
    watchers: list[Watcher]
    entered: list[Entered] = field(default_factory=list)
    ages: dict[float, list[float]] = field(default_factory=dict)
    """Ages by polling interval."""
    failed: int = 0
    _over: threading.Event = field(default_factory=threading.Event)

    def begin(self) -> None:
        """Start polling, each watcher at its own offset."""
        now = time.perf_counter()
        for number, watcher in enumerate(self.watchers):
            watcher.due = now + watcher.every * number / len(self.watchers)
        self._thread = threading.Thread(target=self._ask_until_over)
        self._thread.start()

    def end(self) -> None:
        """Stop polling."""
        self._over.set()
        self._thread.join()

    def unseen(self, every: float, patience: float = 10.0) -> int:
        """Return the number of results that no watcher of this interval has seen, without the most recent ones."""
        of_kind = [watcher for watcher in self.watchers if watcher.every == every]
        end = time.perf_counter() - patience
        return sum(
            row.at < end and row.reads not in watcher.shown
            for watcher in of_kind
            for row in self.entered
            if row.board in watcher.boards
        )

    def _ask_until_over(self) -> None:
        connection = http.client.HTTPConnection(*self.place, timeout=30)
        while not self._over.is_set():
            watcher = min(self.watchers, key=lambda row: row.due)
            if self._over.wait(max(0.0, watcher.due - time.perf_counter())):
                break
            watcher.due += watcher.every
            connection.request("GET", unless_seen(watcher.path, watcher.seen))
            answer = connection.getresponse()
            text = answer.read().decode()
            now = time.perf_counter()
            if answer.status == 200:
                self._look(watcher, text, now)
            self.failed += answer.status not in (200, 204)
        connection.close()

    def _look(self, watcher: Watcher, text: str, now: float) -> None:
        version = VERSION.search(text)
        watcher.seen = version[1] if version else ""
        for row in list(self.entered):
            if row.board in watcher.boards and row.reads not in watcher.shown and row.reads in text:
                watcher.shown.add(row.reads)
                self.ages.setdefault(watcher.every, []).append(max(0.0, now - row.at))


def never_read(
    place: tuple[str, int], event: str, number: int, *, seconds: float = 3
) -> dict[str, int]:
    """Request the standings twenty times on each connection and read nothing for some seconds."""
    request = f"GET /hall/{event}/a/standings/ HTTP/1.1\r\nHost: {place[0]}:{place[1]}\r\n\r\n" * 20
    with ExitStack() as stack:
        for _ in range(number):
            connection = socket.socket()
            stack.enter_context(connection)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            connection.connect(place)
            connection.setblocking(False)
            connection.send(request.encode())
        time.sleep(seconds)
    return {"never read": number}


def wrong_codes(place: tuple[str, int], event: str, number: int) -> dict[str, int]:
    """Try wrong access codes for a player's number."""
    phone = http.client.HTTPConnection(*place, timeout=60, source_address=(GUESSER, 0))
    address = f"/hall/{event}/me/"
    phone.request("GET", address)
    answer = phone.getresponse()
    cookie = (answer.getheader("Set-Cookie") or "").split(";")[0]
    page = answer.read().decode()
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    statuses: dict[str, int] = {}
    for _ in range(number):
        body = urlencode({"number": 1, "letters": "BBBB", "csrfmiddlewaretoken": token})
        phone.request("POST", address, body, {"Cookie": cookie, **FORM})
        answer = phone.getresponse()
        answer.read()
        statuses[str(answer.status)] = statuses.get(str(answer.status), 0) + 1
    phone.close()
    return statuses


def one_phone(place: tuple[str, int], event: str, number: int) -> dict[str, int]:
    """Request an uncached page on hundreds of connections from one address."""
    request = f"GET /events/{event}/tourney.js HTTP/1.1\r\nHost: {place[0]}:{place[1]}\r\nConnection: close\r\n\r\n"
    statuses: dict[str, int] = {}
    with ExitStack() as stack:
        connections = []
        for _ in range(number):
            connection = socket.create_connection(place, 60, source_address=(FLOODER, 0))
            connections.append(stack.enter_context(connection))
            connection.sendall(request.encode())
        for connection in connections:
            status = connection.recv(12).decode()[9:12] or "ended"
            statuses[status] = statuses.get(status, 0) + 1
    return statuses
