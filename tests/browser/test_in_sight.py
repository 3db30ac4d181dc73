"""Visibility of important parts: the standings' figures on a phone, the heading of papers."""

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import act
from tests.browser.test_every_page import DIVISION, EVENT, with_a_long_name

pytestmark = pytest.mark.full


IT_IS_RATED = """
event = Event.objects.get()
event.rules_copy["rating_system"] = "wespa"
event.save()
"""


@pytest.fixture
def page(server, simulated, director_page):
    """Return the director's page with an event in progress and a name of sixty letters."""
    with_a_long_name(server, simulated, players=12)
    act(IT_IS_RATED)
    return director_page


def test_paper_names_the_event_and_omits_screen_controls(page):
    page.goto(f"{DIVISION}/")
    assert not page.locator(".print-only").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".print-only").inner_text().startswith("Practice: 12 players")
    page.goto("/rules/")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_label("First player drew")).to_be_hidden()
    expect(page.get_by_text("FROZEN: F 4 ×3 (J2) + R 1")).to_be_visible()


def test_phone_shows_spread_and_rating_in_the_standings(page):
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{EVENT}/")
    cards = page.locator(".division-cards").bounding_box()
    assert cards["x"] + cards["width"] <= 348
    page.goto(f"{DIVISION}/results/")
    page.get_by_text("How to type a line").click()
    described = page.get_by_role("region", name="How to type a line")
    assert described.evaluate("box => box.scrollWidth <= box.clientWidth")
    ruled = "cell => getComputedStyle(cell).borderBottomWidth"
    described.locator("tbody").evaluate("body => body.append(body.rows[0].cloneNode(true))")
    assert described.locator("tr").nth(4).locator("td").last.evaluate(ruled) == "0px"
    assert page.locator("table.boards td.second").nth(4).evaluate(ruled) == "0px"
    for query, columns in (("", ["Spread"]), ("?ratings=1", ["Spread", "Rating"])):
        page.goto(f"{DIVISION}/standings/{query}")
        for column in columns:
            head = page.locator("main th[scope=col]:visible", has_text=column).bounding_box()
            assert head["x"] + head["width"] <= 348, column
