"""Undo, redo and forgotten turns by keyboard, through the real page."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.shared_server import let_in
from tests.browser.test_score_pad import enter, open_game, type_line

pytestmark = pytest.mark.full


def words(page: Page) -> list[str]:
    """What the sheet shows, in the order of the turns."""
    rows = page.locator(".score-sheet tbody").all()
    rows.sort(key=lambda row: int(row.get_attribute("id").removeprefix("turn-")))
    return [row.locator("td.word").first.inner_text().strip() for row in rows]


def test_keys_undo_and_redo_while_the_line_is_empty(director_page: Page, axe_problems, picture):
    page = director_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    enter(page, "-ABC", 2)
    expect(page.locator("#line")).to_have_value("")
    page.keyboard.press("Control+z")
    expect(page.locator("#turn-2")).not_to_be_attached()
    expect(page.locator("#preview")).to_contain_text("No longer on the sheet: Ben Okafor exchanges")
    expect(page.locator("#line")).to_be_focused()
    picture(page, "pad-undone")
    assert axe_problems(page) == []
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#turn-2")).to_be_attached()
    type_line(page, "10F RET")
    page.keyboard.press("Control+z")
    expect(page.locator("#turn-2")).to_be_attached()  # the browser undid typing, not the game


def test_keys_pressed_faster_than_the_server_answers_all_count(director_page: Page):
    page = director_page
    open_game(page)
    slow = {"offline": False, "latency": 200, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    for line in ("8H ZONE 26", "-ABC"):
        type_line(page, line)
        page.keyboard.press("Enter")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+Shift+z")
    type_line(page, "-3")
    page.keyboard.press("Enter")
    expect(page.locator("#turn-2")).to_contain_text("exchanged 3")
    assert words(page) == ["ZONE", "exchanged 3"]


def test_a_forgotten_turn_is_inserted_and_escape_leaves_the_mode(
    director_page: Page, axe_problems, picture
):
    page = director_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    enter(page, "1: -ABC")
    expect(page.get_by_role("alert")).to_contain_text("another player's turn")
    # The question stands there while typing too; what Enter brought says what the next one does.
    expect(page.get_by_role("alert")).to_contain_text("Enter the same line again")
    page.keyboard.press("Enter")
    expect(page.locator("#turn-2")).to_be_attached()
    page.get_by_role("link", name="Turn 2: show the board after it").click()
    page.get_by_role("button", name="Insert a turn before this one").click()
    line = page.get_by_label("Insert a turn before turn 2")
    expect(line).to_be_focused()
    picture(page, "pad-insert")
    assert axe_problems(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_label("Turn 3: ")).to_be_focused()
    page.go_back()
    expect(line).to_be_focused()
    enter(page, "9G EAR 19", 3)
    assert words(page) == ["ZONE", "EAR", "exchanged ABC"]


def test_undo_fits_a_phone(phone_page: Page, axe_problems, fits_its_width, picture):
    let_in(phone_page)
    open_game(phone_page)
    enter(phone_page, "8H ZONE 26", 1)
    phone_page.get_by_role("button", name="Undo").tap()
    expect(phone_page.locator("#turn-1")).not_to_be_attached()
    phone_page.get_by_role("button", name="Redo").tap()
    expect(phone_page.locator("#turn-1")).to_be_attached()
    assert fits_its_width(phone_page)
    assert axe_problems(phone_page) == []
    picture(phone_page, "pad-undo-phone")
