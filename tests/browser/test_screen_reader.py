"""What a screen reader says of the two pages that are worked at the longest: the pad and the results.

The desk's walk stands with the desk. Everything that is typed has a name that says whose turn it is, and
what it comes to is said by itself; a mark is never the only word of a state.
"""

from playwright.sync_api import Page, expect

from tests.browser.test_desk import make_event
from tests.browser.test_score_pad import enter, open_game

RESULTS = "/events/hochst-open/a/results/"


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


def test_the_pad_as_a_screen_reader_says_it(director_page: Page):
    page = director_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    expect(page.locator("main")).to_match_aria_snapshot(
        """
        - heading "Ann Baker – Ben Okafor" [level=1]
        - region /^The board/:
          - img /^The board/
        - 'region "Unseen: 96 tiles"':
          - 'heading "Unseen: 96 tiles" [level=2]'
        - region "Score sheet":
          - heading "Ann Baker 26" [level=2]
          - table "Turns of Ann Baker":
            - rowgroup:
              - row "Turn Square Word Score Total"
            - rowgroup:
              - row /Turn 1.* 8H ZONE 26 , announced and correct agree 26/
          - heading "Ben Okafor to move 0" [level=2]
        """
    )
    line = page.get_by_role("textbox", name="Turn 2: Ben Okafor to move")
    expect(line).to_be_focused()
    line.press_sequentially("9H OX")
    preview = page.locator("#preview")
    expect(preview).to_contain_text("OX")
    expect(preview).to_have_attribute("aria-live", "polite")
    expect(line).to_have_attribute("aria-describedby", "preview")
