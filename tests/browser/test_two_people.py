"""Two people recording one game in separate browsers, and a server that is down for a while."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.shared_server import let_in
from tests.browser.test_score_pad import enter, open_game, type_line
from tests.browser.windows import DESK, watched_page

SOON = 20_000
"""Milliseconds. The page polls every 1.5 s, and the test computer may be busy."""


@pytest.fixture
def other(director_page: Page, browser: Browser, server) -> Iterator[Page]:
    """Yield the second person's page of the first person's game."""
    open_game(director_page)
    with watched_page(browser, server.address, viewport=DESK) as page:
        let_in(page)
        page.goto(director_page.url)
        expect(page.get_by_label("Turn 1: Ann Baker to move")).to_be_focused()
        yield page


def test_entry_reaches_the_other_browser_within_two_seconds(director_page: Page, other: Page):
    enter(director_page, "8H ZONE 26", 1)
    expect(other.locator("#turn-1")).to_contain_text("ZONE", timeout=SOON)
    expect(other.get_by_label("Turn 2: Ben Okafor to move")).to_be_focused()
    expect(other.locator("#live-note")).to_contain_text("Entered elsewhere. Turn 1, Ann Baker: 8H")
    enter(other, "9G EAR 19", 2)
    expect(director_page.locator("#turn-2")).to_contain_text("EAR", timeout=SOON)
    director_page.keyboard.press("Control+z")
    expect(other.locator("#turn-2")).not_to_be_attached(timeout=SOON)


def test_two_lines_for_one_turn_are_shown_side_by_side(
    director_page: Page, other: Page, axe_problems
):
    type_line(other, "8H FROZEN 38")
    enter(director_page, "1A ZONE 39")
    expect(director_page.get_by_role("alert")).to_contain_text("Enter the same line again")
    director_page.keyboard.press("Enter")
    expect(other.locator("#turn-1")).to_contain_text("ZONE", timeout=SOON)
    expect(other.locator("#line")).to_have_value("8h FROZEN 38")
    other.keyboard.press("Enter")
    conflict = other.get_by_role("alert")
    expect(conflict.get_by_label("Entered elsewhere")).to_contain_text(
        "Turn 1 is now: Ann Baker: 1A ZONE. 39."
    )
    expect(conflict.get_by_label("Typed here")).to_contain_text("8h FROZEN 38")
    expect(conflict).to_contain_text("FROZEN at 8H touches no tile on the board.")
    expect(other.locator("#turn-2")).not_to_be_attached()
    assert axe_problems(other) == []
    other.keyboard.press("Escape")
    expect(other.locator("#line")).to_have_value("")
    expect(conflict).not_to_be_visible()
    expect(other.get_by_label("Turn 2: Ben Okafor to move")).to_be_focused()


@pytest.mark.full
def test_conflicting_line_is_entered_as_the_next_turn_by_one_key(director_page: Page, other: Page):
    type_line(other, "-ABC")
    enter(director_page, "8H ZONE 26", 1)
    expect(other.locator("#turn-1")).to_contain_text("ZONE", timeout=SOON)
    other.keyboard.press("Enter")
    expect(other.get_by_role("alert")).to_contain_text("Typed here, as turn 2")
    other.keyboard.press("Enter")
    expect(other.locator("#turn-2")).to_contain_text("exchanged ABC")


@pytest.mark.full
def test_line_cleared_after_an_entry_elsewhere_applies_to_the_next_turn(
    director_page: Page, other: Page
):
    type_line(other, "-A")
    enter(director_page, "8H ZONE 26", 1)
    expect(other.locator("#turn-1")).to_be_attached(timeout=SOON)
    expect(other.get_by_label("Turn 1: Ann Baker to move")).to_be_focused()
    for _ in "-A":
        other.keyboard.press("Backspace")
    expect(other.get_by_label("Turn 2: Ben Okafor to move")).to_be_focused()
    enter(other, "-ABC", 2)


@pytest.mark.full
def test_updates_keep_pointer_targets_and_focus_in_place(director_page: Page, other: Page):
    enter(director_page, "8H ZONE 20", 1)
    ruling = other.get_by_role("button", name="Correct to 26")
    expect(ruling).to_be_visible(timeout=SOON)
    ruling.focus()
    before = ruling.bounding_box()
    enter(director_page, "9G EAR 8", 2)
    enter(director_page, "-ABC", 3)
    expect(other.locator("#turn-3")).to_be_attached(timeout=SOON)
    expect(ruling).to_be_focused()
    assert abs(ruling.bounding_box()["y"] - before["y"]) < 2
    ruling.press("Enter")
    expect(director_page.locator("#turn-1")).to_contain_text("26, counts", timeout=SOON)


@pytest.mark.full
def test_page_recovers_after_a_server_outage(bare_page: Page):
    page = bare_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    page.context.set_offline(True)
    type_line(page, "9G EAR")
    note = page.locator("#live-note")
    expect(note).to_contain_text("The server has not responded since")
    expect(note).to_contain_text("What you typed is still here.")
    page.context.set_offline(False)
    expect(note).to_have_text("The server is back.")
    expect(page.locator("#line")).to_have_value("9g EAR")
    page.keyboard.type(" 19")
    page.keyboard.press("Enter")
    expect(page.locator("#turn-2")).to_contain_text("EAR")


@pytest.mark.full
def test_question_about_others_entries_does_not_replace_an_answer(
    director_page: Page, put_on_sheet
):
    """The game is reopened before the response to the button has arrived, while the page polls."""
    page = director_page
    open_game(page)
    put_on_sheet(page, ("8H ZONE 26", *["pass"] * 6, "1: rack A", "2: rack E"))
    with page.expect_navigation():
        page.get_by_role("button", name="Finish the game").click()

    def slowly(route):
        answer = route.fetch(max_redirects=0)
        time.sleep(4)
        route.fulfill(response=answer)

    aborted = []
    page.on("requestfailed", lambda request: aborted.append(request.method))
    page.route("**/reopen/", slowly)
    page.get_by_text("Reopen the game").click()
    page.get_by_label("Reason for reopening the game").fill("recount")
    with page.expect_navigation():
        page.get_by_role("button", name="Reopen", exact=True).click()
    expect(page.get_by_role("button", name="Finish the game")).to_be_visible()
    assert "POST" not in aborted
