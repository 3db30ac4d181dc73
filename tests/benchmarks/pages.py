"""Measure size and speed of the pages of the desk: `python -m tests.benchmarks.pages`.

Practice events of 24, 300 and 1,000 players in the middle of a round are requested in one
process as the director: uncompressed bytes of HTML, style sheets and scripts, their
compressed total, queries, and milliseconds. The time is measured for the first request after
a change and for the best of the next five; their median CPU time does not depend on other
load.

Targets: at most 120 KB of HTML, 2 seconds for the first request, then 150 ms with 300 players
or 250 ms with 1,000. Pages above a target have a star.
"""

import gzip
import re
import sys
from pathlib import Path
from urllib.parse import urljoin

from tests.benchmarks import benchmark_parser, in_program
from tests.benchmarks.scale import answered_by
from tests.installation import short_lived

SIZES = (24, 300, 1000)
ROUNDS = 5
MAX_BYTES = 120 * 1024
MAX_MS = {24: 150, 300: 150, 1000: 250}
MAX_FIRST_MS = 2_000
AGAIN = 5
PAGES = {
    "overview": "",
    "desk": "a/",
    "people": "players/",
    "check-in": "check-in/",
    "add players": "a/players/",
    "a player": "a/players/1/",
    "classes": "a/classes/",
    "plan": "a/plan/",
    "pairings": "a/rounds/{round}/pairings/",
    "change a round": "a/rounds/{round}/edit/",
    "next round": "a/rounds/new/",
    "what if": "a/rounds/{round}/what-if/?method=swiss&seed=1",
    "hall": "hall/",
    "results": "a/results/",
    "all results": "results/",
    "standings": "a/standings/",
    "pictures": "a/pictures/",
    "prizes": "prizes/",
    "papers": "reports/",
    "print desk": "print/",
    "settings": "rules/",
    "activity": "activity/",
    "helpers": "helpers/",
    "home": "/",
    "new event": "/events/new/",
    "clubs": "/clubs/",
    "library": "/games/",
    "check a score": "/check/",
    "dispute": "/disputes/new/",
    "help": "/help/",
}
"""The director's pages, by address relative to the event, or absolute."""


def measure(size: int, slug: str) -> None:
    """Print a line for each page of the event as seen by its director."""
    from django.contrib.auth.models import User
    from django.test import Client

    from tournament.models import Round

    last = Round.objects.filter(division__event__slug=slug).order_by("-number")[0].number
    client = Client()
    client.force_login(User.objects.get())
    client.get("/help/components/")
    print(
        f"{size:5} players       HTML      CSS       JS  compressed  queries      first     then  processor"
    )
    for name, path in PAGES.items():
        address = urljoin(f"/events/{slug}/", path.format(round=last))
        took = answered_by(client, address, AGAIN)
        if "failed" in took:
            sys.exit(str(took["failed"]))
        html = client.get(address).content
        styles = _files(re.findall(rb'<link rel="stylesheet" href="([^"]+)"', html))
        scripts = _files(re.findall(rb'<script[^>]* src="([^"]+)"', html))
        style, script = sum(map(len, styles)), sum(map(len, scripts))
        compressed = sum(len(gzip.compress(sent)) for sent in (html, *styles, *scripts))
        slow = took["first"] > MAX_FIRST_MS or took["best"] > MAX_MS.get(size, 150)
        above = slow or len(html) > MAX_BYTES
        print(
            f"{name:14}{len(html) / 1024:8.1f} KB{style / 1024:6.1f} KB{script / 1024:6.1f} KB"
            f"{compressed / 1024:9.1f} KB{took['queries']:9}{took['first']:8.0f} ms{took['best']:6.0f} ms"
            f"{took['processor']:8.0f} ms{' *' if above else ''}"
        )


def _files(addresses: list[bytes]) -> list[bytes]:
    """Return the files of these addresses under `/static/`."""
    from django.contrib.staticfiles import finders

    paths = (finders.find(address.decode().partition("/static/")[2]) for address in addresses)
    return [Path(path).read_bytes() for path in paths if path]


def main(sizes: tuple[int, ...]) -> None:
    """Create an event of each size in its own data folder and measure its pages."""
    for size in sizes:
        with short_lived("pages") as installation:
            wanted = ("--players", str(size), "--rounds", str(ROUNDS), "--stage", "half")
            slug = installation.manage("simulate_event", *wanted).split()[-1]
            script = in_program("pages.measure", size, slug)
            print(installation.manage("shell", "--no-imports", "--command", script), flush=True)


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    main((8,) if short else SIZES)
