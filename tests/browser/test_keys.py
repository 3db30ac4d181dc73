"""Keys of every page: help beside it in one place, and the way out of a field and of an earlier turn."""

from playwright.sync_api import Page, expect

from tests.browser.test_score_pad import enter, open_game


def test_help_opens_beside_the_page_once_and_escape_leads_out(director_page: Page):
    page = director_page
    page.goto("/check/")
    expect(page.get_by_label("The play")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_label("The play")).not_to_be_focused()
    with page.expect_popup() as opened:
        page.keyboard.press("?")
    help_page = opened.value
    expect(help_page.get_by_role("heading", level=1)).to_have_text("The dispute desk")
    page.bring_to_front()
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
