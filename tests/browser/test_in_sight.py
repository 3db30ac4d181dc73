"""What matters stays in sight: the wall without scrolling, the standings' figures on a phone, paper's heading."""

from tests.browser.test_desk import press
from tests.browser.test_results import enter, results_screen

PEOPLE = (
    "Alexandra Featherstonehaugh 1800",
    "Ben Okafor 1700",
    "Zoë Müller 1600",
    "Krishnamurthy Venkataraman 1500",
)
DIVISION = "/events/harbour-club/a/"


def test_the_wall_fits_its_screen_and_the_printed_desk_names_its_event(director_page, picture):
    page = director_page
    results_screen(page)
    enter(page, "1 402 380")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{DIVISION}wall/")
    root = "document.documentElement"
    picture(page, "wall-fits")
    assert page.evaluate(f"{root}.scrollHeight - {root}.clientHeight") == 0
    page.goto(DIVISION)
    assert not page.locator(".print-only").is_visible()
    page.emulate_media(media="print")
    picture(page, "desk-print")
    assert page.locator(".print-only").inner_text().startswith("Harbour Club")


def test_a_phone_shows_spread_and_rating_of_the_standings(director_page, picture):
    page = director_page
    press(page, "button", "New event")
    page.get_by_label("Name of the event").fill("Harbour Club")
    page.get_by_label("Rules").select_option("wespa")
    page.keyboard.press("Enter")
    page.get_by_label("Name of the division").fill("A")
    page.keyboard.press("Enter")
    page.wait_for_url("**/harbour-club/a/")
    press(page, "button", "Add players")
    page.keyboard.insert_text("\n".join(PEOPLE))
    press(page, "button", "Read the list")
    press(page, "button", "Add 4 players")
    page.goto(f"{DIVISION}rounds/new/")
    page.get_by_label("Make", exact=True).select_option("next")
    press(page, "button", "Draft by the table")
    press(page, "button", "Publish round 1")
    press(page, "link", "Results")
    page.wait_for_url("**/results/**")
    for line in ("1 512 298", "2 402-380"):
        enter(page, line)
    page.goto(f"{DIVISION}standings/?ratings=1")
    page.set_viewport_size({"width": 360, "height": 780})
    picture(page, "standings-ratings-phone")
    heads = page.locator("main th[scope=col]:visible")
    edges = {
        head.inner_text(): head.bounding_box()["x"] + head.bounding_box()["width"]
        for head in heads.all()
    }
    print(edges)
    assert {"Spread", "Rating"} <= set(edges)
    assert edges["Spread"] <= 348
    assert edges["Rating"] <= 348
