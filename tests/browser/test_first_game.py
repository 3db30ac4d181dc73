"""Difficulties of a user who recorded a first game with only the help on the page."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_board_typing import CLEAN, click_square
from tests.browser.test_score_pad import enter, lines_of, open_game, recorded_game

pytestmark = pytest.mark.full


def test_board_fits_above_the_entry_line_and_buttons_explain_their_input(
    director_page: Page, axe_problems
):
    page = director_page
    open_game(page)
    board = page.locator("figure.board > svg").bounding_box()
    foot = page.locator(".entry-section").bounding_box()
    assert board["y"] + board["height"] <= foot["y"]
    enter(page, "8H ZONE 26", 1)
    page.get_by_role("button", name="Challenge won").click()
    expect(page.locator("#preview")).to_contain_text("Ann Baker takes the last play back")
    page.locator("#line").fill("")
    page.get_by_role("button", name="Exchange").click()
    expect(page.locator("#preview")).to_contain_text("Which tiles are exchanged?")
    page.locator("#line").fill("")
    # The choices for an earlier turn replace the entry line, visible at once.
    page.get_by_role("link", name="Turn 1: show the board after it").click()
    for name in ("Correct turn 1", "Insert a turn before this one", "Remove turn 1"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    assert axe_problems(page) == []


def test_selected_square_stays_above_the_entry_line_on_a_phone(
    director_phone: Page, fits_its_width
):
    page = director_phone
    open_game(page)
    page.locator(".pad-board").evaluate("board => board.scrollIntoView()")
    click_square(page, "8H")
    # With the phone's on-screen keyboard open.
    page.set_viewport_size({"width": 360, "height": 420})
    for letter in "zone":
        page.keyboard.insert_text(letter)
    expect(page.locator("#line")).to_have_value("8H ZONE")
    expect(page.locator("#turn-kinds")).to_be_hidden()
    foot = page.locator(".entry-section").bounding_box()
    # All at once, because a redraw may replace an element.
    tiles = page.locator(CLEAN).evaluate_all(
        "tiles => tiles.map((tile) => tile.getBoundingClientRect()).map((box) => [box.top, box.bottom])"
    )
    assert len(tiles) == 4
    for top, bottom in tiles:
        assert top >= 0
        assert bottom <= foot["y"]
    assert fits_its_width(page)


def test_end_of_game_hides_no_board_row(director_page: Page, put_on_sheet):
    page = director_page
    page.set_viewport_size({"width": 1280, "height": 900})
    open_game(page)
    *lines, last = lines_of(recorded_game())
    put_on_sheet(page, lines)
    enter(page, last, len(lines) + 1)
    foot = page.locator(".entry-section").bounding_box()
    for part in (".finish", "figure.board > svg"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= foot["y"]
