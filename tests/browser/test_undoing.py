"""Undo, redo and forgotten turns by keyboard on the real page."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_score_pad import enter, open_game, type_line

pytestmark = pytest.mark.full


def test_keys_undo_and_redo_while_the_line_is_empty(director_page: Page, axe_problems):
    page = director_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    enter(page, "-ABC", 2)
    expect(page.locator("#line")).to_have_value("")
    page.keyboard.press("Control+z")
    expect(page.locator("#turn-2")).not_to_be_attached()
    expect(page.locator("#preview")).to_contain_text("Removed from the sheet: Ben Okafor exchanges")
    expect(page.locator("#line")).to_be_focused()
    assert axe_problems(page) == []
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#turn-2")).to_be_attached()
    type_line(page, "10F RET")
    page.keyboard.press("Control+z")
    expect(page.locator("#turn-2")).to_be_attached()  # the browser undid typing, not the game


def test_forgotten_turn_is_inserted_and_escape_leaves_the_mode(director_page: Page, axe_problems):
    page = director_page
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    enter(page, "-ABC", 2)
    page.get_by_role("link", name="Turn 2: show the board after it").click()
    page.get_by_role("button", name="Insert a turn before this one").click()
    line = page.get_by_label("Insert a turn before turn 2")
    expect(line).to_be_focused()
    assert axe_problems(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_label("Turn 3: ")).to_be_focused()
    page.go_back()
    expect(line).to_be_focused()
    enter(page, "9G EAR 19", 3)
    expect(page.locator(".messages")).to_contain_text("Turn 2 has been inserted.")
    enter(page, "pass", 4)
    expect(page.locator(".messages")).to_have_count(0)
    page.goto("/")
    page.go_back()
    expect(page.get_by_label("Turn 5: ")).to_be_visible()
