"""The public site in a real browser: fresh by itself, readable everywhere, also without scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_results import enter, results_screen
from tests.browser.windows import watched_page

OLD = "/events/harbour-club/a/hall/"
STANDINGS = "/events/harbour-club/a/standings/"


@pytest.mark.full
def test_a_phone_that_has_the_earlier_address_sees_a_result_without_touching_anything(
    director_page, phone_page, axe_problems, pale_in_the_dark, fits_its_width, picture
):
    results_screen(director_page)
    phone_page.goto(OLD)
    phone_page.wait_for_url("**/hall/harbour-club/a/")
    phone_page.goto("/hall/harbour-club/a/pairings/")
    expect(phone_page.locator("main")).not_to_contain_text("402")
    enter(director_page, "1 402 380")
    phone_page.get_by_text("402–380", exact=True).wait_for(timeout=20_000)
    director_page.goto(STANDINGS)
    picture(director_page, "standings-desktop")
    assert axe_problems(director_page) == []
    assert fits_its_width(director_page)
    assert pale_in_the_dark(director_page, "standings-dark") == []
    director_page.emulate_media(media="print")
    picture(director_page, "standings-print")


def test_without_javascript_everything_is_there(browser, director_page, server):
    results_screen(director_page)
    with watched_page(browser, server.address, java_script_enabled=False) as page:
        page.goto(OLD)
        page.get_by_role("link", name="Pairings").first.click()
        expect(page.locator("main")).to_contain_text("Ada Berg")
        expect(page.locator("main")).to_contain_text("Finn Farkas")
