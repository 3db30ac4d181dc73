"""From a finished game to the signed slip, and what the director does afterwards, through the real page."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_board_typing import click_square
from tests.browser.test_score_pad import enter, open_game

pytestmark = pytest.mark.full


def test_a_signed_slip_a_ruling_that_flips_and_a_turn_laid_anew_on_the_board(
    director_page: Page, put_on_sheet, axe_problems, picture, fits_its_width
):
    page = director_page
    open_game(page)
    put_on_sheet(
        page,
        ("8H ZONE 36", *["pass"] * 6, "2: adjust 30 late start", "1: rack A", "2: rack E"),
    )
    with page.expect_navigation():
        page.get_by_role("button", name="Finish the game").press("Enter")
    with page.expect_navigation():
        page.get_by_role("button", name="Both have signed the slip").press("Enter")
    expect(page.get_by_text("Both have signed the slip.", exact=True)).to_be_visible()
    picture(page, "pad-signed")
    assert axe_problems(page) == []

    page.get_by_text("Open the game again").click()
    page.get_by_label("Why is it opened again?").fill("recount")
    with page.expect_navigation():
        page.get_by_role("button", name="Open again").click()
    first = page.locator("#turn-1")
    first.get_by_label("Reason").fill("both agreed")
    first.get_by_role("button", name="Let 36 stand").click()
    flip = page.get_by_role("alert").filter(has_text="The result flips.")
    expect(flip).to_contain_text(
        "Before: Ben Okafor wins, 29 to 25. Now: Ann Baker wins, 35 to 29."
    )
    expect(flip).to_contain_text("both agreed")
    picture(page, "pad-flipped")
    assert axe_problems(page) == []

    with page.expect_navigation():
        first.get_by_role("link", name="Turn 1: show the board after it").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Correct turn 1").click()
    line = page.get_by_role("textbox", name="Correct turn 1")
    line.fill("")
    click_square(page, "8G")
    page.keyboard.type("zone")
    page.keyboard.type("26")
    expect(line).to_have_value("8G ZONE 26")
    expect(page.locator("figure.board [data-typed] svg")).to_have_count(4)
    picture(page, "pad-correcting-on-the-board")
    page.get_by_label("Reason, kept with the correction").fill("one square to the left")
    with page.expect_navigation():
        page.get_by_role("button", name="Correct", exact=True).click()
    expect(page.locator("#turn-1")).to_contain_text("8G")
    page.set_viewport_size({"width": 360, "height": 740})
    assert fits_its_width(page)


def test_the_whole_board_stands_above_the_entry_line_in_a_low_window(director_page: Page):
    page = director_page
    page.set_viewport_size({"width": 1280, "height": 757})
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    enter(page, "9G EAR 19", 2)
    board = page.locator("figure.board svg").first.bounding_box()
    line = page.locator(".entry-section").bounding_box()
    assert board["y"] + board["height"] <= line["y"]
