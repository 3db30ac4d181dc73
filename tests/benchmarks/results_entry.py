"""Measure the entry of a result in a real browser: `python -m tests.benchmarks.results_entry`.

A division of 300 players in its fifth round is served as in a hall, from its own data folder.
The time runs from Enter until the page has the result, its row, and the cursor in an empty
line.
"""

import statistics

from playwright.sync_api import Browser, Page

from tests.benchmarks import benchmark_parser, quantile
from tests.browser.windows import chromium, log_in, watched_page
from tests.installation import Installation, running, short_lived

PLAYERS = 300
ROUNDS_BEFORE = 4
RESULTS = 60
TIMED = """
    (line) => new Promise((done, fail) => {
      const field = document.querySelector("[name=line]");
      field.value = line;
      const begun = performance.now();
      const board = line.split(" ")[0];
      const look = () => {
        const ready = field.form.dataset.state === "idle" && document.activeElement === field && !field.value
          && document.querySelector(".confirmation").innerText.includes(`Board ${board}:`);
        if (ready) done(performance.now() - begun);
        else if (performance.now() - begun > 5000) fail(document.querySelector(".confirmation").innerText);
        else setTimeout(look, 1);
      };
      field.form.requestSubmit();
      look();
    })
"""
PREPARE = """
from random import Random
from django.contrib.auth.models import User
from scoring.actions.activity import Actor
from tournament.actions.event.events import create_division, create_event
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.queries.rounds.rounds import boards_of

draw = Random(1)
desk = Actor.for_user(User.objects.get())
division = create_division(desk, create_event(desk, name="Benchmark", preset="naspa_nwl"), name="A")
letters = "ABCDEFGHIJKLMNOPQRST"
add_players(desk, division, "\\n".join(
    f"Xa{a}{b} Quill" for a in letters for b in letters[:{players} // len(letters)]
))
numbers = list(division.entries.values_list("number", flat=True))
for number in range({rounds}):
    half = len(numbers) // 2
    turned = numbers[half + number:] + numbers[half:half + number]
    round_ = publish_round(desk, pair_by_hand(desk, division, list(zip(numbers[:half], turned))))
    if number < {rounds} - 1:
        for board in boards_of(round_):
            first, second = draw.sample(range(300, 550), 2)
            enter_result(desk, board.pairing, first, second)
        close_round(desk, round_)
"""


def measure(page: Page, results: int) -> list[float]:
    """Enter the results of the round one by one and return the times in milliseconds."""
    page.goto("/events/benchmark/a/results/")
    return [page.evaluate(TIMED, f"{n} {350 + n} {300 - n}") for n in range(1, results + 1)]


def run(browser: Browser, installation: Installation, results: int) -> list[float]:
    """Return the times of one session at the desk."""
    with (
        running(installation) as server,
        watched_page(browser, server.address, viewport={"width": 1280, "height": 800}) as page,
    ):
        log_in(page)
        return measure(page, results)


def main(players: int, rounds_before: int, results: int) -> None:
    """Print the median, the 95th percentile and the maximum."""
    script = PREPARE.replace("{players}", str(players)).replace("{rounds}", str(rounds_before + 1))
    with short_lived("results") as installation, chromium() as browser:
        installation.manage("shell", "--no-imports", "--command", script)
        times = sorted(run(browser, installation, results))
    print(
        f"{len(times)} results in a division of {players}: Enter to ready for the next "
        f"{statistics.median(times):.0f} ms at the median, "
        f"{quantile(times, 0.95):.0f} ms for the slowest in twenty, {times[-1]:.0f} ms at most"
    )


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    main(*((20, 1, 3) if short else (PLAYERS, ROUNDS_BEFORE, RESULTS)))
