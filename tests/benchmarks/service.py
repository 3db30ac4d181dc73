"""A service with 1, 2 and 3 web processes: `python -m tests.benchmarks.service`.

PostgreSQL, web processes, the proxy and who asks share this computer. The proxy speaks plain HTTP here, so that what
asks does not spend its time on HTTPS.

finished    pages that are made once and handed out: the hall's, as many as come
made        pages made anew for everybody who asks
entries     results that four helpers enter, one after another
killed      with the most processes: one is killed half way, while pages are asked for and results entered
"""

import argparse
import multiprocessing
import statistics
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from tests.asking import peak
from tests.helping import Browser, Helper
from tests.killing import nothing_is_lost
from tests.on_postgres import private_cluster, server_programs
from tests.service import Service, ServiceInstallation, proxy_program, serving

HELPERS = 4


def measure(started: Service, pages: list[str], seconds: float, lines: int) -> str:
    """Ask for pages by two processes of their own; how many answers came a second, and how long each took."""
    place = urlsplit(started.address)
    with multiprocessing.Pool(2) as pool:
        work = [((place.hostname, place.port), pages, lines // 2, seconds)] * 2
        done = pool.starmap(peak, work)
    took = sorted(spent for row in done for spent in row["took"])  # type: ignore[attr-defined]
    wrong = sum(row["wrong"] for row in done)
    last = took[int(0.99 * (len(took) - 1))]
    return (
        f"{len(took) / seconds:6.0f} a second, median {1000 * statistics.median(took):5.1f} ms, "
        f"99 % below {1000 * last:5.0f} ms, {wrong:.0f} wrong"
    )


def helpers_at(started: Service, boards: int, seed: int) -> list[Helper]:
    """Four helpers, each with a quarter of the boards."""
    helpers = []
    for number in range(HELPERS):
        own = list(range(1 + number, boards + 1, HELPERS))
        helper = Helper(f"/events/{started.event}/a/", own, seed + number)
        helper.browser = Browser()
        helper.browser.log_in(started.address)
        helpers.append(helper)
    return helpers


def enter(started: Service, helpers: list[Helper], until: float) -> None:
    """Let the helpers enter until then."""

    def one(helper: Helper) -> None:
        while time.monotonic() < until:
            helper.enter(started.address)

    threads = [threading.Thread(target=one, args=[helper]) for helper in helpers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def killed(started: Service, boards: int, seconds: float) -> str:
    """Kill one process half way, and say what happened."""
    helpers = helpers_at(started, boards, 10)
    end = time.monotonic() + seconds
    pages: list[tuple[float, int]] = []

    def ask() -> None:
        browser = Browser()
        while time.monotonic() < end:
            began = time.perf_counter()
            status, _page = browser.get(f"{started.address}/hall/{started.event}/")
            pages.append((time.perf_counter() - began, status))

    threads = [threading.Thread(target=ask) for _ in range(HELPERS)]
    threads.append(threading.Thread(target=enter, args=[started, helpers, end]))
    for thread in threads:
        thread.start()
    time.sleep(seconds / 2)
    started.web[0].process.kill()
    for thread in threads:
        thread.join()
    nothing_is_lost(started.installation, started.event, helpers)
    wrong = sum(status != 200 for _took, status in pages)
    acknowledged = sum(len(helper.acknowledged) for helper in helpers)
    unanswered = sum(len(helper.unanswered) for helper in helpers)
    return (
        f"{len(pages)} pages, {wrong} wrong, longest {max(pages)[0]:.2f} s; {acknowledged} entries acknowledged, "
        f"none lost; {unanswered} not answered"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--lines", type=int, default=24, help="requests at once")
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--short", action="store_true", help="one process and a second, to try it")
    args = parser.parse_args()
    if args.short:
        args.seconds, args.processes, args.players = 1.0, 1, 16
    programs = server_programs()
    if programs is None or proxy_program() is None:
        print("PostgreSQL or Caddy is not on this computer: nothing is measured.")
        return
    with private_cluster(programs) as address, tempfile.TemporaryDirectory() as folder:
        installation = ServiceInstallation(Path(folder), address, is_secure=False)
        installation.prepare()
        event = installation.manage(
            "simulate_event", "--players", str(args.players), "--rounds", "3", "--stage", "paired"
        ).split()[-1]
        finished = [f"/hall/{event}/", f"/hall/{event}/a/", f"/hall/{event}/a/pairings/"]
        made = [f"/hall/{event}/me/", "/login/", "/judge/"]
        with serving(installation, max(2, args.processes)) as started:
            started.event = event
            done = killed(started, args.players // 2, args.seconds)
            print(f"one of {len(started.web)} killed: {done}", flush=True)
        for processes in range(1, args.processes + 1):
            with serving(installation, processes) as started:
                started.event = event
                print(f"{processes} web process{'es' if processes > 1 else ''}")
                print(
                    "  finished", measure(started, finished, args.seconds, args.lines), flush=True
                )
                print("  made    ", measure(started, made, args.seconds, args.lines), flush=True)
                helpers = helpers_at(started, args.players // 2, processes)
                enter(started, helpers, time.monotonic() + args.seconds)
                entries = sum(len(helper.acknowledged) for helper in helpers)
                print(f"  entries  {entries / args.seconds:6.1f} a second", flush=True)


if __name__ == "__main__":
    main()
