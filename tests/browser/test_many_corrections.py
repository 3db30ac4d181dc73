"""A game that is finished, reopened and corrected repeatedly never ends on an error page of the browser.

Three times in the gate, a hundred times in `make long`.
"""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_score_pad import open_game

pytestmark = pytest.mark.full

BRIEFLY, LONG = 3, 100


def press(page: Page, name: str) -> None:
    """Press a button that leaves the page, and wait for the next page."""
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).click()


GAME = ("8H ZONE 26", *["pass"] * 6, "1: rack A", "2: rack E")
"""A game that is over and can be finished."""


def test_question_about_others_entries_does_not_replace_an_answer(
    director_page: Page, put_on_sheet
):
    """The game is reopened before the response to the button has arrived, while the page polls."""
    page = director_page
    open_game(page)
    put_on_sheet(page, GAME)
    press(page, "Finish the game")

    def slowly(route):
        answer = route.fetch(max_redirects=0)
        time.sleep(4)
        route.fulfill(response=answer)

    aborted = []
    page.on("requestfailed", lambda request: aborted.append(request.method))
    page.route("**/reopen/", slowly)
    page.get_by_text("Reopen the game").click()
    page.get_by_label("Reason for reopening the game").fill("recount")
    press(page, "Reopen")
    expect(page.get_by_role("button", name="Finish the game")).to_be_visible()
    assert "POST" not in aborted


@pytest.mark.parametrize("times", [BRIEFLY, pytest.param(LONG, marks=pytest.mark.long)])
def test_game_is_finished_reopened_and_corrected_repeatedly(
    director_page: Page, put_on_sheet, times: int
):
    page = director_page
    open_game(page)
    put_on_sheet(page, GAME)
    for turn in range(times):
        press(page, "Finish the game")
        page.get_by_text("Reopen the game").click()
        page.get_by_label("Reason for reopening the game").fill("recount")
        press(page, "Reopen")
        with page.expect_navigation():
            page.get_by_role("link", name="Turn 1: show the board after it").click()
        press(page, "Correct turn 1")
        line = page.get_by_role("textbox", name="Correct turn 1")
        line.fill(f"8{'GH'[turn % 2]} ZONE 26")
        page.get_by_label("Reason (saved with the correction)").fill("one square beside")
        with page.expect_navigation():
            line.press("Enter")
        expect(page.get_by_role("status").first).to_contain_text("Turn 1 has been corrected.")
