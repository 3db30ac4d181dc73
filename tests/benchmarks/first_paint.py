"""When the first of a page is seen: `python -m tests.benchmarks.first_paint`.

Practice events of 24, 300 and 1,000 players in the middle of a round, on the server as it is shipped, in a real
browser whose cache has the style sheets, as from the second page of an evening on. For every page three times in
milliseconds from the click, each the best of five: until the first byte of the answer, until something is painted
(First Contentful Paint), and until the page with its scripts is loaded. On a computer that does something else as well
they are longer.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Page

from tests.benchmarks import benchmark_parser
from tests.benchmarks.pages import PAGES, ROUNDS, SIZES
from tests.browser.windows import chromium, log_in, watched_page
from tests.installation import Installation, running

SHOWN = ("desk", "check-in", "people", "pairings", "results", "all results", "standings")
"""The pages that are open during a round, by their names in the benchmark of pages."""
AGAIN = 5
PAINTED = """async () => {
  const painted = () => performance.getEntriesByName('first-contentful-paint')[0];
  for (let wait = 0; wait < 200 && !painted(); wait++) await new Promise(done => setTimeout(done, 10));
  const [asked] = performance.getEntriesByType('navigation');
  return [asked.responseStart, painted() ? painted().startTime : NaN, asked.loadEventEnd];
}"""


def measure(page: Page, address: str) -> list[float]:
    """Return the least milliseconds to the first byte, to the first paint and to the end of loading."""
    times = []
    for _ in range(AGAIN):
        page.goto(address)
        times.append(page.evaluate(PAINTED))
    return [min(column) for column in zip(*times, strict=True)]


def main(sizes: tuple[int, ...]) -> None:
    """Make an event of each size in a data folder of its own, and look at its pages."""
    with chromium() as browser:
        for size in sizes:
            with tempfile.TemporaryDirectory() as folder:
                installation = Installation(Path(folder))
                installation.prepare()
                made = installation.manage(
                    *("simulate_event", "--players", str(size), "--rounds", str(ROUNDS)),
                    *("--stage", "half"),
                )
                with (
                    running(installation) as server,
                    watched_page(
                        browser, server.address, viewport={"width": 1280, "height": 800}
                    ) as page,
                ):
                    log_in(page)
                    look(page, size, f"/events/{made.split()[-1]}/")


def look(page: Page, size: int, event: str) -> None:
    """Print a line for each page of the event at that address."""
    print(f"{size:5} players   first byte   first paint       loaded")
    for name in SHOWN:
        address = event + PAGES[name].format(round=ROUNDS // 2 + 1)
        byte, paint, loaded = measure(page, address)
        print(f"{name:14}{byte:10.0f} ms{paint:11.0f} ms{loaded:10.0f} ms", flush=True)


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    main((8,) if short else SIZES)
