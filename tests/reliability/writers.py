"""Measure how long concurrent writers wait: `python -m tests.reliability.writers`.

Clients enter results over HTTP, each at its own boards and as fast as possible, on one
shipped server. The time from sending a result to its acknowledgement is measured.
"""

from __future__ import annotations

import argparse
import random
import threading
import time
from dataclasses import dataclass

from tests.helping import Browser
from tests.installation import Installation, Server, running, short_lived
from tests.shown import result_line

CLIENTS, BOARDS = 8, 40


@dataclass(frozen=True)
class WaitingTimes:
    """Milliseconds from sending to acknowledgement, sorted, and the number of failures."""

    milliseconds: tuple[float, ...]
    refused: tuple[str, ...]

    def percentile(self, share: float) -> float:
        """Return the time within which this share was answered."""
        return self.milliseconds[
            min(len(self.milliseconds) - 1, int(len(self.milliseconds) * share))
        ]

    def __str__(self) -> str:
        return (
            f"{len(self.milliseconds)} results by {CLIENTS} writers: p50 {self.percentile(0.5):.0f} ms, "
            f"p95 {self.percentile(0.95):.0f} ms, p99 {self.percentile(0.99):.0f} ms, "
            f"longest {self.milliseconds[-1]:.0f} ms, {len(self.refused)} refused"
        )


def prepare(installation: Installation) -> str:
    """Create an event with a published first round and return its slug."""
    return installation.manage(
        "simulate_event", "--players", str(2 * BOARDS), "--rounds", "5", "--stage", "paired"
    ).split()[-1]


def measure(server: Server, slug: str, seconds: float) -> WaitingTimes:
    """Let all clients enter results for some seconds."""
    times: list[float] = []
    refused: list[str] = []
    browsers = [Browser() for _ in range(CLIENTS)]
    for browser in browsers:
        browser.log_in(server.address)
    ends = time.monotonic() + seconds

    def enter(number: int) -> None:
        draw = random.Random(number)
        while time.monotonic() < ends:
            board = draw.randrange(number, BOARDS, CLIENTS) + 1
            first, second = draw.randrange(200, 700), draw.randrange(200, 700)
            began = time.monotonic()
            status, page = browsers[number].post(
                f"{server.address}/events/{slug}/a/rounds/1/results/",
                result_line(board, first, second),
            )
            times.append((time.monotonic() - began) * 1000)
            if status != 302:
                refused.append(f"{status}: {page[:300]}")

    threads = [threading.Thread(target=enter, args=[number]) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return WaitingTimes(tuple(sorted(times)), tuple(refused))


def main(seconds: float) -> WaitingTimes:
    """Measure on a fresh installation and print the percentiles."""
    with short_lived("writers") as installation:
        slug = prepare(installation)
        with running(installation) as server:
            measured = measure(server, slug, seconds)
    print(measured, flush=True)
    return measured


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    main(parser.parse_args().seconds)
