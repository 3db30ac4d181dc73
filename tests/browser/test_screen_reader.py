"""What a screen reader says of the pages that are typed into: results and pad; the desk's walk stands with the desk.

What is typed has a name, what it comes to is said by itself, and a mark is never the only word of a state.
"""

import re

from playwright.sync_api import Page, expect

from tests.browser.test_desk import make_event
from tests.browser.test_score_pad import open_game, type_line

DESK = "/events/hochst-open/a/"
RESULTS = f"{DESK}results/"


def test_the_results_as_a_screen_reader_says_them(director_page: Page):
    page = director_page
    make_event(page)
    page.goto(RESULTS)
    expect(page.locator("main")).to_match_aria_snapshot(
        """
        - heading "Results of round 1" [level=1]
        - textbox "Board, score, score"
        - button "Enter"
        - status:
          - strong: "2 missing:"
          - text: boards 1, 2
        - region "Boards of round 1":
          - table:
            - rowgroup:
              - row:
                - columnheader "Board"
                - columnheader "First"
                - columnheader "Score of the first"
                - columnheader "Score of the second"
                - columnheader "Second"
                - columnheader "State"
            - rowgroup:
              - row:
                - rowheader "Board 1"
        """
    )
    page.get_by_label("Board, score, score").press_sequentially("1 402 380")
    with page.expect_response(lambda answer: answer.url.endswith("/line/")):
        page.keyboard.press("Enter")
    heard = page.locator("#confirmation")
    expect(heard).to_have_attribute("aria-live", "polite")
    expect(heard).to_contain_text("Board 1: Zoë Lindqvist 402")
    expect(page.get_by_label("Board, score, score")).to_be_focused()
    page.goto(DESK)
    board = page.get_by_role("list", name="Boards of round 1").get_by_role("listitem").first
    expect(board).to_have_text(re.compile(r"Lindqvist Z\.\s*402\s*[^\d\s].*380", re.DOTALL))


def test_a_turn_on_the_pad_as_a_screen_reader_says_it(director_page: Page):
    page = director_page
    open_game(page)
    heard = page.get_by_role("region", name="Entry line").locator("#preview")
    expect(heard).to_have_attribute("aria-live", "polite")
    expect(page.get_by_label("Turn 1: ")).to_have_attribute("aria-describedby", "preview")
    type_line(page, "8H ZONE 26")
    expect(heard).to_contain_text("ZONE")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Turn 2: ")).to_be_focused()
    sheet = page.get_by_role("region", name="Score sheet")
    expect(sheet.get_by_role("link", name="Turn 1: show the board after it")).to_be_attached()
