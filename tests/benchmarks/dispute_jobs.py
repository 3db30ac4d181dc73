"""Measure the time to settle disputes: `python -m tests.benchmarks.dispute_jobs`.

On the demo event: a recorded game with many differences (target 60 s), two sheets of an
unrecorded game (target three minutes), and one play (target 30 s), each from the desk to the
signed sheet or slip. The counting is that of `tests.benchmarks.ten_jobs`; the targets apply
to a slow reader.
"""

from playwright.sync_api import Page, expect

from tests.benchmarks import benchmark_parser
from tests.benchmarks.ten_jobs import HEADS, Hand, printed_recount
from tests.browser.test_dispute import the_two_sheets
from tests.browser.test_score_pad import lines_of, recorded_game
from tests.browser.windows import chromium, log_in, watched_page
from tests.installation import running, short_lived

DESK = "/events/demo-open/a/"
AIMS = {"a recorded game": 60, "two sheets": 180, "one play": 30}
"""Seconds for a slow reader."""


def a_recorded_game(hand: Hand) -> None:
    """Correct all differences of the game with one reason and print the recount."""
    hand.page.goto(f"{DESK}?round=2")
    with hand.job("a recorded game"):
        hand.click(hand.page.locator("#board-3"))
        hand.button("Settle a dispute")
        hand.fill(hand.page.get_by_label("Reason").first, "Recounted.")
        hand.click(hand.page.get_by_role("button", name="Correct all"))
        printed_recount(hand)


def two_sheets(hand: Hand) -> None:
    """Type the scores of both sheets, replay the disputed play and agree on the final score."""
    page = hand.page
    columns, turn = the_two_sheets()
    *before, play = lines_of(recorded_game())[:turn]
    page.goto(f"{DESK}?round=5")
    with hand.job("two sheets"):
        hand.click(page.locator("#board-3"))
        hand.button("Settle a dispute")
        for (keeper, seat), rows in columns.items():
            scores = "\n".join(row.split()[0] for row in rows)
            hand.fill(page.locator(f"#column-{keeper + 1}-{seat + 1}"), scores)
        hand.button("Compare")
        hand.button("Replay this play")
        for line in before:
            page.keyboard.type(" ".join(line.split()[:2]))
            hand.typed(len(line.split()[1]) + 4)
            hand.button("Put the play on the board")
        page.keyboard.type(play)
        with page.expect_navigation():
            page.keyboard.press("Enter")
        hand.typed(len(play) + 1)
        hand.read()
        hand.click(page.get_by_role("button", name="in row"))
        with page.expect_navigation():
            page.keyboard.press("Enter")
        hand.typed(1)
        hand.read()
        hand.click(page.get_by_role("button", name="Settle"))
        printed_recount(hand)


def one_play(hand: Hand) -> None:
    """Check a score and print its slip."""
    page = hand.page
    page.goto("/")
    with hand.job("one play"):
        hand.button("Check a score")
        expect(page.get_by_label("The play", exact=True)).to_be_focused()
        page.keyboard.type("8H FROZEN 48")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        hand.typed(len("8H FROZEN 48") + 1)
        hand.read()
        hand.click(page.get_by_role("button", name="Print the slip"), leads_on=False)


def disputes(page: Page) -> None:
    """Settle all three disputes and report missed targets."""
    hand = Hand(page)
    for settle in (a_recorded_game, two_sheets, one_play):
        settle(hand)
    missed = [job for job in hand.jobs if job.slowly > AIMS[job.name]]
    for job in missed:
        print(f"{job.name}: {job.slowly:.0f} s, aim {AIMS[job.name]} s")
    if missed:
        raise SystemExit(1)


def main() -> None:
    """Print a line for each dispute."""
    print(HEADS)
    with short_lived("disputes") as installation:
        installation.manage("load_demo")
        with (
            chromium() as browser,
            running(installation) as server,
            watched_page(browser, server.address, viewport={"width": 1366, "height": 768}) as page,
        ):
            log_in(page)
            disputes(page)


if __name__ == "__main__":
    benchmark_parser(__doc__).parse_args()
    main()
