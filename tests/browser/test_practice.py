"""Practice for scorekeepers in the browser: turns are announced at a pace, keys are counted."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_score_pad import type_line

pytestmark = pytest.mark.full


def test_turns_are_announced_on_request_and_keys_are_counted(
    director_page: Page, axe_problems, fits_its_width
):
    page = director_page
    page.goto("/games/practice/")
    page.get_by_label("Pace").select_option("0")
    page.get_by_label("Turns").select_option("8")
    with page.expect_navigation():
        page.get_by_role("button", name="Begin").click()
    call = page.locator("[data-practice] [data-heard]")
    first = call.inner_text()
    square = page.locator("[data-said=where]").inner_text().split()[2].strip(",")
    word, score = (page.locator(f"[data-said={part}]").inner_text() for part in ("what", "score"))
    page.locator("#line").focus()
    line = f"{square} {word} {score.strip('“”')}"
    type_line(page, line)
    page.keyboard.press("Enter")
    again = page.get_by_text("Enter the same line again")
    expect(page.locator("#turn-1").or_(again).first).to_be_attached()
    if again.count():
        page.keyboard.press("Enter")
    expect(page.locator("#turn-1")).to_be_attached()
    expect(call).to_have_text(first)
    page.get_by_role("button", name="Next turn").click()
    expect(call).not_to_have_text(first)
    assert axe_problems(page) == []
    page.get_by_role("button", name="End the practice").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Practice result")
    keys = page.locator("dd").filter(has_text="per turn").last.inner_text()
    assert int(keys.partition(",")[0]) >= len(line)
    assert axe_problems(page) == []
    assert fits_its_width(page)
