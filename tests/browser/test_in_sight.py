"""What matters stays in sight: the standings' figures on a phone, paper's heading."""

import re

import pytest

from tests.browser.test_desk import press
from tests.browser.test_results import enter, results_screen

pytestmark = pytest.mark.full

PEOPLE = (
    "Alexandra Featherstonehaugh 1800",
    "Ben Okafor 1700",
    "Zoë Müller 1600",
    "Krishnamurthy Venkataraman 1500",
)
DIVISION = "/events/harbour-club/a/"


def test_the_printed_desk_names_its_event(director_page, picture):
    page = director_page
    results_screen(page)
    enter(page, "1 402 380")
    page.goto(DIVISION)
    assert not page.locator(".print-only").is_visible()
    page.emulate_media(media="print")
    picture(page, "desk-print")
    assert page.locator(".print-only").inner_text().startswith("Harbour Club")


def test_a_phone_shows_spread_and_rating_of_the_standings(director_page, picture):
    page = director_page
    press(page, "button", "New event")
    page.get_by_label("Name of the event").fill("Harbour Club")
    page.get_by_label("Rules").select_option("wespa")
    page.keyboard.press("Enter")
    page.get_by_label("Name of the division").fill("A")
    page.keyboard.press("Enter")
    page.wait_for_url("**/harbour-club/a/")
    press(page, "button", "Add players")
    page.keyboard.insert_text("\n".join(PEOPLE))
    press(page, "button", "Read the list")
    press(page, "button", "Add 4 players")
    page.goto(f"{DIVISION}rounds/new/")
    page.get_by_text("A whole round robin").click()
    page.get_by_label("Make", exact=True).select_option("next")
    press(page, "button", "Draft by the table")
    press(page, "button", "Publish round 1")
    press(page, "link", re.compile("^Results"))
    page.wait_for_url("**/results/**")
    for line in ("1 512 298", "2 402-380"):
        enter(page, line)
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto("/events/harbour-club/")
    cards = page.locator(".division-cards").bounding_box()
    assert cards["x"] + cards["width"] <= 348
    page.goto(f"{DIVISION}results/")
    page.get_by_text("How a line is typed").click()
    described = page.get_by_role("region", name="How a line is typed")
    assert described.evaluate("box => box.scrollWidth <= box.clientWidth")
    ruled = "cell => getComputedStyle(cell).borderBottomWidth"
    described.locator("tbody").evaluate("body => body.append(body.rows[0].cloneNode(true))")
    assert described.locator("tr").nth(4).locator("td").last.evaluate(ruled) == "0px"
    page.locator("table.boards tbody").evaluate(
        "body => { while (body.rows.length < 6) body.append(body.rows[0].cloneNode(true)) }"
    )
    assert page.locator("table.boards td.second").nth(4).evaluate(ruled) == "0px"
    page.goto(f"{DIVISION}standings/")
    assert right_edges(page)["Spread"] <= 348
    page.goto(f"{DIVISION}standings/?ratings=1")
    picture(page, "standings-ratings-phone")
    edges = right_edges(page)
    assert edges["Spread"] <= 348
    assert edges["Rating"] <= 348


def right_edges(page):
    """Where each shown column of the page's table ends, in pixels from the left."""
    heads = page.locator("main th[scope=col]:visible")
    return {
        head.inner_text(): head.bounding_box()["x"] + head.bounding_box()["width"]
        for head in heads.all()
    }
