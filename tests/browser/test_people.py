"""Arrivals and departures by keyboard, and the pages about people in every theme and on every device."""

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import open_event
from tests.browser.test_desk import enter_four

pytestmark = pytest.mark.full

EVENT = "/events/hochst-open/"
TWO_DIVISIONS = """
event = create_event(director, name="Thursday", preset="club")
for name, people in (("A", ("Ana Lopez", "Ben Okafor")), ("B", ("Cleo Marsh", "Dai Tanaka"))):
    add_players(director, create_division(director, event, name=name), chr(10).join(people))
"""


def test_everybody_is_checked_in_and_a_walk_in_entered_by_keyboard(director_page):
    page = director_page
    enter_four(page)
    page.goto(f"{EVENT}check-in/")
    expect(page.locator("main")).to_contain_text("4 missing of 4, 0 here.")
    page.keyboard.type("lin")
    expect(page.locator("#list-rows [id^='row-']")).to_have_count(1)
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("d")
    with page.expect_navigation():  # one missing player is left, so Enter checks in
        page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("3 missing of 4, 1 here.")
    page.get_by_label("Name", exact=True).fill("Walker, Johnny")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Johnny Walker is number 5")


def test_phone_shows_names_before_filters_and_paper_omits_buttons(director_page):
    page = director_page
    enter_four(page)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{EVENT}check-in/")
    name = page.locator("#list-rows [id^='row-']").first
    assert name.bounding_box()["y"] < page.locator(".list-tools").bounding_box()["y"]
    page.set_viewport_size({"width": 1280, "height": 740})
    assert name.bounding_box()["y"] > page.locator(".list-tools").bounding_box()["y"]
    page.emulate_media(media="print")
    assert name.evaluate("one => getComputedStyle(one).borderStyle") == "none"
    expect(page.get_by_role("link", name="more")).to_have_count(0)


def test_wide_window_shows_two_divisions_side_by_side(director_page):
    page = director_page
    open_event(page, "/events/thursday/check-in/", TWO_DIVISIONS)

    def place(name):
        return page.get_by_role("button", name=name, exact=True).bounding_box()

    ana, ben, cleo, dai = map(place, ("Lopez, Ana", "Okafor, Ben", "Marsh, Cleo", "Tanaka, Dai"))
    assert ana["x"] == ben["x"] < cleo["x"] == dai["x"]
    assert (ana["y"], ben["y"]) == (cleo["y"], dai["y"])
    page.set_viewport_size({"width": 1024, "height": 800})
    assert place("Lopez, Ana")["x"] == place("Marsh, Cleo")["x"]
