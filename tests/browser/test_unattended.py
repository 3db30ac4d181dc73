"""Automatic publishing of rounds while no page is open."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_desk import make_event, type_result

pytestmark = pytest.mark.full


def test_next_round_is_drafted_and_published_with_no_page_open(director_page):
    page = director_page
    make_event(page)
    desk = page.url.partition("?")[0]
    page.goto(f"{desk}plan/?rounds=3")
    page.get_by_role("button", name="Use this plan", exact=True).click()
    page.get_by_role("heading", name="Automatic publishing").click()
    page.get_by_label("Minutes to show a draft").fill("0")
    page.get_by_role("button", name="Save automatic publishing").click()
    expect(page.locator(".messages")).to_contain_text("From now on, rounds are published")
    page.goto(desk)
    type_result(page, 1, 402, 380)
    type_result(page, 2, 310, 311)
    page.goto("about:blank")
    page.wait_for_timeout(9_000)
    page.goto(desk)
    expect(page.locator("h1")).to_contain_text("Round 2")
    expect(page.locator("h1 .state")).to_have_text("Published")
