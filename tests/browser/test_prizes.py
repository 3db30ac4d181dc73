"""Prizes by keyboard from a pasted list to the paper, and every screen about them for every device."""

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import let_in
from tests.browser.test_desk import make_event, press, type_result

pytestmark = pytest.mark.full

EVENT = "/events/hochst-open/"
SCREENS = [
    f"{EVENT}prizes/",
    f"{EVENT}prizes/new/?kind=rating_class",
    f"{EVENT}prizes/1/",
    f"{EVENT}a/classes/",
    f"{EVENT}reports/?show=prizes",
]


def define_prizes(page):
    """Two classes and three prizes, from the event's page on, by keyboard."""
    page.goto(f"{EVENT}a/classes/")
    page.get_by_label("Equal classes").fill("2")
    press(page, "button", "Cut into equal classes")
    page.goto(EVENT)
    press(page, "link", "Standings")
    press(page, "link", "Prizes")
    page.get_by_label("Prizes, one per line").focus()
    page.keyboard.insert_text("1st = 300\nclass B = 50\nhigh win = 20\nbest hat 5")
    press(page, "button", "Read the list")
    expect(page.locator("main")).to_contain_text("3 prizes in 4 lines.")
    press(page, "button", "Add 3 prizes")


def test_prizes_are_pasted_won_and_printed_with_one_key(director_page):
    page = director_page
    make_event(page)
    type_result(page, 1, 402, 380)
    type_result(page, 2, 310, 311)
    define_prizes(page)
    shown = page.inner_text("table.list")
    assert "Zoë Lindqvist: 1-0 +22" in shown
    assert "402 to 380 in round 1 against" in shown
    page.goto(f"{EVENT}reports/?show=prizes")
    expect(page.locator(".menu-preview")).to_contain_text("Zoë Lindqvist")
    with page.expect_request(lambda request: "format=pdf" in request.url) as request:
        page.keyboard.press("p")
    assert "/reports/prizes/?division=&winners=&" in request.value.url


def test_the_screens_of_prizes_are_for_everybody_s_eyes_and_devices(
    director_page, phone_page, axe_problems, pale_in_the_dark, picture, fits_its_width
):
    make_event(director_page)
    define_prizes(director_page)
    looked_at = {
        "desk": (director_page, SCREENS),
        "phone": (phone_page, SCREENS[:1]),
    }
    for name, (page, with_axe) in looked_at.items():
        if page is not director_page:
            let_in(page)
        for screen in SCREENS if name == "phone" else with_axe:
            page.goto(screen)
            assert fits_its_width(page), f"{name} {screen}"
            if screen in with_axe:
                assert axe_problems(page) == [], f"{name} {screen}"
        picture(page, f"prizes-{name}")
        if name == "desk":
            assert pale_in_the_dark(page, "prizes-dark") == []
