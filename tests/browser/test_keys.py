"""Keys on every page: the help in a fixed place, and leaving a field or an earlier turn."""

from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_score_pad import enter, open_game


@pytest.mark.full
def test_help_opens_once_beside_the_page_and_escape_closes_it(director_page: Page):
    page = director_page
    page.goto("/check/")
    expect(page.locator("#line")).to_be_focused()
    with page.expect_popup() as opened:
        page.keyboard.press("?")
    help_page = opened.value
    expect(help_page.get_by_role("heading", level=1)).to_have_text("Settle a dispute")
    page.bring_to_front()
    page.goto("/events/new/")
    expect(page.get_by_label("Name of the event")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Name of the event")).not_to_be_focused()
    page.goto("/judge/")
    page.get_by_role("link", name="Help").press("Enter")
    expect(help_page.get_by_role("heading", level=1)).to_have_text("The word judge")
    page.bring_to_front()
    open_game(page)
    enter(page, "8H ZONE 26", 1)
    page.keyboard.press("?")
    expect(help_page.get_by_role("heading", level=1)).to_have_text("The score pad")
    assert len(page.context.pages) == 2
    page.bring_to_front()
    expect(page.locator("#line")).to_have_value("")
    with page.expect_navigation():
        page.keyboard.press("ArrowLeft")
    expect(page).to_have_url("/games/1/?turn=0")
    page.keyboard.press("Escape")
    expect(page).to_have_url("/games/1/")


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until the element has the focus, check that it is visible, and press Enter."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            assert wanted.evaluate("element => getComputedStyle(element).outlineStyle") != "none"
            with page.expect_navigation():
                page.keyboard.press("Enter")
            return
    raise AssertionError(f"no way to {wanted} by Tab")


def test_pairing_publishing_and_results_need_no_mouse(director_page: Page, simulated):
    page = director_page
    button = partial(page.get_by_role, "button", exact=True)
    event = f"/events/{simulated('--players', '4', '--rounds', '3', '--stage', 'setup')}"
    page.goto(f"{event}/check-in/")
    tab_to(page, button(name="Check in all 4 missing").first)
    page.goto(f"{event}/a/")
    for name in ("Pair round 1", "Publish round 1"):
        tab_to(page, button(name=name).first)
    for figures in ("1 402 380", "2 350 351"):
        expect(page.locator("[name=line]")).to_be_focused()
        page.keyboard.type(figures)
        page.keyboard.press("Enter")
        expect(page.locator("[name=line]")).to_have_value("")
    tab_to(page, button(name="Close round 1").first)
    expect(page.locator("main")).to_contain_text("Round 1")
    expect(page.get_by_role("button", name="Pair round 2")).to_be_visible()
    for place, heading in (
        ("People", "Check-in"),
        ("Rounds", "Pairings of round 1"),
        ("Results", "Results of round 1"),
        ("Standings", "Standings, division A"),
        ("Print & files", "Print desk"),
        ("Settings", "Settings of"),
        ("Overview", "Division A"),
    ):
        tab_to(page, page.locator(".places").get_by_role("link", name=place))
        expect(page.get_by_role("heading", level=1).first).to_contain_text(heading)
