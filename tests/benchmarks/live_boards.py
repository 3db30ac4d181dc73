"""From Enter on the pad to those who watch: `python -m tests.benchmarks.live_boards`.

A server of its own, as it is shipped, with 50 boards under way. So many readers watch one of them in a process of
their own, each as a phone does: by the bell (an event stream that says there is something new, then the page), or by
asking every second with the version they show. Turns are entered at the watched board, and one a second somewhere
on the others. Printed are the seconds from Enter to the new page at a watcher, and what the server needs for them.
"""

import argparse
import asyncio
import gzip
import multiprocessing
import re
import statistics
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from tests.helping import Browser
from tests.installation import Server, running, short_lived

BEGIN = """
from django.contrib.auth.models import User
from scoring.actions.activity import Actor
from tournament.models import Event, Pairing
from tournament.actions.event.rules import change_rules
from tournament.actions.results.recorded_games import start_game
event = Event.objects.get()
actor = Actor.of(User.objects.get())
change_rules(actor, event, event.rules.as_dict() | {"live_boards": "every_turn"}, reason="benchmark")
rows = Pairing.objects.filter(round__number=1, board__isnull=False, replaced_at=None).order_by("board")
print("GAMES", event.slug, *(start_game(actor, row).pk for row in rows))
"""
LINES = ("8H ZONE 26", "9H AX 30", "10H JUTE 25", "11H OBOE 16", "12H FLAW 33", "13H DIRK 22")
VERSION = re.compile(rb'data-version="([^"]+)"')


# --- those who watch ------------------------------------------------------------------------------


async def read_answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Status and body of an answer that names its length."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = re.search(r"content-length: (\d+)", head)
    body = await reader.readexactly(int(length[1])) if length else b""
    status = int(head.split()[1])
    return status, gzip.decompress(body) if "content-encoding: gzip" in head else body


class Watcher:
    """One reader of a live board."""

    def __init__(self, host: str, port: int, page: str, bell: str) -> None:
        self.host, self.port, self.page, self.bell = host, port, page, bell
        self.version = b""
        self.seen: list[float] = []

    async def fetch(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = f"{self.page}?seen={self.version.decode()}"
        writer.write(
            f"GET {address} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
        )
        status, body = await read_answer(reader)
        version = VERSION.search(body) if status == 200 else None
        if version and version[1] != self.version:
            self.version = version[1]
            self.seen.append(time.monotonic())

    async def by_asking(self, every: float) -> None:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        await asyncio.sleep(every * (id(self) % 97) / 97)
        while True:
            await self.fetch(reader, writer)
            await asyncio.sleep(every)

    async def by_the_bell(self) -> None:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        await self.fetch(reader, writer)
        rung, ask = await asyncio.open_connection(self.host, self.port)
        ask.write(f"GET {self.bell} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n\r\n".encode())
        while line := await rung.readline():
            if line.startswith(b"data: ") and line[6:].strip() != self.version:
                await self.fetch(reader, writer)


def watch(place, page, bell, readers, every, seconds, answers) -> None:
    """Watch with so many readers for some seconds and hand back when each saw something new."""

    async def all_of_them() -> list[Watcher]:
        watchers = [Watcher(*place, page, bell) for _ in range(readers)]
        tasks = [
            asyncio.create_task(one.by_asking(every) if every else one.by_the_bell())
            for one in watchers
        ]
        await asyncio.wait(tasks, timeout=seconds)
        for task in tasks:
            task.cancel()
        return watchers

    answers.put([watcher.seen for watcher in asyncio.run(all_of_them())])


# --- those who enter --------------------------------------------------------------------------------


class Board:
    """A board on the pad: turns are entered one after another, and taken back when there are no more."""

    def __init__(self, server: Server, game: int) -> None:
        self.address = f"{server.address}/games/{game}/turns/"
        self.desk = Browser()
        self.desk.log_in(server.address)
        self.entered = 0

    def enter(self) -> float:
        """Enter the next turn; return when Enter was pressed."""
        if self.entered == len(LINES):
            self.clear()
        pressed, line = time.monotonic(), LINES[self.entered]
        status, page = self.desk.post(self.address, {"line": line, "confirmed": line})
        assert status == 302, page
        self.entered += 1
        return pressed

    def clear(self) -> None:
        """Take every turn back."""
        while self.entered:
            status, page = self.desk.post(f"{self.address}last/take-back/", {})
            assert status == 302, page
            self.entered -= 1


def memory_of(server: Server) -> float:
    """What the server holds in memory, in MB."""
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024


def time_of(server: Server) -> float:
    """Seconds of processor the server has used."""
    parts = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(parts[11]) + int(parts[12])) / 100


def measure(server: Server, event: str, games: list[int], every: float, args) -> None:
    """Measure one way of watching and print its line."""
    split = urlsplit(server.address)
    page, bell = f"/hall/{event}/a/games/1/1/", f"/bell/{event}/a/1/1/"
    watched = Board(server, games[0])
    others = [Board(server, game) for game in games[1 : args.writers + 1]]
    answers = multiprocessing.Queue()
    before = memory_of(server)
    asking = multiprocessing.Process(
        target=watch,
        args=((split.hostname, split.port), page, bell, args.readers, every, args.seconds, answers),
    )
    asking.start()
    time.sleep(3)
    memory, used = memory_of(server) - before, time_of(server)
    ended, pressed = threading.Event(), []

    def elsewhere() -> None:
        turn = 0
        while others and not ended.wait(1.0):
            others[turn % len(others)].enter()
            turn += 1

    busy = threading.Thread(target=elsewhere)
    busy.start()
    began = time.monotonic()
    while time.monotonic() - began < args.seconds - 7:
        pressed.append(watched.enter())
        time.sleep(2)
    used, elapsed = time_of(server) - used, time.monotonic() - began
    ended.set()
    busy.join()
    for board in (watched, *others):
        board.clear()
    seen = answers.get()
    asking.join()
    waits, missed = [], 0
    for at, following in zip(pressed, [*pressed[1:], pressed[-1] + 2], strict=True):
        for moments in seen:
            first = next((moment for moment in moments if at < moment < following), None)
            waits, missed = ([*waits, first - at], missed) if first else (waits, missed + 1)
    waits.sort()
    print(
        f"{'asking every ' + str(every) + ' s' if every else 'the bell':18}"
        f"  median {statistics.median(waits):.3f} s  99 % {waits[int(len(waits) * 0.99)]:.3f} s"
        f"  longest {waits[-1]:.3f} s  {len(waits)} seen, {missed} not within 2 s"
        f"  processor {100 * used / elapsed:.0f} %"
        f"  {memory:.1f} MB more, {1024 * memory / args.readers:.0f} KB a watcher",
        flush=True,
    )


def main() -> None:
    """Measure both ways side by side."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--boards", type=int, default=50)
    parser.add_argument(
        "--writers", type=int, default=8, help="other boards that turns are entered at"
    )
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--every", type=float, nargs="*", default=[1.0, 0.5])
    parser.add_argument("--short", action="store_true", help="shows in a moment that it runs")
    args = parser.parse_args()
    if args.short:
        args.readers, args.boards, args.writers, args.seconds, args.every = 4, 2, 1, 12, []
    with short_lived("live") as installation:
        players = str(2 * args.boards)
        installation.manage(
            "simulate_event", "--players", players, "--rounds", "2", "--stage", "paired"
        )
        made = installation.manage("shell", "--no-imports", "-c", BEGIN)
        event, *games = next(
            line.split()[1:] for line in made.splitlines() if line.startswith("GAMES")
        )
        with running(installation) as server:
            print(
                f"{args.readers} watch one of {len(games)} boards under way, a turn a second elsewhere"
            )
            for every in (0.0, *args.every):
                measure(server, event, [int(game) for game in games], every, args)


if __name__ == "__main__":
    main()
