"""How a hall of phones loads the laptop: `python -m tests.benchmarks.hall_load peak`.

A server of its own, as it is shipped, with an event of 300 players; what asks runs in processes of its own on the
same computer and reaches nothing but 127.0.0.1.

peak    full answers only, of the pages a phone shows, as many a second as come
paced   500 phones and ten walls that ask every 5 s whether something is new and fetch it, while four helpers enter a
        result every 3 s; before it the four enter alone, to compare
"""

import argparse
import json
import multiprocessing
import os
import random
import selectors
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tests.helping import Browser
from tests.installation import Installation, PostgresInstallation, Server, running
from tests.on_postgres import private_cluster, server_programs

ROUNDS = 4
UNDER_WAY = ROUNDS // 2 + 1
"""The round in which the upper half of the boards has results: those before it are closed."""
WALLS = 10
EVERY = 5.0
HELPERS = 4
ENTER_EVERY = 3.0


# --- asking -------------------------------------------------------------------------------------


@dataclass
class Line:
    """One connection that asks and reads, without a thread of its own."""

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
        """Send one request, on a new connection where the last was closed."""
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
        """Take what has come; whether the answer is complete."""
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


def peak(place: tuple[str, int], pages: list[str], lines: int, seconds: float) -> dict[str, float]:
    """Ask for full pages one after another on some connections; how many came and how long each took."""
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
    """Be some phones: each asks its page every so often whether something is new, and takes what is."""
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
                reader.ask(f"{path}?seen={reader.seen}" if reader.seen else path, selector)
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


# --- entering -----------------------------------------------------------------------------------


@dataclass
class Entering:
    """A helper who enters a result every few seconds."""

    server: Server
    event: str
    boards: list[int]
    browser: Browser
    took: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def enter(self, number: int) -> None:
        board = self.boards[number % len(self.boards)]
        first, second = 300 + number % 300, 250 + number % 97
        values = {
            "board": board,
            "first_score": first,
            "second_score": second,
            "accepted": f"{board}/{first}/{second}",
        }
        address = f"{self.server.address}/events/{self.event}/a/rounds/{UNDER_WAY}/results/"
        began = time.perf_counter()
        status, page = self.browser.post(address, values)
        self.took.append(time.perf_counter() - began)
        if status != 302:
            self.refused.append(f"{status}: {page[-300:]}")

    def enter_for(self, seconds: float, offset: float) -> None:
        time.sleep(offset)
        end, number = time.perf_counter() + seconds - offset, len(self.took)
        due = time.perf_counter()
        while time.perf_counter() < end:
            self.enter(number)
            number += 1
            due += ENTER_EVERY
            time.sleep(max(0.0, due - time.perf_counter()))


def helpers_enter(helpers: list[Entering], seconds: float) -> list[float]:
    """Let the helpers enter; how long each entry took."""
    for helper in helpers:
        helper.took = []
    threads = [
        threading.Thread(target=helper.enter_for, args=[seconds, number * ENTER_EVERY / HELPERS])
        for number, helper in enumerate(helpers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [spent for helper in helpers for spent in helper.took]


# --- what is measured ---------------------------------------------------------------------------


def quantile(values: list[float], share: float) -> float:
    """The value that this share is not above, in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def memory(server: Server) -> float:
    """Megabytes that the server holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return (
        int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
        / 1024
    )


def busy() -> str:
    """What else this computer does, as a line says it."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


@contextmanager
def hall(database: str, players: int) -> Iterator[tuple[Server, str]]:
    """A running server with an event half played, and the event's short name."""
    with tempfile.TemporaryDirectory() as folder:
        if database == "postgresql":
            programs = server_programs()
            if programs is None:
                sys.exit("PostgreSQL is not on this computer.")
            with private_cluster(programs) as address:
                yield from _started(PostgresInstallation(Path(folder), address), players)
        else:
            yield from _started(Installation(Path(folder)), players)


def _started(installation: Installation, players: int) -> Iterator[tuple[Server, str]]:
    installation.prepare()
    event = installation.manage(
        "simulate_event", "--players", str(players), "--rounds", str(ROUNDS), "--stage", "half",
        "--plan", "swiss",
    ).split()[-1]  # fmt: skip
    with running(installation) as server:
        yield server, event


def pages_of(event: str, players: int) -> list[str]:
    """What phones show: now, the pairings and standings in their parts, pages of players."""
    division = f"/hall/{event}/a/"
    parts = [f"{division}pairings/?from={at}" for at in range(1, players // 2, 100)]
    parts += [f"{division}standings/?from={at}" for at in range(1, players, 50)]
    own = [f"{division}{number}/" for number in range(1, players + 1, max(1, players // 30))]
    return [
        f"/hall/{event}/",
        division,
        f"{division}pairings/",
        f"{division}standings/",
        *parts,
        *own,
    ]


def whole_pages(server: Server, pages: list[str]) -> list[str]:
    """The pages that there are, each asked for once; prints how large they are."""
    browser, there, sizes = Browser(), [], []
    for page in pages:
        status, text = browser.get(f"{server.address}{page}")
        if status == 200:
            there.append(page)
            sizes.append(len(text.encode()))
    print(f"{len(there)} pages, {min(sizes) / 1000:.1f} to {max(sizes) / 1000:.1f} KB of HTML")
    return there


def measure_peak(server: Server, pages: list[str], args: argparse.Namespace) -> None:
    """Print how many full answers come a second."""
    place = (urlsplit(server.address).hostname or "", urlsplit(server.address).port or 0)
    with multiprocessing.Pool(args.processes) as pool:
        work = [(place, pages, args.at_once // args.processes, args.seconds)] * args.processes
        done = pool.starmap(peak, work)
    took = [spent for row in done for spent in row["took"]]  # type: ignore[attr-defined]
    wrong = sum(row["wrong"] for row in done)
    print(
        f"peak: {len(took) / args.seconds:.0f} full answers a second, {args.at_once} at once; median "
        f"{quantile(took, 0.5):.1f} ms, 99 % below {quantile(took, 0.99):.1f} ms; {wrong:.0f} wrong; "
        f"{memory(server):.0f} MB; {busy()}"
    )


def measure_paced(server: Server, event: str, pages: list[str], args: argparse.Namespace) -> None:
    """Print how phones and helpers are answered while both are there."""
    place = (urlsplit(server.address).hostname or "", urlsplit(server.address).port or 0)
    boards = list(range(args.players // 4 + 1, args.players // 2 + 1))
    helpers = []
    for number in range(HELPERS):
        browser = Browser()
        browser.log_in(server.address)
        browser.get(f"{server.address}/events/{event}/a/")
        helpers.append(Entering(server, event, boards[number::HELPERS], browser))
    helpers_enter(helpers, min(6, args.alone))  # the first of each is slower
    alone = helpers_enter(helpers, args.alone)
    refused = [why for helper in helpers for why in helper.refused]
    if refused:
        sys.exit(f"Results are refused, so there is nothing to compare with: {refused[0]}")
    print(
        f"entry alone: median {quantile(alone, 0.5):.0f} ms, 95 % below {quantile(alone, 0.95):.0f} ms; {busy()}"
    )
    before = memory(server)
    watched = [before]
    with multiprocessing.Pool(args.processes) as pool:
        share = [args.phones // args.processes] * args.processes
        work = [(place, pages, count, EVERY, args.seconds) for count in share]
        work.append((place, pages[:4], WALLS, EVERY, args.seconds))
        running_ = pool.starmap_async(paced, work)
        entering = threading.Thread(
            target=lambda: entered.extend(helpers_enter(helpers, args.seconds))
        )
        entered: list[float] = []
        entering.start()
        while not running_.ready():
            running_.wait(10)
            watched.append(memory(server))
        done = running_.get()
        entering.join()
    took = [spent for row in done for spent in row["took"]]
    full = [spent for row in done for spent in row["full"]]
    late = [spent for row in done for spent in row["late"]]
    counts: dict[int, int] = {}
    for row in done:
        for status, count in row["counts"].items():
            counts[status] = counts.get(status, 0) + count
    refused = [why for helper in helpers for why in helper.refused]
    ratio = statistics.median(entered) / statistics.median(alone)
    print(
        f"paced: {args.phones} phones and {WALLS} walls for {args.seconds:.0f} s: {len(took)} answers "
        f"{json.dumps(counts)}; median {quantile(took, 0.5):.1f} ms, 99 % below {quantile(took, 0.99):.0f} ms; "
        f"of {len(full)} full ones 99 % below {quantile(full, 0.99):.0f} ms; asked {quantile(late, 0.99):.0f} ms late"
    )
    print(
        f"entry meanwhile: {len(entered)} results, median {quantile(entered, 0.5):.0f} ms, 95 % below "
        f"{quantile(entered, 0.95):.0f} ms, {ratio:.2f} times as alone; {len(refused)} refused; {busy()}"
    )
    if refused:
        print(refused[0])
    print(
        f"memory: {before:.0f} MB before, {watched[len(watched) // 2]:.0f} half way, {watched[-1]:.0f} at the end; "
        f"what a phone shows is at most {EVERY + quantile(full, 0.99) / 1000 + 0.5:.1f} s old"
    )


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=["peak", "paced", "both"], nargs="?", default="both")
    parser.add_argument("--short", action="store_true", help="shows in a moment that it runs")
    parser.add_argument("--on", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--phones", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long; an hour is 3600")
    parser.add_argument("--alone", type=float, default=60.0, help="seconds the helpers enter alone")
    parser.add_argument("--at-once", type=int, default=40)
    parser.add_argument("--processes", type=int, default=2, help="in which what asks runs")
    args = parser.parse_args()
    if args.short:
        args.players, args.phones, args.seconds, args.alone, args.at_once = 12, 20, 2.0, 1.0, 4
    with hall(args.on, args.players) as (server, event):
        pages = whole_pages(server, pages_of(event, args.players))
        print(f"{args.on}, {args.players} players; {busy()}")
        if args.what != "paced":
            measure_peak(server, pages, args)
        if args.what != "peak":
            measure_paced(server, event, pages, args)


if __name__ == "__main__":
    main()
