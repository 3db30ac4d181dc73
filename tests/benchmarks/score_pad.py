"""The score pad in a real browser: `python -m tests.benchmarks.score_pad`.

A game of 24 turns is typed by script, key by key, as fast as the page takes it. Measured are the
time from the last key of a line to its preview, and from Enter to the sheet that has the turn; at
the end every line must stand on the sheet as it was typed. Then up to ten recorded games are
counted: the keys pressed for each play against the characters of the bare notation and Enter.
"""

import statistics

from playwright.sync_api import Browser, Page

from tests.benchmarks import benchmark_parser
from tests.browser.recorded_games import TypedGame, recorded_games
from tests.browser.test_score_pad import open_game, type_line
from tests.browser.windows import chromium, log_in, watched_page
from tests.installation import Installation, running, short_lived

TURNS = 24
GAMES = 10
AIMS = {"preview": 60, "sheet": 100}
WATCH = """
    () => {
      const times = { preview: [], sheet: [], keys: 0 };
      window.times = times;
      let typed = 0, shown = 0, entered = 0, turns = document.querySelectorAll("tbody[id^=turn-]").length;
      const line = document.getElementById("line");
      document.addEventListener("keydown", (event) => {
        if (event.key === "Shift") return;
        times.keys += 1;
        if (event.key === "Enter") {
          if (shown > typed) times.preview.push(shown - typed);
          entered = performance.now();
        } else {
          typed = performance.now();
          document.documentElement.dataset.pending = "";
        }
      }, true);
      // Keys pressed while a question is under way are asked about together, in one question after it.
      document.addEventListener("htmx:afterRequest", (event) => {
        if (event.detail.requestConfig?.elt !== line) return;
        setTimeout(() => {
          if (!line.classList.contains("htmx-request")) delete document.documentElement.dataset.pending;
        });
      });
      const isPreview = (change) => change.target.id === "preview" && change.addedNodes.length;
      new MutationObserver((changes) => {
        const now = performance.now();
        const count = document.querySelectorAll("tbody[id^=turn-]").length;
        if (entered && count > turns) {
          times.sheet.push(now - entered);
          turns = count;
          entered = 0;
        } else if (line.value && changes.some(isPreview)) {
          shown = now;
        }
      }).observe(document.querySelector("main"), { childList: true, subtree: true });
    }
"""


def measure(page: Page, game: TypedGame, turns: int) -> dict[str, list[float]]:
    """Type the game with a breath before each Enter; the times in milliseconds."""
    open_game(page, *game.players)
    page.evaluate(WATCH)
    lines = game.lines[:turns]
    for number, line in enumerate(lines, 1):
        type_line(page, line)
        page.wait_for_selector("html:not([data-pending])", state="attached")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#turn-{number}", state="attached")
    return page.evaluate("times")


def blind(page: Page, game: TypedGame) -> int:
    """Type the game without ever waiting; the number of keys pressed. Fails if one was lost."""
    open_game(page, *game.players)
    page.evaluate(WATCH)
    for line in game.lines:
        type_line(page, line)
        page.keyboard.press("Enter")
    page.wait_for_selector(f"#turn-{len(game.lines)}", state="attached")
    assert page.locator("#line").input_value() == ""
    assert page.locator("tbody[id^=turn-]").count() == len(game.lines)
    totals = page.locator(".column-total").all_inner_texts()
    counted = [0, 0]
    for turn in game.turns:
        counted[turn.player] = turn.total
    assert [int(total.replace("−", "-")) for total in totals] == counted, game.name
    return page.evaluate("times.keys")


def run(browser: Browser, installation: Installation, turns: int, most: int) -> None:
    """Print what was measured."""
    games = recorded_games(most)
    long = next((game for game in games if len(game.lines) >= turns), games[0])
    with (
        running(installation) as server,
        watched_page(browser, server.address, viewport={"width": 1280, "height": 800}) as page,
    ):
        log_in(page)
        times = measure(page, long, turns)
        for name, label in [
            ("sheet", "Enter to updated sheet"),
            ("preview", "last key to preview"),
        ]:
            sorted_times = sorted(times[name])
            print(
                f"{label}: {statistics.median(sorted_times):.0f} ms at the median of {len(sorted_times)} "
                f"(aim {AIMS[name]}), {sorted_times[-1]:.0f} ms at most"
            )
        print(
            "Typed without waiting, no key lost; keys pressed against the bare notation with Enter:"
        )
        for game in games:
            keys = blind(page, game)
            bare = sum(len(line) + 1 for line in game.lines)
            typed = len(game.lines)
            print(
                f"  {game.name}: {typed} turns, {keys / typed:.1f} keys a turn, "
                f"notation {bare / typed:.1f}, extra {keys - bare}"
            )


def main(turns: int, games: int) -> None:
    """Measure on a data folder of its own."""
    with short_lived("score-pad") as installation, chromium() as browser:
        run(browser, installation, turns, games)


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    main(*((3, 1) if short else (TURNS, GAMES)))
