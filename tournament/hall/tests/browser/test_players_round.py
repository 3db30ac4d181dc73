"""A round from the players' point of view: five phones, a kiosk, two screens and the desk.

The network is cut only until the page reports the outage: the page polls every two seconds and
resends every three, so ten seconds are enough.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_results import results_screen
from tests.browser.windows import PHONE, watched_page
from tournament.hall.tests.browser.test_room import LARGE, SOON, take

EVENT = "/events/harbour-club"
SITE = "/hall/harbour-club"
PHONES = f"{EVENT}/player-phones/"
DESK = f"{EVENT}/a/"
BOARDS = 3


def letters_of_players(page: Page) -> dict[int, str]:
    """Return the letters of every player by number."""
    page.goto(PHONES)
    cells = [row.locator("td").all_inner_texts() for row in page.locator("table tbody tr").all()]
    return {int(number): code.strip() for number, code, *_rest in cells}


def open_own_page(page: Page, number: int, letters: str) -> None:
    page.goto(f"{SITE}/me/")
    page.get_by_label("Number").fill(str(number))
    page.get_by_label("Four letters").fill(letters.lower())
    page.get_by_role("button", name="Open my page").tap()
    page.wait_for_url("**/me/*/")


@pytest.fixture
def letters(director_page: Page) -> dict[int, str]:
    """Return the letters of every player by number, once round 1 has been published."""
    results_screen(director_page)
    return letters_of_players(director_page)


@pytest.fixture
def seats(letters, director_page) -> list[list[int]]:
    """Return the numbers of both players on each of the first boards."""
    director_page.goto(f"{SITE}/a/pairings/")
    seats = []
    for row in director_page.locator("tbody tr").all()[:BOARDS]:
        links = [link.get_attribute("href") or "" for link in row.locator("a").all()]
        seats.append([int(link.rstrip("/").rpartition("/")[2]) for link in links])
    return seats


@pytest.fixture
def phone(browser: Browser, server, letters) -> Callable[[int], AbstractContextManager[Page]]:
    """Return a function that opens a player's own page on a phone within a `with` block.

    The open page polls the server every two seconds.
    """

    @contextmanager
    def opened(number: int) -> Iterator[Page]:
        with watched_page(
            browser,
            server.address,
            viewport=PHONE,
            has_touch=True,
            color_scheme=("light", "dark")[number % 2],
        ) as page:
            open_own_page(page, number, letters[number])
            yield page

    return opened


def type_scores(page: Page, own: int, opponent: int) -> None:
    page.get_by_label("Your score").fill(str(own))
    page.get_by_label("Score of").fill(str(opponent))
    page.get_by_role("button", name="Check, then send").tap()
    page.wait_for_url("**/report/1/")


def send(page: Page) -> None:
    page.get_by_role("button", name="Send", exact=True).tap()


def reads(page: Page, sentence: str) -> None:
    """Wait until the page shows the sentence of its own accord."""
    expect(page.locator("main")).to_contain_text(sentence, timeout=SOON)


def set_state(page: Page, state: str) -> None:
    """Suspend the page ("frozen"), as a phone in a pocket does, or wake it up ("active")."""
    page.context.new_cdp_session(page).send("Page.setWebLifecycleState", {"state": state})


@pytest.mark.full
def test_five_phones_and_two_screens_follow_a_round(
    seats, phone, director_page, browser, server, axe_problems, fits_its_width
):
    (first, second), (fifth, sixth), (seventh, _eighth) = seats
    with phone(first) as one, phone(second) as other:
        with (
            watched_page(browser, server.address, viewport=LARGE) as door,
            watched_page(browser, server.address, viewport=LARGE) as stage,
        ):
            for number, wall in enumerate((door, stage), 1):
                wall.goto("/screen/")
                wall.wait_for_url(f"**/screen/{number}/")
            take(director_page, 1, "Door", "pairings")
            take(director_page, 2, "Stage", "missing", light=True)
            expect(stage.locator("[data-list]")).to_be_attached(timeout=SOON)

            # Confirmed with one touch.
            type_scores(one, 423, 400)
            expect(one.locator(".seat")).to_contain_text(re.compile("You 423, .* 400"))
            expect(one.locator("main")).to_contain_text(re.compile("You beat .* by 23"))
            reads(one, "You are 1-0 +23, 1st.")
            assert axe_problems(one) == []
            send(one)
            reads(one, "Sent. ")
            reads(one, "has not confirmed it yet")
            confirm = other.get_by_role("button", name="Confirm 400 to 423")
            expect(confirm).to_be_visible(timeout=SOON)
            confirm.tap()
            reads(other, "The result is in: 400 to 423.")
            reads(one, "The result is in: 423 to 400.")
            expect(door.locator("[data-list]")).to_contain_text("423–400", timeout=SOON)
        assert axe_problems(one) == []
        assert fits_its_width(one)

    # The report is sent without a network while the opponent's phone sleeps.
    with phone(seventh) as early, phone(fifth) as away, phone(sixth) as theirs:
        set_state(theirs, "frozen")
        type_scores(away, 500, 300)
        for page in (away, early):
            page.context.set_offline(True)
        send(away)
        reads(away, "Not sent yet: the laptop is offline.")
        expect(early.locator("#site-state")).to_contain_text("The laptop is offline", timeout=SOON)
        assert axe_problems(early) == []
        for page in (away, early):
            page.context.set_offline(False)
        reads(away, "has not confirmed it yet")
        expect(early.locator("#site-state")).to_contain_text("p to date", timeout=SOON)
        set_state(theirs, "active")
        confirm = theirs.get_by_role("button", name="Confirm 300 to 500")
        expect(confirm).to_be_visible(timeout=SOON)


COUNT_TONES = """
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at); };
"""


@pytest.mark.full
def test_desk_rings_once_for_a_call_with_sound_on(letters, director_page, phone, axe_problems):
    desk, number = director_page, min(letters)
    desk.add_init_script(COUNT_TONES)
    printed: list[str] = []
    desk.on("console", lambda line: printed.append(line.text))
    call = desk.locator("[data-call]")
    with phone(number) as caller:
        desk.goto(DESK)
        caller.get_by_role("button", name="Challenge").tap()
        expect(call).to_contain_text("Call", timeout=SOON)
        assert desk.evaluate("tones") == 0
        desk.get_by_role("button", name="Sound on").click()
        expect(desk.get_by_role("button", name="Sound off")).to_be_visible()
        assert desk.evaluate("tones") == 2
        caller.get_by_role("button", name="Question").tap()
        expect(call).to_have_count(2, timeout=SOON)
        expect(desk).to_have_title(re.compile(r"^\(2\) "))
        assert desk.evaluate("tones") == 4
        assert axe_problems(desk) == []
        desk.reload()
        assert desk.evaluate("tones") == 0
        desk.keyboard.press("Tab")
        expect(desk.get_by_role("button", name="Sound off")).to_be_visible()
        assert desk.evaluate("tones") == 0
    desk.get_by_role("button", name="Mark as done").first.click()
    expect(call).to_have_count(1)
    assert printed == []


def test_kiosk_returns_to_its_first_page_after_half_a_minute(
    letters, director_page, browser, server, axe_problems, fits_its_width
):
    director_page.get_by_role("button", name="Open a kiosk").click()
    code = director_page.locator("form.button-row strong").inner_text()
    number = min(letters)
    tablet_size = {"width": 768, "height": 1024}
    with watched_page(browser, server.address, viewport=tablet_size, has_touch=True) as tablet:
        tablet.clock.install()
        tablet.goto("/kiosk/")
        tablet.get_by_label("Kiosk code").fill(code.lower())
        tablet.get_by_role("button", name="Open the kiosk").tap()
        tablet.get_by_label("Your name or number").fill(str(number))
        assert axe_problems(tablet) == []
        tablet.get_by_role("button", name="Find me").tap()
        tablet.locator(".roll a").first.tap()
        assert axe_problems(tablet) == []
        assert fits_its_width(tablet)
        tablet.get_by_role("button", name="I am here").tap()
        expect(tablet.get_by_role("status")).to_contain_text("is checked in")

        # After half a minute without input, the kiosk returns to its start page and clears its
        # fields.
        tablet.get_by_label("Your name or number").fill(str(number))
        tablet.get_by_role("button", name="Find me").tap()
        tablet.locator(".roll a").first.tap()
        tablet.get_by_label("Your name or number").wait_for(state="detached")
        tablet.clock.run_for(29_000)
        assert not tablet.url.endswith("/kiosk/")
        with tablet.expect_navigation(url="**/kiosk/"):
            tablet.clock.run_for(2_000)
        expect(tablet.get_by_label("Your name or number")).to_have_value("")
        tablet.get_by_label("Your name or number").fill("half a na")
        with tablet.expect_navigation(url="**/kiosk/"):
            tablet.clock.run_for(31_000)
        expect(tablet.get_by_label("Your name or number")).to_have_value("")
