"""The public site in a real browser: found within two touches, fresh in place, back after the laptop was away."""

from playwright.sync_api import expect

from tests.browser.conftest import watched_page
from tests.browser.test_results import enter, results_screen

SITE = "/hall/harbour-club/"
PAGES = (
    "",
    "find/",
    "a/pairings/",
    "a/pairings/?by=name",
    "a/standings/",
    "a/players/",
    "a/1/",
    "more/",
    "schedule/",
)


def test_a_stranger_finds_board_and_standings_within_two_touches(
    director_page, phone_page, fits_its_width, axe_problems, picture
):
    results_screen(director_page)
    enter(director_page, "1 402 380")
    phone_page.goto("/")
    expect(phone_page).to_have_url(lambda url: url.endswith(SITE))
    phone_page.get_by_label("Your name or number").fill("berg")
    phone_page.get_by_role("button", name="Find my board").click()
    expect(phone_page.locator(".roll li:visible")).to_contain_text("Board 1")
    phone_page.locator(".roll a:visible").first.click()
    expect(phone_page.locator(".seat")).to_contain_text("board 1")
    phone_page.goto(SITE)
    phone_page.locator("#to-standings").click()
    expect(phone_page.locator("tr.mine")).to_contain_text("Berg")
    phone_page.locator("#to-mine").click()
    expect(phone_page.locator(".seat")).to_contain_text("board 1")
    for address in PAGES:
        phone_page.goto(SITE + address)
        picture(phone_page, f"site-{address.replace('/', '-').replace('?', '-')}phone")
        assert axe_problems(phone_page) == [], address
        assert fits_its_width(phone_page), address
        phone_page.set_viewport_size({"width": 320, "height": 640})
        assert fits_its_width(phone_page), f"{address} at 320"
        phone_page.set_viewport_size({"width": 360, "height": 740})


def test_a_page_follows_the_results_without_moving_and_comes_back_after_the_laptop_was_away(
    director_page, phone_page
):
    results_screen(director_page)
    phone_page.set_viewport_size({"width": 360, "height": 300})
    phone_page.goto(f"{SITE}a/pairings/")
    row = phone_page.locator("tbody tr").last
    row.scroll_into_view_if_needed()
    before = row.bounding_box()["y"]
    enter(director_page, "1 402 380")
    expect(phone_page.locator("tbody tr").first).to_contain_text("402–380")
    assert abs(row.bounding_box()["y"] - before) < 2
    expect(phone_page.locator("#site-state")).to_have_text("Up to date")
    phone_page.context.set_offline(True)
    expect(phone_page.locator("#site-state")).to_contain_text("The laptop is away.")
    phone_page.context.set_offline(False)
    expect(phone_page.locator("#site-state")).to_contain_text("p to date")


def test_without_javascript_everything_is_there(browser, director_page, server):
    results_screen(director_page)
    with watched_page(browser, server.address, java_script_enabled=False) as page:
        page.goto("/")
        page.get_by_label("Your name or number").fill("1")
        page.get_by_role("button", name="Find my board").click()
        assert "Board 1" in page.inner_text(".roll")
        page.locator(".roll a").first.click()
        assert "board 1" in page.inner_text(".seat")
