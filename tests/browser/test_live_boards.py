"""A board recorded on the pad, followed by somebody at home and by a streaming program's browser source."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import watched_page
from tests.browser.test_results import enter as enter_result
from tests.browser.test_results import results_screen
from tests.browser.test_score_pad import enter

EVENT = "/events/harbour-club/"
LIVE = "/hall/harbour-club/a/games/1/1/"
SOURCE = "/stream/harbour-club/featured/"
SOON = 20_000
"""Milliseconds: a second is what is measured elsewhere, and a computer that runs tests may be busy besides."""


@pytest.fixture
def pad(director_page: Page) -> Page:
    """The pad of board 1, its first play recorded, in an event that shows every turn at once."""
    page = director_page
    results_screen(page)
    page.goto(f"{EVENT}rules/")
    page.get_by_label("Find a setting").fill("live boards")
    page.get_by_label("Live boards").select_option("every_turn")
    page.get_by_label("Reason").fill("the club is at home")
    page.get_by_role("button", name="Change the rules").click()
    page.goto(f"{EVENT}a/rounds/1/boards/1/")
    with page.expect_navigation():
        page.get_by_role("button", name="Record the game").click()
    enter(page, "8H ZONE 26", 1)
    return page


def test_a_turn_is_on_another_screen_at_once_and_stepping_back_loses_nothing(
    pad, browser, server, axe_problems, picture
):
    phone = {"width": 360, "height": 740}
    with watched_page(browser, server.address, viewport=phone) as page:
        page.goto(LIVE)
        expect(page.get_by_text("Live", exact=True)).to_be_visible()
        last = page.locator("#last-play")
        expect(last).to_contain_text("Turn 1")
        enter(pad, "pass", 2)
        expect(last).to_contain_text("Turn 2", timeout=SOON)
        assert axe_problems(page) == []
        picture(page, "live-board-phone")
        page.get_by_role("link", name="Back").click()
        expect(last).to_contain_text("Turn 1")
        enter(pad, "pass", 3)
        expect(page.get_by_role("link", name="Live, turn 3")).to_be_visible(timeout=SOON)
        expect(last).to_contain_text("Turn 1")
        page.get_by_role("link", name="Live, turn 3").click()
        expect(last).to_contain_text("Turn 3")
        root = "document.documentElement"
        assert page.evaluate(f"{root}.scrollWidth - {root}.clientWidth") <= 0


def test_a_source_is_transparent_without_a_cursor_and_follows_the_pad(
    pad, browser, server, picture
):
    screen = {"width": 800, "height": 300}
    with watched_page(browser, server.address, viewport=screen) as page:
        page.goto(f"{SOURCE}score/?colour=rgb(255,0,0)&size=60&align=center")
        expect(page.locator("main")).to_contain_text("26")
        style = "getComputedStyle(document.{}).{}"
        for part in ("documentElement", "body"):
            assert page.evaluate(style.format(part, "backgroundColor")) == "rgba(0, 0, 0, 0)"
        assert page.evaluate(style.format("body", "cursor")) == "none"
        assert page.evaluate(style.format("body", "color")) == "rgb(255, 0, 0)"
        assert page.evaluate(style.format("body", "fontSize")) == "60px"
        assert page.evaluate(style.format("body", "textAlign")) == "center"
        enter(pad, "K7 H.N 6", 2)
        expect(page.locator("main")).to_contain_text("26 - 6", timeout=SOON)
        page.goto(f"{SOURCE}board/")
        expect(page.get_by_role("img", name="The board after turn 2")).to_be_visible()
        picture(page, "stream-board")


def test_an_address_is_built_seen_and_copied_and_a_slot_is_pointed_in_one_click(
    pad, axe_problems, picture
):
    page = pad
    page.goto(f"{EVENT}streams/")
    builder = page.locator("[data-builder]")
    builder.get_by_label("Field").select_option("p1_score")
    builder.get_by_label("Colour").fill("gold")
    address = page.get_by_label("Browser source")
    expect(address).to_have_value(
        re.compile(r"/stream/harbour-club/featured/p1_score/\?colour=gold")
    )
    expect(page.frame_locator("[data-preview]").locator("main")).to_contain_text("26")
    page.get_by_role("button", name="Copy the address", exact=True).click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert axe_problems(page) == []
    picture(page, "streams")
    page.goto(f"{EVENT}a/results/?round=1")
    page.get_by_role("button", name="Show board 2 on the stream").click()
    expect(page.get_by_role("status").first).to_contain_text("is on the stream")


def test_what_is_popped_up_is_shown_once_and_goes(director_page, browser, server):
    results_screen(director_page)
    with watched_page(browser, server.address) as page:
        page.goto(f"{SOURCE}popups/")
        shown = page.locator("[data-item]:visible")
        expect(shown).to_have_count(0)
        enter_result(director_page, "2 500 300")
        expect(shown).to_contain_text("New high game", timeout=SOON)
        expect(shown).to_have_count(0, timeout=SOON)
