"""The settings of an event on one page: searched, folded, and linked to their forms."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full

RULES = "/events/practice-12-players-5-rounds/rules/"


def test_setting_is_found_by_a_few_letters_and_linked(director_page: Page, simulated, axe_problems):
    page = director_page
    simulated("--players", "12", "--rounds", "5", "--stage", "half")
    page.goto(RULES)
    rare = page.locator("details", has=page.get_by_text("Rarely used", exact=True))
    settings = page.locator("[data-setting]:visible")
    expect(rare).not_to_have_attribute("open", "")
    shown = settings.count()
    page.get_by_label("Find a setting").fill("gibson")
    expect(rare).to_have_attribute("open", "")
    expect(page.get_by_role("heading", name="Ratings", exact=True)).to_have_count(0)
    expect(settings).not_to_have_count(shown)
    assert settings.count() > 0
    assert all("gibson" in text.lower() for text in settings.all_inner_texts())
    assert axe_problems(page) == []
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{RULES}$"))
    page.get_by_label("Find a setting").fill("no such setting")
    expect(settings).to_have_count(0)
    expect(page.get_by_role("status")).to_contain_text("No setting matches")
    page.get_by_label("Find a setting").fill("")
    expect(settings).to_have_count(shown)
    expect(rare).not_to_have_attribute("open", "")
    page.get_by_label("Find a setting").fill("number of rounds")
    expect(settings).to_have_count(1)
    settings.get_by_role("link").click()
    expect(page).to_have_url(re.compile("standings/#id_rounds_planned$"))
    expect(page.get_by_label("Number of rounds")).to_be_in_viewport()
    expect(page.get_by_label("Number of rounds")).to_be_focused()
