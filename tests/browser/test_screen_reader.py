"""Screen reader output of the entry pages: results and pad; the desk has its own test.

Fields have labels, results are announced, and no state is shown by a mark alone.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_desk import make_event
from tests.browser.test_score_pad import open_game, type_line

pytestmark = pytest.mark.full

DESK = "/events/hochst-open/a/"
RESULTS = f"{DESK}results/"
ANNOUNCER = "body > [aria-live=polite]"
"""The live region that announces changes as plain text (`heard.js`)."""
LONG_ENOUGH = 1_000
"""Milliseconds after which an announcement would have been made."""


def test_results_are_announced_to_screen_readers(director_page: Page):
    page = director_page
    make_event(page)
    page.goto(RESULTS)
    expect(page.locator("main")).to_match_aria_snapshot(
        """
        - heading "Results of round 1" [level=1]
        - textbox "Board, score, score"
        - button "Enter"
        - paragraph:
          - strong: "2 missing:"
          - text: boards 1, 2
        - region "Boards of round 1":
          - table:
            - rowgroup:
              - row:
                - columnheader "Board"
                - columnheader "First"
                - columnheader "First player’s score"
                - columnheader "Second player’s score"
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
    heard = page.locator(ANNOUNCER)
    expect(heard).to_have_text(
        re.compile(
            r"^Board 1: Zoë Lindqvist 402, .* 380\. Zoë Lindqvist by 22\. .* 1 missing: board 2$"
        )
    )
    expect(page.get_by_label("Board, score, score")).to_be_focused()

    page.set_viewport_size({"width": 320, "height": 256})  # 400 % zoom
    page.keyboard.type("2 900 0")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Press Enter again to confirm.")
    page.wait_for_timeout(LONG_ENOUGH)
    expect(heard).not_to_contain_text("Enter again")  # an alert is announced once, by itself
    for part in (page.get_by_role("alert"), page.get_by_label("Board, score, score")):
        expect(part).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(heard).to_contain_text("Marek Sobol")
    page.goto(DESK)
    board = page.get_by_role("list", name="Boards of round 1").get_by_role("listitem").first
    expect(board).to_have_text(re.compile(r"Lindqvist Z\.\s*402\s*[^\d\s].*380", re.DOTALL))


HEARD = """() => {
  window.heard = [];
  document.addEventListener('focusin', event => window.heard.push(event.target.ariaLabel ?? event.target.id));
  const said = document.querySelector('body > [aria-live]');
  new MutationObserver(() => window.heard.push(said.textContent)).observe(said, {childList: true});
}"""
"""Records the focused elements and the announcements in order."""


def test_pad_turn_is_announced_to_screen_readers(director_page: Page):
    page = director_page
    open_game(page)
    heard = page.locator(ANNOUNCER)
    type_line(page, "8")  # incomplete: the hint is shown but not announced
    expect(page.locator("#preview")).to_contain_text("is not a square")
    page.wait_for_timeout(LONG_ENOUGH)
    expect(heard).to_be_empty()
    page.get_by_label("Turn 1: ").clear()
    type_line(page, "8H ZONe 22")
    expect(heard).to_have_text(
        re.compile(r"^Ann Baker: 8H ZONe\. 22 24 .*22 announced, 24 correct Total 24 provisional")
    )
    page.keyboard.press("Enter")
    expect(page.get_by_label("Turn 2: ")).to_be_focused()
    expect(heard).to_have_text(
        "Turn 1, Ann Baker: 8H ZONe 22 announced, 24 correct, total 24. The total is provisional until"
        " the difference is ruled on. Turn 2: Ben Okafor to move"
    )
    sheet = page.get_by_role("region", name="Score sheet")
    expect(sheet.get_by_role("link", name="Turn 1: show the board after it")).to_be_attached()
    expect(sheet.get_by_role("heading", name="Ann Baker provisional 24")).to_be_visible()
    page.get_by_role("button", name="Correct to 24").press("Enter")
    expect(heard).to_have_text("Ruled on turn 1: the score is 24. Ann Baker has 24.")
    expect(sheet.get_by_role("heading", name="Ann Baker 24")).to_be_visible()
    expect(page.get_by_label("Turn 2: ")).to_be_focused()

    page.evaluate(HEARD)
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    for key in ("Control+ArrowUp", "Alt+ArrowLeft", "Home", "Control+End"):
        page.keyboard.press(key)
    expect(page.locator("#line")).to_have_value("L8 ")
    page.keyboard.press("s")
    page.keyboard.press("Escape")
    assert " | ".join(page.evaluate("() => window.heard")) == (
        "H8, Z, last play | I8, O, last play | J8, N, last play | K8, blank as E, last play"
        " | L8, empty, double letter | L8, down | L7, empty | K7, empty | A7, empty"
        " | O15, empty, triple word | O15, S, being typed | line"
    )
    expect(page.get_by_label("Turn 2: ")).to_have_value("")
