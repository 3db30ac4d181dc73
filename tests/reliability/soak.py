"""Run a long afternoon: `python -m tests.reliability.soak`.

Phones read public pages and standings, helpers enter and correct results, and a director
looks at the desk, all on one shipped server. Its memory must not grow, and no response may be
an internal error. `--helpers 8 --pause 0` shows how long writers wait for one another.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.benchmarks import quantile
from tests.helping import Browser
from tests.installation import Installation, Server, running, short_lived
from tests.shown import result_line

BOARDS, PHONES, HELPERS = 40, 4, 2
PAUSE = 0.5
"""Seconds between two entries of a helper."""
WARM = 0.25
"""The share of the time before memory is sampled, while caches and threads fill up."""
MAX_GROWTH = 0.05
ON_THE_SITE = ("", "a/", "a/pairings/", "a/standings/", "a/players/", "a/games/", "best/")
AT_THE_DESK = ("", "standings/", "players/", "rounds/1/pairings/", "rounds/1/boards/2/", "plan/")


@dataclass(frozen=True)
class Soaked:
    """Numbers of page and entry responses by status, and memory samples in bytes at equal intervals."""

    pages: Counter[int]
    entries: Counter[int]
    waits: tuple[float, ...]
    """Seconds from sending an entry to its acknowledgement."""
    memory: tuple[int, ...]
    seconds: float

    @property
    def faults(self) -> int:
        """Return the number of failed pages and unacknowledged entries."""
        return self.pages.total() - self.pages[200] + self.entries.total() - self.entries[302]

    @property
    def growth(self) -> float:
        """Return the relative growth from the second to the last quarter."""
        size = max(1, len(self.memory) // 4)
        after = self.memory[int(len(self.memory) * WARM) :]
        return median(self.memory[-size:]) / median(after[:size]) - 1

    def __str__(self) -> str:
        return (
            f"{self.pages.total()} pages and {self.entries.total()} entries in {self.seconds:.0f} s, "
            f"{self.faults} faults; entries took {quantile([*self.waits], 0.5):.2f} s at the median, "
            f"{quantile([*self.waits], 0.95):.2f} s for the slowest in twenty; memory "
            f"{self.memory[0] / 1e6:.0f} MB at first, {self.memory[-1] / 1e6:.0f} MB at last, "
            f"{self.growth:+.1%} from the second to the last quarter (at most {MAX_GROWTH:.0%})"
        )


def memory_of(server: Server) -> int:
    """Return the resident memory of the server's process in bytes."""
    status = Path(f"/proc/{server.process.pid}/smaps_rollup").read_text(encoding="ascii")
    fields = dict(line.split(":", 1) for line in status.splitlines()[1:])
    return 1024 * int(fields["Pss_Anon" if "Pss_Anon" in fields else "Anonymous"].split()[0])


def prepare(installation: Installation) -> str:
    """Create an event with a published first round and return its slug."""
    return installation.manage(
        "simulate_event", "--players", str(2 * BOARDS), "--rounds", "5", "--stage", "paired"
    ).split()[-1]


def soak(
    server: Server, slug: str, seconds: float, helpers: int = HELPERS, pause: float = PAUSE
) -> Soaked:
    """Keep all clients busy for some seconds."""
    pages: Counter[int] = Counter()
    entries: Counter[int] = Counter()
    memory: list[int] = []
    waits: list[float] = []
    site = f"{server.address}/hall/{slug}/"
    desk = f"{server.address}/events/{slug}/a/"

    def reads(browser: Browser, place: str, names: tuple[str, ...], pause: float) -> None:
        while time.monotonic() < ends:
            for name in names:
                pages[browser.get(f"{place}{name}")[0]] += 1
                time.sleep(pause)

    def enters(browser: Browser, number: int) -> None:
        draw = random.Random(number)
        while time.monotonic() < ends:
            board = draw.randrange(number, BOARDS, helpers) + 1
            first, second = draw.randrange(200, 700), draw.randrange(200, 700)
            line = result_line(board, first, second)
            sent = time.monotonic()
            entries[browser.post(f"{desk}rounds/1/results/", line)[0]] += 1
            waits.append(time.monotonic() - sent)
            time.sleep(pause)

    threads = [
        threading.Thread(target=reads, args=[Browser(), site, ON_THE_SITE, 0.2])
        for _ in range(PHONES)
    ]
    staff = [Browser() for _ in range(helpers + 1)]
    for browser in staff:
        browser.log_in(server.address)
    threads += [
        threading.Thread(target=enters, args=[browser, number])
        for number, browser in enumerate(staff[:helpers])
    ]
    threads.append(threading.Thread(target=reads, args=[staff[-1], desk, AT_THE_DESK, 0.5]))
    began = time.monotonic()
    ends = began + seconds
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        memory.append(memory_of(server))
        time.sleep(min(5.0, seconds / 20))
    memory.append(memory_of(server))
    return Soaked(pages, entries, tuple(waits), tuple(memory), time.monotonic() - began)


def main(minutes: float, helpers: int, pause: float) -> int:
    """Soak a fresh installation; return 1 after an error or memory growth."""
    with short_lived("soak") as installation:
        slug = prepare(installation)
        with running(installation) as server:
            soaked = soak(server, slug, 60 * minutes, helpers, pause)
        print(soaked, flush=True)
        print("MB:", *(round(size / 1e6) for size in soaked.memory[:: len(soaked.memory) // 20]))
    return int(soaked.faults > 0 or soaked.growth > MAX_GROWTH)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--helpers", type=int, default=HELPERS)
    parser.add_argument("--pause", type=float, default=PAUSE, help="seconds between two entries")
    given = parser.parse_args()
    sys.exit(main(given.minutes, given.helpers, given.pause))
