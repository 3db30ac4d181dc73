"""A game finished, opened again and corrected over and over: no press of a button ends on the browser's own page.

Ten times; `NINETIMER_CORRECTIONS=100` is the long form.
"""

import os

from playwright.sync_api import Page, expect

from tests.browser.test_score_pad import enter, open_game

TIMES = int(os.environ.get("NINETIMER_CORRECTIONS", "10"))


def press(page: Page, name: str) -> None:
    """Press a button that leaves the page, and wait for the next one."""
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).click()


def test_a_game_is_finished_opened_again_and_corrected_again_and_again(director_page: Page):
    page = director_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    for number in range(2, 8):
        enter(page, "pass", number)
    enter(page, "1: rack A", 8)
    enter(page, "2: rack E", 9)
    for time in range(TIMES):
        press(page, "Finish the game")
        page.get_by_text("Open the game again").click()
        page.get_by_label("Why is it opened again?").fill("recount")
        press(page, "Open again")
        with page.expect_navigation():
            page.get_by_role("link", name="Turn 1: show the board after it").click()
        press(page, "Correct turn 1")
        line = page.get_by_role("textbox", name="Correct turn 1")
        line.fill(f"8{'GH'[time % 2]} ZONE 26")
        page.get_by_label("Reason, kept with the correction").fill("one square beside")
        with page.expect_navigation():
            line.press("Enter")
        expect(page.get_by_role("status").first).to_contain_text("Turn 1 is corrected.")
