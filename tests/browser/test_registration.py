"""A player registers on a phone and withdraws by the code; the director opens it and takes all in, by the keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_results import results_screen

pytestmark = pytest.mark.full


def test_from_opening_the_registration_to_players_in_the_event(
    director_page, phone_page, axe_problems, picture, fits_its_width
):
    page = director_page
    results_screen(page)
    page.goto("/events/harbour-club/registration/")
    expect(page.locator("main")).to_contain_text("Closed.")
    page.get_by_role("button", name="Open, close, limits").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Registration is").select_option("now")
    page.get_by_label("Show everybody the names").check()
    assert axe_problems(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Open.")

    phone_page.goto("/hall/harbour-club/")
    phone_page.get_by_role("link", name="Registration").tap()
    phone_page.get_by_label("Your name").fill("4711")
    phone_page.get_by_label("A note for the director").fill("Comes late")
    phone_page.get_by_role("button", name="Register", exact=True).tap()
    expect(phone_page.get_by_role("alert")).to_contain_text("Type your first and family name.")
    expect(phone_page.get_by_label("A note for the director")).to_have_value("Comes late")
    phone_page.get_by_label("Your name").fill("Nora Newcomer")
    phone_page.get_by_role("button", name="Register", exact=True).tap()
    expect(phone_page.locator("main")).to_contain_text("You are registered.")
    assert axe_problems(phone_page) == []
    fits_its_width(phone_page)
    picture(phone_page, "registration-code")
    code = re.search(r"[A-Z]{4} [A-Z]{4} [A-Z]{4}", phone_page.inner_text("main"))[0]

    phone_page.goto("/hall/harbour-club/register/")
    phone_page.get_by_label("Code of your registration").fill(code.lower())
    phone_page.get_by_role("button", name="Open my registration").tap()
    phone_page.get_by_text("Withdraw", exact=True).tap()
    phone_page.get_by_role("button", name="Withdraw my registration").tap()
    expect(phone_page.locator("main")).to_contain_text("You have withdrawn.")
    phone_page.get_by_role("link", name="Register again").tap()
    phone_page.get_by_label("Your name").fill("Nora Newcomer")
    phone_page.keyboard.press("Enter")
    expect(phone_page.locator("main")).to_contain_text("You are registered.")

    page.reload()
    expect(page.locator("table")).to_contain_text("Nora Newcomer")
    assert axe_problems(page) == []
    picture(page, "registrations")
    page.get_by_role("button", name=re.compile("^Add 1 registered")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("1 player added to division A.")
    phone_page.reload()
    expect(phone_page.locator("main")).to_contain_text("You are player number")

    phone_page.goto("/hall/harbour-club/register/")
    phone_page.get_by_label("Your name").fill("Newcomer Nóra")
    phone_page.keyboard.press("Enter")
    expect(phone_page.get_by_role("alert")).to_contain_text("is on the list of players already")
    phone_page.get_by_role("button", name="Register", exact=True).tap()
    expect(phone_page.locator("main")).to_contain_text("You are registered.")
    page.goto("/events/harbour-club/registration/")
    page.get_by_role("button", name=re.compile("^Add 1 registered")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Who is it?")).to_be_visible()
    assert axe_problems(page) == []
    picture(page, "who-is-it")
    page.get_by_label("Newcomer Nóra").focus()
    page.keyboard.type("Somebody new")
    picture(page, "who-is-it-chosen")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("1 player added to division A.")
