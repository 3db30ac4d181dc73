"""The public site in a real browser: two taps to reach one's own result, fresh data, and recovery after an outage."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_results import enter, results_screen
from tournament.hall.tests.browser.test_players_round import letters_of_players, open_own_page
from tournament.hall.tests.browser.test_room import SOON

pytestmark = pytest.mark.full

SITE = "/hall/harbour-club/"
PAGES = """
    find/ me/ a/pairings/ a/pairings/?by=name a/standings/ a/players/ a/games/ a/1/ a/1/2/ more/ prizes/ best/
    schedule/
"""
SIZES = ((360, 740), (320, 640), (768, 1024))
TOO_SMALL = """() => [...document.querySelectorAll(
  'a, button, summary, select, input:not([type=hidden]):not(.visually-hidden)')].filter(element => {
    const box = element.getBoundingClientRect();
    return box.height && !element.matches('.skip-link') && (box.height < 43.5 || box.width < 24);
  }).map(element => element.outerHTML.slice(0, 120))"""


def test_visitor_finds_board_and_standings_within_two_touches(director_page, phone_page):
    results_screen(director_page)
    enter(director_page, "1 402 380")
    # The code on the wall leads to the laptop's bare address. Typing a name is not a tap.
    phone_page.goto("/")
    expect(phone_page).to_have_url(re.compile(f"{SITE}$"))
    phone_page.get_by_label("Your name or number").fill("ada berg")
    phone_page.get_by_role("button", name="Find my board").tap()
    phone_page.locator(".roll a:visible").first.tap()
    expect(phone_page.locator(".seat")).to_have_text("Round 1: board 1")
    expect(phone_page.get_by_role("button", name="This is not me")).to_be_visible()
    # The standings take one tap from anywhere; the phone remembers its reader.
    phone_page.locator("#to-standings").tap()
    expect(phone_page.locator("tr.mine")).to_contain_text("Ada Berg")
    phone_page.locator("#to-mine").tap()
    expect(phone_page.locator(".seat")).to_have_text("Round 1: board 1")


def test_page_updates_results_without_moving_the_text_being_read(director_page, phone_page):
    results_screen(director_page)
    phone_page.set_viewport_size({"width": 360, "height": 400})
    phone_page.goto(f"{SITE}a/standings/")
    expect(phone_page.locator("main")).to_contain_text("There are no results yet.")
    phone_page.goto(f"{SITE}a/pairings/")
    row = phone_page.locator("tbody tr").nth(12)
    row.scroll_into_view_if_needed()
    where = row.bounding_box()["y"]
    enter(director_page, "2 402 380")
    expect(phone_page.locator("tbody tr").nth(1)).to_contain_text("402–380", timeout=SOON)
    assert abs(row.bounding_box()["y"] - where) < 2
    expect(phone_page.locator("#site-state")).to_have_text("Up to date")

    phone_page.context.set_offline(True)
    expect(phone_page.locator("#site-state")).to_contain_text(
        "The laptop is offline.", timeout=SOON
    )
    enter(director_page, "3 411 377")
    assert "402–380" in phone_page.inner_text("main")  # the known data stays readable
    phone_page.context.set_offline(False)
    expect(phone_page.locator("tbody tr").nth(2)).to_contain_text("411–377", timeout=SOON)
    expect(phone_page.locator("#site-state")).to_contain_text("p to date", timeout=SOON)
    assert abs(row.bounding_box()["y"] - where) < 2


def test_page_refresh_keeps_opened_and_typed_content(director_page, phone_page):
    results_screen(director_page)
    number, letters = min(letters_of_players(director_page).items())
    open_own_page(phone_page, number, letters)
    phone_page.get_by_label("Your score").fill("417")
    phone_page.get_by_text("Leave, or play without a phone").tap()
    phone_page.get_by_label("I want to leave after round").fill("5")
    version = phone_page.locator("body").get_attribute("data-version") or ""
    moved = phone_page.evaluate("scrollY")
    director_page.goto("/events/harbour-club/a/results/")
    enter(director_page, "9 402 380")
    expect(phone_page.locator("body")).not_to_have_attribute("data-version", version, timeout=SOON)
    assert phone_page.get_by_label("Your score").input_value() == "417"
    assert phone_page.get_by_label("I want to leave after round").input_value() == "5"
    assert phone_page.get_by_label("I want to leave after round").is_visible()
    assert phone_page.evaluate("document.activeElement.id") == "after"
    assert abs(phone_page.evaluate("scrollY") - moved) < 2


def test_every_page_fits_a_phone_with_large_targets_and_axe_finds_nothing(
    director_page, phone_page, axe_problems, fits_its_width
):
    results_screen(director_page)
    enter(director_page, "1 402 380")
    problems = {}
    for number, address in enumerate(["", *PAGES.split()]):
        phone_page.emulate_media(
            color_scheme="dark" if number % 2 else "light", reduced_motion="reduce"
        )
        phone_page.set_viewport_size({"width": 360, "height": 740})
        phone_page.goto(SITE + address)
        wrong = axe_problems(phone_page)
        for width, height in SIZES:
            phone_page.set_viewport_size({"width": width, "height": height})
            if not fits_its_width(phone_page):
                wrong.append(f"wider than {width}")
            wrong += [f"small at {width}: {element}" for element in phone_page.evaluate(TOO_SMALL)]
        if wrong:
            problems[address] = wrong
    assert problems == {}
