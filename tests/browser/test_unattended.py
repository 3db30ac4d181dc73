"""Automatic publishing of rounds while no page is open."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_desk import make_event, type_result

pytestmark = pytest.mark.full


@pytest.fixture
def itself(director_page):
    """Open the desk of a division in round 1 that publishes drafts without delay; no other page is open."""
    page = director_page
    make_event(page)
    return page


def set_minutes(page, minutes):
    page.goto(page.url.partition("?")[0].partition("plan/")[0] + "plan/?rounds=3")
    if page.get_by_role("button", name="Use this plan", exact=True).count():
        page.get_by_role("button", name="Use this plan", exact=True).click()
    if not page.get_by_label("Minutes a draft is shown").is_visible():
        page.get_by_role("heading", name="Automatic publishing").click()
    page.get_by_label("Minutes a draft is shown").fill(str(minutes))
    page.get_by_role("button", name="Save automatic publishing").click()
    expect(page.locator(".messages")).to_contain_text(
        "From now on rounds are published automatically."
    )


def test_the_draft_comes_by_itself_can_be_stopped_and_goes_up_while_nobody_looks(
    itself, picture, axe_problems
):
    page = itself
    desk = page.url.partition("?")[0]
    set_minutes(page, 5)
    picture(page, "unattended-plan")
    page.goto(desk)
    type_result(page, 1, 402, 380)
    type_result(page, 2, 310, 311)
    note = page.locator(".announced")
    expect(note).to_contain_text("Round 2 is drafted and will be published automatically at")
    picture(page, "unattended-desk")
    assert axe_problems(page) == []
    note.get_by_role("button", name="Stop round 2").press("Enter")
    expect(note).to_contain_text("Round 2 will not be published automatically: it was stopped.")
    set_minutes(page, 0)
    page.goto(desk)
    with page.expect_navigation():
        page.get_by_role("button", name="Publish round 2 automatically").press("Enter")
    page.goto("about:blank")
    page.wait_for_timeout(9_000)
    page.goto(desk)
    expect(page.locator("h1")).to_contain_text("Round 2")
    expect(page.locator("h1 .state")).to_have_text("Published")
