"""A game finished, opened again and corrected over and over: no press of a button ends on the browser's own page.

Three times; `make long` does it a hundred times.
"""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_score_pad import enter, open_game

BRIEFLY, LONG = 3, 100


def press(page: Page, name: str) -> None:
    """Press a button that leaves the page, and wait for the next one."""
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).click()


def finished_game(page: Page) -> None:
    """Record a game to its end, ready to be finished."""
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    for number in range(2, 8):
        enter(page, "pass", number)
    enter(page, "1: rack A", 8)
    enter(page, "2: rack E", 9)


def test_the_question_what_others_entered_does_not_take_the_place_of_an_answer(
    director_page: Page,
):
    """The game is open again before the answer to the button has come, and the page asks meanwhile."""
    page = director_page
    finished_game(page)
    press(page, "Finish the game")

    def slowly(route):
        answer = route.fetch(max_redirects=0)
        time.sleep(4)
        route.fulfill(response=answer)

    aborted = []
    page.on("requestfailed", lambda request: aborted.append(request.method))
    page.route("**/reopen/", slowly)
    page.get_by_text("Open the game again").click()
    page.get_by_label("Why is it opened again?").fill("recount")
    press(page, "Open again")
    expect(page.get_by_role("button", name="Finish the game")).to_be_visible()
    assert "POST" not in aborted


@pytest.mark.parametrize("times", [BRIEFLY, pytest.param(LONG, marks=pytest.mark.long)])
def test_a_game_is_finished_opened_again_and_corrected_again_and_again(
    director_page: Page, times: int
):
    page = director_page
    finished_game(page)
    for turn in range(times):
        press(page, "Finish the game")
        page.get_by_text("Open the game again").click()
        page.get_by_label("Why is it opened again?").fill("recount")
        press(page, "Open again")
        with page.expect_navigation():
            page.get_by_role("link", name="Turn 1: show the board after it").click()
        press(page, "Correct turn 1")
        line = page.get_by_role("textbox", name="Correct turn 1")
        line.fill(f"8{'GH'[turn % 2]} ZONE 26")
        page.get_by_label("Reason, kept with the correction").fill("one square beside")
        with page.expect_navigation():
            line.press("Enter")
        expect(page.get_by_role("status").first).to_contain_text("Turn 1 is corrected.")
