"""The hall's page in a real browser: fresh by themselves, readable everywhere."""

from tests.browser.conftest import log_in, watched_page
from tests.browser.test_results import enter, results_screen

HALL = "/events/harbour-club/a/hall/"
STANDINGS = "/events/harbour-club/a/standings/"


def test_a_phone_in_the_hall_sees_a_result_without_touching_anything(
    director_page, phone_page, dark_page, axe_problems, fits_its_width, picture
):
    results_screen(director_page)
    phone_page.goto(HALL)
    assert "402" not in phone_page.inner_text("#hall")
    enter(director_page, "1 402 380")
    phone_page.get_by_text("402", exact=True).wait_for(timeout=20_000)
    log_in(dark_page)
    for address, name in ((HALL, "hall"), (STANDINGS, "standings")):
        for page, where in ((phone_page, "phone"), (dark_page, "dark"), (director_page, "desktop")):
            page.goto(address)
            picture(page, f"{name}-{where}")
            assert axe_problems(page) == []
            assert fits_its_width(page), f"{name} on {where}"
        director_page.emulate_media(media="print")
        picture(director_page, f"{name}-print")
        director_page.emulate_media(media="screen")


def test_without_javascript_everything_is_there(browser, director_page, server):
    results_screen(director_page)
    with watched_page(browser, server.address, java_script_enabled=False) as page:
        page.goto(HALL)
        assert "Ada Berg" in page.inner_text("main")
        page.get_by_role("link", name="Refresh").click()
        assert "Finn Farkas" in page.inner_text("main")
