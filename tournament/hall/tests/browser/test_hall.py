"""The public site works without scripts."""

from playwright.sync_api import expect

from tests.browser.test_results import results_screen
from tests.browser.windows import watched_page


def test_site_is_complete_without_javascript(browser, director_page, server):
    results_screen(director_page)
    with watched_page(browser, server.address, java_script_enabled=False) as page:
        page.goto("/")
        page.get_by_label("Your name or number").fill("1")
        page.get_by_role("button", name="Find my board").click()
        expect(page.locator(".roll")).to_contain_text("Board 1")
        page.locator(".roll a").first.click()
        expect(page.locator(".seat")).to_contain_text("board 1")
        page.get_by_role("link", name="Pairings").first.click()
        expect(page.locator("main")).to_contain_text("Ada Berg")
        expect(page.locator("main")).to_contain_text("Finn Farkas")
