"""People coming and going, by keyboard; and every screen about them for every eye and every device."""

import pytest
from playwright.sync_api import expect

from tests.browser.shared_server import let_in
from tests.browser.test_desk import enter_four, make_event, press

pytestmark = pytest.mark.full

EVENT = "/events/hochst-open/"
SCREENS = [
    "/people/",
    "/clubs/",
    "/clubs/thursdays/",
    f"{EVENT}rules/",
    f"{EVENT}apart/",
    f"{EVENT}a/players/",
    f"{EVENT}a/rounds/1/edit/",
    f"{EVENT}check-in/",
    f"{EVENT}check-in/?find=zoe",
    f"{EVENT}a/players/4/",
]


def test_a_late_entry_takes_the_byes_seat_and_leaves_again_by_keyboard(director_page):
    page = director_page
    make_event(page)
    page.goto(f"{EVENT}a/players/")
    page.keyboard.insert_text("Late, Finn 1300")
    press(page, "button", "Read the list")
    expect(page.locator("main")).to_contain_text("in round 1, with a new bye")
    press(page, "button", "Add 1 player")
    press(page, "link", "Finn Late")
    expect(page.locator("main")).to_contain_text("Bye")
    page.get_by_label("Leaves").select_option("forfeit:")
    press(page, "button", "Finn Late leaves")
    assert "Withdrawn before round 1" in page.inner_text("main").replace("WITHDRAWN", "Withdrawn")
    press(page, "button", "Finn Late plays again")
    expect(page.locator(".messages")).to_contain_text("plays again from round 2 on")


def test_everybody_is_checked_in_by_keyboard_and_a_walk_in_is_entered(director_page):
    page = director_page
    enter_four(page)
    page.goto(f"{EVENT}check-in/")
    expect(page.locator("main")).to_contain_text("4 missing of 4, 0 here.")
    page.keyboard.type("lin")
    expect(page.locator("#list-rows [id^='row-']")).to_have_count(1)
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("d")
    with page.expect_navigation():  # one missing player is left: Enter is the tap
        page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Zoë Lindqvist is here.")
    expect(page.locator("main")).to_contain_text("3 missing of 4, 1 here.")
    page.get_by_label("Name", exact=True).fill("Walker, Johnny")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    confirmation = "Johnny Walker is number 5 in division A, and here."
    assert confirmation in page.inner_text(".messages")


def test_on_a_phone_the_names_stand_before_the_filters_and_on_paper_without_buttons(director_page):
    page = director_page
    enter_four(page)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{EVENT}check-in/")
    name = page.locator("#list-rows [id^='row-']").first
    assert name.bounding_box()["y"] < page.locator(".list-tools").bounding_box()["y"]
    page.set_viewport_size({"width": 1280, "height": 740})
    assert name.bounding_box()["y"] > page.locator(".list-tools").bounding_box()["y"]
    page.emulate_media(media="print")
    assert name.evaluate("one => getComputedStyle(one).borderStyle") == "none"
    expect(page.get_by_role("link", name="more")).to_have_count(0)


def test_two_names_are_swapped_in_a_published_round_with_a_reason_by_keyboard(
    director_page, axe_problems, picture
):
    page = director_page
    make_event(page)
    press(page, "link", "Change round 1 by hand")
    page.locator("#swap-one").select_option("1")
    page.locator("#swap-other").select_option("2")
    press(page, "button", "Swap two names")
    expect(page.locator("table")).to_contain_text("changed")
    picture(page, "people-edit-changed")
    assert axe_problems(page) == []
    page.get_by_label("Reason").fill("they travelled together")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Round 1 is changed.")


def test_the_screens_about_people_are_for_everybody(
    director_page, phone_page, axe_problems, pale_in_the_dark, picture, fits_its_width
):
    make_event(director_page)
    director_page.goto("/clubs/")
    director_page.get_by_label("Name of the club").fill("Thursdays")
    press(director_page, "button", "Add the club")
    press(director_page, "button", "Add Höchst Open to this club")
    director_page.goto(f"{EVENT}check-in/")
    with director_page.expect_navigation():  # somebody here among the missing
        director_page.locator("button.check-in-row").first.click()
    let_in(phone_page)
    for address in SCREENS:
        name = address.removeprefix(EVENT).strip("/").replace("/", "-")
        for page, kind, rules in (
            (director_page, "desk", "all"),
            (phone_page, "phone", "but colours"),
        ):
            page.goto(address)
            picture(page, f"people-{name}-{kind}")
            assert axe_problems(page, rules) == [], f"{address} ({kind})"
        assert pale_in_the_dark(director_page, f"people-{name}-dark") == [], address
        assert fits_its_width(phone_page), address
        director_page.emulate_media(media="print")
        picture(director_page, f"people-{name}-print")
        director_page.emulate_media(media="screen")
    director_page.goto("/clubs/thursdays/")
    press(director_page, "button", "Copy for next week")
    expect(director_page.locator("main")).to_contain_text("Who plays again")
    picture(director_page, "people-again-desk")
    assert axe_problems(director_page) == []
