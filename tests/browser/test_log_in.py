"""The log-in page in both themes and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.installation import DIRECTOR


@pytest.mark.full
def test_log_in_page_is_readable_in_the_dark_and_after_a_wrong_password(
    page: Page, axe_problems, pale_in_the_dark
):
    page.goto("/login/")
    assert axe_problems(page) == []
    assert pale_in_the_dark(page) == []
    page.emulate_media(color_scheme="dark")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(ground) == "rgb(21, 25, 27)"
    page.get_by_label("Name").fill(DIRECTOR)
    page.get_by_label("Password").fill("guessed")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("do not match")
    expect(page.get_by_label("Name")).to_have_value(DIRECTOR)
    assert axe_problems(page) == []


@pytest.mark.full
def test_manually_chosen_theme_survives_a_reload(page: Page):
    page.goto("/login/")
    page.get_by_role("button", name="Theme: system").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()
