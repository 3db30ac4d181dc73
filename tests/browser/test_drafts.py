"""The pages of a draft: dragging two names, loading the options of another method, asking about a pair."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_desk import press

pytestmark = pytest.mark.full


@pytest.fixture
def draft(director_page: Page, simulated) -> Page:
    """Return the pairings of the drafted first round of thirty players."""
    event = simulated("--players", "30", "--rounds", "5", "--stage", "setup")
    page = director_page
    page.goto(f"/events/{event}/check-in/")
    press(page, "button", "Check in all 30 missing")
    page.goto(f"/events/{event}/a/")
    press(page, "button", "Pair round 1")
    expect(page.locator("table.reasons td.why")).to_have_count(15)
    return page


def test_dragging_one_neighbour_onto_the_other_swaps_them(draft: Page):
    page = draft
    press(page, "link", "Change by hand")
    rows = page.locator("table.arranging tbody tr")
    one, other = (rows.nth(at).locator("[data-seat]").nth(1) for at in (2, 3))
    with page.expect_navigation():
        one.drag_to(other)
    expect(page.get_by_text("Every player is in the round once")).to_be_visible()
    press(page, "button", "Save round 1")
    page.goto(page.url.partition("?")[0] + "rounds/1/pairings/")
    expect(page.locator("table.reasons").get_by_text("changed by hand")).to_have_count(2)


def test_another_method_is_compared_with_its_options_and_explains_a_pair(draft: Page, axe_problems):
    page = draft
    page.locator("#why-one").select_option(index=1)
    page.locator("#why-other").select_option(index=9)
    press(page, "button", "Explain")
    expect(page.locator("#answer")).to_contain_text("Why not these two?")
    assert axe_problems(page) == []
    page.locator("#id_method").select_option("quartiles")
    expect(page.locator("#method-options")).to_contain_text("The first quarter of the standings")
    press(page, "button", "What if?")
    expect(page.locator("main")).to_contain_text(re.compile(r"\d+ of 15 boards differ"))
    assert axe_problems(page) == []
    press(page, "link", "Pairings")
    expect(page.locator("h1")).to_contain_text("Pairings of round 1")
