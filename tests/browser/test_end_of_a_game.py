"""The end of a game on the pad: every row stays visible, and the entry line says what it expects."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.shared_server import let_in
from tests.browser.test_from_turns_to_paper import recorded_game
from tests.browser.test_score_pad import enter, lines_of, open_game

pytestmark = pytest.mark.full


def test_end_of_game_hides_no_board_row(director_page: Page, put_on_sheet):
    page = director_page
    page.set_viewport_size({"width": 1280, "height": 900})
    open_game(page)
    *lines, last = lines_of(recorded_game())
    put_on_sheet(page, lines)
    enter(page, last, len(lines) + 1)
    expect(page.locator(".finish")).to_be_in_viewport(ratio=1)
    expect(page.locator("figure.board > svg")).to_be_in_viewport(ratio=1)
    foot = page.locator(".entry-section").bounding_box()
    board = page.locator("figure.board > svg").bounding_box()
    banner = page.locator(".finish").bounding_box()
    assert board["y"] + board["height"] <= foot["y"]
    assert banner["y"] + banner["height"] <= foot["y"]
    expect(page.get_by_label("Play has ended. Finish the game")).to_have_attribute(
        "placeholder", "1: time 10"
    )


def test_phone_entry_line_prompts_follow_the_game(phone_page: Page, put_on_sheet, fits_its_width):
    page = phone_page
    let_in(page)
    open_game(page)
    line = page.locator("#line")
    expect(line).to_have_attribute("placeholder", "8H FROZEN 38")
    put_on_sheet(page, ["pass"] * 5)
    enter(page, "pass", 6)
    expect(page.get_by_label("Turn 7: Ann Baker to move, or finish the game here")).to_be_visible()
    expect(page.get_by_role("button", name="Tiles left, Ann Baker")).to_contain_text("=")
    page.keyboard.type("=qe")
    expect(page.locator("#preview")).to_contain_text("Ann Baker")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Type the remaining tiles of Ben Okafor")).to_have_attribute(
        "placeholder", "rack ABC"
    )
    page.keyboard.type("=ab")
    expect(page.locator("#preview")).to_contain_text("Ben Okafor")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Play has ended. Finish the game")).to_have_attribute(
        "placeholder", "1: time 10"
    )
    assert fits_its_width(page)
