"""Count clicks, keys and time for the jobs of a director in a real browser: `python -m
tests.benchmarks.ten_jobs`.

An evening of thirty players is run only with what the screen shows; no address is typed.
Every click, every key and the response times are counted. Pasting counts as two keys. “By
hand” is the time of a practised user by the keystroke-level model (Card, Moran and Newell,
1980): 0.28 s per key, 1.3 s to point and click, 1.35 s of thought before every click and
every field. “Slowly” adds the program's time and that of reading new text in the window: four
words per second (Brysbaert, 2019) for the 28 % of the words that people read at most
(Nielsen, 2008), without figures in tables. The benchmark does not measure people.
"""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from playwright.sync_api import Locator, Page, expect

from tests.benchmarks import benchmark_parser
from tests.browser.test_dispute import the_two_sheets
from tests.browser.test_results import enter
from tests.browser.test_score_pad import enter as enter_turn
from tests.browser.test_score_pad import lines_of, recorded_game
from tests.browser.windows import chromium, log_in, watched_page
from tests.installation import running, short_lived

KEY, POINT, THINK = 0.28, 1.3, 1.35
"""Seconds of the keystroke-level model."""
HEADS = f"{'':40}clicks   keys   program   by hand    slowly"
WORDS_A_SECOND, READ = 4, 0.28
IN_SIGHT = """() => {
  const words = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: around } = texts.currentNode;
    if (around.closest("table, svg, textarea, select, script, .visually-hidden, .squares")) continue;
    const { top, bottom, width } = around.getBoundingClientRect();
    if (width && bottom > 0 && top < innerHeight) words.push(...texts.currentNode.data.split(/\\s+/));
  }
  return words.filter(Boolean);
}"""
"""The visible words of the page."""
FAMILIES = ("Lindqvist", "Okafor", "Müller", "Featherstone", "Marsh", "Tanaka")
GIVEN = ("Ana", "Ben", "Cleo", "Dai", "Eve")


@dataclass
class Job:
    """The effort for one job."""

    name: str
    clicks: int = 0
    keys: int = 0
    fields: int = 0
    words: int = 0
    seconds: float = 0.0

    @property
    def by_hand(self) -> float:
        """Return the seconds of a practised user, including thought before each click and field, without the
        program's time.
        """
        return self.clicks * POINT + self.keys * KEY + (self.clicks + self.fields) * THINK

    @property
    def slowly(self) -> float:
        """Return the seconds including the program's time and that of a slow reader."""
        return self.by_hand + self.seconds + self.words * READ / WORDS_A_SECOND


class Hand:
    """The simulated director: counts every input for the current job."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.jobs: list[Job] = []
        self.seen: Counter[str] = Counter()

    @contextmanager
    def job(self, name: str) -> Iterator[None]:
        """Count the actions in the block as one job."""
        self.jobs.append(Job(name))
        self.seen = Counter(self.page.evaluate(IN_SIGHT))
        begun = time.perf_counter()
        yield
        job = self.jobs[-1]
        job.seconds = time.perf_counter() - begun
        print(
            f"{name:40}{job.clicks:6}{job.keys:7}{job.seconds:8.1f} s{job.by_hand:8.1f} s{job.slowly:8.1f} s",
            flush=True,
        )

    def click(self, where: Locator, *, leads_on: bool = True) -> None:
        """Click, and wait for the next page if the click leads to one."""
        if leads_on:
            with self.page.expect_navigation():
                where.first.click()
            self.read()
        else:
            where.first.click()
        self.jobs[-1].clicks += 1

    def read(self) -> None:
        """Read the text that is new in the window."""
        now = Counter(self.page.evaluate(IN_SIGHT))
        self.jobs[-1].words += (now - self.seen).total()
        self.seen = now

    def button(self, name: str) -> None:
        """Click the button with that name."""
        self.click(self.page.get_by_role("button", name=name, exact=True))

    def link(self, name: str) -> None:
        """Click the link with that name."""
        self.click(self.page.get_by_role("link", name=name, exact=True))

    def place(self, name: str) -> None:
        """Click one of the seven places."""
        self.click(self.page.locator(".places a", has_text=name))

    def fill(self, where: Locator, text: str, *, pasted: bool = False) -> None:
        """Click into a field and type or paste."""
        self.click(where, leads_on=False)
        where.fill(text)
        self.typed(2 if pasted else len(text))

    def typed(self, keys: int) -> None:
        """Count keys typed into one field."""
        self.jobs[-1].keys += keys
        self.jobs[-1].fields += 1


def with_a_wrong_score(lines: list[str]) -> list[str]:
    """Return the lines of a game, the third with six points too many."""
    play, _, score = lines[2].rpartition(" ")
    return [*lines[:2], f"{play} {int(score) + 6}", *lines[3:]]


def printed_recount(hand: Hand) -> None:
    """Print the recount, which opens next to the page, and check that it is stored."""
    with hand.page.expect_popup():
        hand.click(hand.page.get_by_role("button", name="Print the recount"), leads_on=False)
    hand.page.reload()
    address = hand.page.locator(".recounts a").first.get_attribute("href") or ""
    assert hand.page.request.get(address).body()[:4] == b"%PDF"


def from_home(hand: Hand) -> None:
    """Record a game, check a score and settle a dispute from the first page; Tab moves between fields."""
    page = hand.page
    for name, door, field in (
        ("from home: record a game", "Record a game", "#id_first"),
        ("from home: check a score", "Check a score", "#line"),
    ):
        page.goto("/")
        with hand.job(name):
            hand.button(door)
            expect(page.locator(field)).to_be_focused()
    page.goto("/")
    with hand.job("from home: settle a dispute"):
        hand.button("Settle a dispute")
        for place, text in (
            ("#id_first", "Ann"),
            ("#id_second", "Ben"),
            ("#column-1-1", "24\n30"),
            ("#column-2-1", "24\n32"),
        ):
            page.locator(place).focus()
            page.keyboard.type(text)
            hand.typed(len(text) + 1)
        hand.button("Compare")
        expect(page.locator("main")).to_contain_text("32")


def evening(page: Page, results: int) -> None:
    """Work through the ten jobs on an empty installation."""
    hand, draws = Hand(page), Random(11)
    people = [
        f"{family}, {given} {draws.randint(900, 2000)}" for family in FAMILIES for given in GIVEN
    ]

    def beforehand(name: str) -> None:
        with page.expect_navigation():
            page.get_by_role("button", name=name, exact=True).first.click()

    def enter_line(line: str) -> None:
        enter(page, line)
        hand.typed(len(line) + 1)
        if "Enter again" in page.inner_text(".confirmation"):
            enter(page, "")
            hand.typed(1)

    with hand.job("30 names, to a drafted first round"):
        hand.link("New event") if page.get_by_role(
            "link", name="New event"
        ).count() else hand.button("New event")
        hand.fill(page.get_by_label("Name of the event"), "Thursday")
        hand.fill(page.get_by_label("Players, one per line"), "\n".join(people), pasted=True)
        hand.button("Create event")
    desk = page.url.partition("?")[0]
    beforehand("Publish round 1")
    page.goto(desk)
    with hand.job("a late player, seated"):
        hand.place("People")
        hand.fill(page.get_by_label("Name", exact=True), "Late, Finn")
        hand.button("Add and check in")
    page.goto(desk)
    with hand.job(f"{results} results"):
        hand.place("Results")
        expect(page.locator("[name=line]")).to_be_focused()
        for board in range(1, results + 1):
            enter_line(f"{board} {draws.randint(330, 460)} {draws.randint(330, 460)}")
    for board in range(results + 1, 16):
        enter_line(f"{board} {draws.randint(330, 460)} {draws.randint(330, 460)}")
    page.goto(desk)
    beforehand("Close round 1")
    with hand.job("pair the next round"):
        hand.button("Pair round 2")
    with hand.job("publish it"):
        hand.button("Publish round 2")
    page.goto(desk)
    with hand.job("a correction in an earlier round"):
        hand.click(page.locator(".switch.rounds a", has_text="1"))
        hand.click(page.locator("#board-3"))
        fields = page.locator("form:has(button:text-is('Correct')) input[inputmode=numeric]")
        hand.fill(fields.nth(0), "500")
        hand.fill(fields.nth(1), "301")
        hand.fill(page.get_by_label("Reason"), "slip misread")
        hand.button("Correct")
        if page.get_by_role("button", name="Yes, correct the result").count():
            hand.button("Yes, correct the result")
        expect(page.locator("main")).to_contain_text("slip misread")
    page.goto(f"{desk}?round=2")
    with page.expect_navigation():
        page.locator("#board-1").click()
    beforehand("Record the game")
    for number, line in enumerate(with_a_wrong_score(lines_of(recorded_game())), 1):
        enter_turn(page, line, number)
        expect(page.locator("#line")).to_have_value("")
    page.get_by_role("button", name="Accept the play and finish").press("Enter")
    expect(page.get_by_role("heading", name="Current result")).to_be_visible()
    columns, _turn = the_two_sheets()
    with hand.job("a dispute, two sheets to paper"):
        hand.link("Settle a dispute")
        for (keeper, seat), rows in columns.items():
            hand.fill(page.locator(f"#column-{keeper + 1}-{seat + 1}"), "\n".join(rows))
        hand.button("Compare")
        expect(page.get_by_role("region", name="The turns of")).to_have_count(2)
        printed_recount(hand)
    page.goto(desk)
    with hand.job("undo the last action"):
        hand.click(page.locator(".step-list button"))
    page.goto(f"{desk}?round=2")
    with hand.job("rulings, from the desk to paper"):
        hand.click(page.locator("#board-1"))
        hand.button("Settle a dispute")
        hand.fill(page.get_by_label("Reason for all"), "Recounted.")
        hand.click(page.get_by_role("button", name="Correct all"))
        printed_recount(hand)
    page.goto(desk)
    with hand.job("reopen the event"):
        hand.place("Settings")
        hand.link("Close or remove the event")
        for _twice in range(2):
            if page.get_by_role("button", name="Close the event").count():
                hand.button("Close the event")
    page.goto(desk)
    with hand.job("next week’s event and its players"):
        hand.button("Copy for next week")
        hand.click(page.locator("button[value=own]"))
        expect(page.locator("main")).to_contain_text("31 players")
    from_home(hand)


def main(results: int) -> None:
    """Print a line for each job."""
    print(HEADS)
    with (
        short_lived("jobs") as installation,
        chromium() as browser,
        running(installation) as server,
        watched_page(browser, server.address, viewport={"width": 1280, "height": 800}) as page,
    ):
        log_in(page)
        page.goto("/")
        evening(page, results)


if __name__ == "__main__":
    main(1 if benchmark_parser(__doc__).parse_args().short else 15)
