"""Measure the load of a hall full of phones: `python -m tests.benchmarks.hall_load peak`.

A separate shipped server has an event of 300 players; the clients run in separate processes
on the same computer and use only 127.0.0.1.

`peak` requests full pages of those shown on phones, as many per second as possible.

`paced` simulates 500 phones and ten screens that poll every 5 s and fetch changes, while four
helpers enter a result every 3 s. For comparison, the helpers first enter alone. The pages of
twelve players and the pairings are polled at their usual intervals to measure how long after
its acknowledgement a result appears.

`flood` opens 500 connections that never read, tries a thousand wrong codes, and sends more
requests from one phone than may wait, each while the four helpers enter.
"""

import argparse
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tests.benchmarks import benchmark_parser, quantile
from tests.helping import Browser
from tests.http_clients import (
    Entered,
    Watcher,
    Watching,
    never_read,
    one_phone,
    paced,
    peak,
    wrong_codes,
)
from tests.installation import Installation, PostgresInstallation, Server, running
from tests.on_postgres import private_cluster, server_programs
from tests.shown import result_line

ROUNDS = 4
UNDER_WAY = ROUNDS // 2 + 1
"""The round in which the upper half of the boards has results; earlier rounds are closed."""
WALLS = 10
EVERY = 5.0
COMING_IN = 8.0
"""Warm-up seconds before the measurement."""
HELPERS = 4
ENTER_EVERY = 3.0
OWN_EVERY, PUBLIC_EVERY = 1.87, 3.96
"""Maximum seconds between polls of a player's own page and of public pages."""
OWN_OF_A_HELPER = 3
"""Boards of each helper at which a player's own page is watched."""
IN_TIME, SLOWER = 200.0, 1.2
"""Targets: milliseconds for 99 % of the responses, and the maximum ratio of entry times to those without load."""


@dataclass
class Entering:
    """A helper who enters a result at a fixed interval."""

    server: Server
    event: str
    boards: list[int]
    browser: Browser
    number: int
    took: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    watching: Watching | None = None
    sent: int = 0

    def enter(self) -> None:
        """Enter a new result at the next board."""
        board = self.boards[self.sent % len(self.boards)]
        serial = self.sent * HELPERS + self.number
        first, second = 300 + serial % 399, 250 + serial // 399
        if self.sent % 2:
            first, second = second, first
        self.sent += 1
        values = result_line(board, first, second)
        address = f"{self.server.address}/events/{self.event}/a/rounds/{UNDER_WAY}/results/"
        began = time.perf_counter()
        status, page = self.browser.post(address, values)
        now = time.perf_counter()
        self.took.append(now - began)
        if status != 302:
            self.refused.append(f"{status}: {page[-300:]}")
        elif self.watching is not None:
            self.watching.entered.append(Entered(board, f"{first}–{second}", now))

    def enter_for(self, seconds: float, offset: float) -> None:
        time.sleep(offset)
        due = time.perf_counter()
        end = due + seconds - offset
        while time.perf_counter() < end:
            self.enter()
            due += ENTER_EVERY
            time.sleep(max(0.0, due - time.perf_counter()))


def helpers_enter(helpers: list[Entering], seconds: float) -> list[float]:
    """Let the helpers enter results and return the duration of each entry."""
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


def ms(values: list[float], share: float) -> float:
    """Return the quantile in milliseconds."""
    return 1000 * quantile(values, share)


def memory(server: Server) -> float:
    """Return the memory of the server and its processes in megabytes."""
    own = server.process.pid
    children = Path(f"/proc/{own}/task/{own}/children").read_text(encoding="ascii").split()
    held = 0
    for process in (own, *children):
        with suppress(OSError, StopIteration):  # the process has ended
            status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
            line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
            held += int(line.split()[1])
    return held / 1024


def busy() -> str:
    """Return a description of the other load on this computer."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


@contextmanager
def hall(database: str, players: int) -> Iterator[tuple[Server, str]]:
    """Yield a running server with an event in progress, and the event's slug."""
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
    """Return the pages shown on phones: now, pairings and standings in parts, and pages of players."""
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
    """Request each page once, print the sizes and return the existing pages."""
    browser, there, sizes = Browser(), [], []
    for page in pages:
        status, text = browser.get(f"{server.address}{page}")
        if status == 200:
            there.append(page)
            sizes.append(len(text.encode()))
    print(f"{len(there)} pages, {min(sizes) / 1000:.1f} to {max(sizes) / 1000:.1f} KB of HTML")
    return there


def measure_peak(server: Server, pages: list[str], args: argparse.Namespace) -> None:
    """Print the number of full responses per second."""
    with multiprocessing.Pool(args.processes) as pool:
        work = [
            (place_of(server), pages, args.at_once // args.processes, args.seconds)
        ] * args.processes
        done = pool.starmap(peak, work)
    took = [spent for row in done for spent in row["took"]]  # type: ignore[attr-defined]
    wrong = sum(row["wrong"] for row in done)
    print(
        f"peak: {len(took) / args.seconds:.0f} full answers a second, {args.at_once} at once; median "
        f"{ms(took, 0.5):.1f} ms, 99 % below {ms(took, 0.99):.1f} ms; {wrong:.0f} wrong; "
        f"{memory(server):.0f} MB; {busy()}"
    )


def helpers_at(server: Server, event: str, players: int) -> list[Entering]:
    """Return four logged-in helpers, each with a quarter of the boards without a result."""
    boards = list(range(players // 4 + 1, players // 2 + 1))
    helpers = []
    for number in range(HELPERS):
        browser = Browser()
        browser.log_in(server.address)
        browser.get(f"{server.address}/events/{event}/a/")
        helpers.append(Entering(server, event, boards[number::HELPERS], browser, number))
    return helpers


def enter_alone(helpers: list[Entering], seconds: float) -> list[float]:
    """Return the entry times without other load, except the slower first entry of each helper."""
    helpers_enter(helpers, min(6, seconds))
    alone = helpers_enter(helpers, seconds)
    refused = [why for helper in helpers for why in helper.refused]
    if refused:
        sys.exit(f"Results are refused, so there is nothing to compare with: {refused[0]}")
    print(
        f"entry alone: median {ms(alone, 0.5):.0f} ms, 95 % below {ms(alone, 0.95):.0f} ms; {busy()}"
    )
    return alone


PRINT_OWN_PAGES = """
import json
from tournament.hall.models.players import PlayerCode
from tournament.models import Pairing
round_ = Pairing.objects.filter(round__division__event__slug="{event}", round__number={number})
tokens = dict(PlayerCode.objects.values_list("entry_id", "token"))
print(json.dumps({{board: tokens[first] for board, first in round_.values_list("board", "first_id") if board}}))
"""


def watching_of(server: Server, event: str, helpers: list[Entering], players: int) -> Watching:
    """Return watchers for the pages of first players at some boards, and for the pairings with those boards."""
    script = PRINT_OWN_PAGES.format(event=event, number=UNDER_WAY)
    printed = server.installation.manage("shell", "--no-imports", "--command", script)
    tokens = json.loads(printed.splitlines()[-1])
    own = [
        Watcher(f"/me/{tokens[str(board)]}/", OWN_EVERY, [board])
        for helper in helpers
        for board in helper.boards[:OWN_OF_A_HELPER]
    ]
    starts = range(1, players // 2, 100)
    everything = [
        Watcher(f"/hall/{event}/a/pairings/?from={at}", PUBLIC_EVERY, range(at, at + 50))
        for at in starts
    ]
    watching = Watching(place_of(server), own + everything)
    for helper in helpers:
        helper.watching = watching
    return watching


def place_of(server: Server) -> tuple[str, int]:
    """Return the host and port of the server."""
    return urlsplit(server.address).hostname or "", urlsplit(server.address).port or 0


def come_in(server: Server, pages: list[str], args: argparse.Namespace) -> None:
    """Warm up: request pages from many phones until the page process runs."""
    seconds = min(COMING_IN, args.seconds)
    peak(place_of(server), [f"{page}?unknown={n}" for n in range(9) for page in pages], 40, seconds)


def measure_paced(server: Server, event: str, pages: list[str], args: argparse.Namespace) -> None:
    """Print the response times of phones and helpers under their combined load."""
    helpers = helpers_at(server, event, args.players)
    alone = enter_alone(helpers, args.alone)
    watching = watching_of(server, event, helpers, args.players)
    come_in(server, pages, args)
    before = memory(server)
    watched = [before]
    watching.begin()
    with multiprocessing.Pool(args.processes + 1) as pool:
        share = [args.phones // args.processes] * args.processes
        work = [(place_of(server), pages, count, EVERY, args.seconds) for count in share]
        work.append((place_of(server), pages[:4], WALLS, EVERY, args.seconds))
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
    watching.end()
    took = [spent for row in done for spent in row["took"]]
    full = [spent for row in done for spent in row["full"]]
    late = [spent for row in done for spent in row["late"]]
    counts: dict[int, int] = {}
    for row in done:
        for status, count in row["counts"].items():
            counts[status] = counts.get(status, 0) + count
    refused = [why for helper in helpers for why in helper.refused]
    ratio = statistics.median(entered) / statistics.median(alone)
    last = ms(took, 0.99)
    print(
        f"paced: {args.phones} phones and {WALLS} walls for {args.seconds:.0f} s: {len(took)} answers "
        f"{json.dumps(counts)}; median {ms(took, 0.5):.1f} ms, 99 % below {last:.0f} ms "
        f"({holds(last < IN_TIME)}: {IN_TIME:.0f}); "
        f"of {len(full)} full ones 99 % below {ms(full, 0.99):.0f} ms; asked {ms(late, 0.99):.0f} ms late"
    )
    print(
        f"entry meanwhile: {len(entered)} results, median {ms(entered, 0.5):.0f} ms, 95 % below "
        f"{ms(entered, 0.95):.0f} ms, {ratio:.2f} times as alone ({holds(ratio < SLOWER)}: {SLOWER}); "
        f"{len(refused)} refused; {busy()}"
    )
    if refused:
        print(refused[0])
    half = watched[len(watched) // 2]
    print(
        f"memory: {before:.0f} MB before, {half:.0f} half way, {watched[-1]:.0f} at the end, "
        f"{100 * (watched[-1] / half - 1):+.1f} % in the second half"
    )
    for name, every, oldest in (("own board", OWN_EVERY, 2.0), ("pairings", PUBLIC_EVERY, 5.0)):
        ages = watching.ages.get(every, [])
        slowest = quantile(ages, 1.0)
        print(
            f"age of the {name} {len(ages)} results seen, at the median {quantile(ages, 0.5):.1f} s old, "
            f"at most {slowest:.2f} s ({holds(bool(ages) and slowest <= oldest)}: {oldest:.0f}); "
            f"{watching.unseen(every)} never seen, {watching.failed} answers wrong"
        )


def holds(is_so: bool) -> str:
    """Return the text for a met or missed target."""
    return "within" if is_so else "NOT within"


def measure_flood(server: Server, event: str, args: argparse.Namespace) -> None:
    """Print the entry times during unread connections, guessed codes and floods of requests."""
    helpers = helpers_at(server, event, args.players)
    alone = enter_alone(helpers, args.alone)
    short = min(1.0, args.seconds / 20)
    abuses = {
        "connections that never read": lambda: never_read(
            place_of(server), event, int(500 * short)
        ),
        "wrong codes": lambda: wrong_codes(place_of(server), event, int(1000 * short)),
        "requests of one phone": lambda: one_phone(place_of(server), event, int(2000 * short)),
    }
    for name, abuse in abuses.items():
        entered: list[float] = []
        entering = threading.Thread(
            target=lambda into=entered: into.extend(helpers_enter(helpers, args.seconds))
        )
        entering.start()
        came_of_it = abuse()
        entering.join()
        ratio = statistics.median(entered) / statistics.median(alone)
        print(
            f"{name}: {json.dumps(came_of_it)}, {memory(server):.0f} MB; entry meanwhile median "
            f"{ms(entered, 0.5):.0f} ms, at most {ms(entered, 1.0):.0f} ms, "
            f"{ratio:.2f} times as alone; {busy()}"
        )


def main() -> None:
    """Run the requested measurement."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("what", choices=["peak", "paced", "flood", "all"], nargs="?", default="all")
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
        if args.what in ("peak", "all"):
            measure_peak(server, pages, args)
        if args.what in ("paced", "all"):
            measure_paced(server, event, pages, args)
        if args.what in ("flood", "all"):
            measure_flood(server, event, args)


if __name__ == "__main__":
    main()
