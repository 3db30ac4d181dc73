"""Registration in a real browser with the keyboard alone: a family, and a cash payment at the desk."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_results import results_screen

pytestmark = pytest.mark.full

REGISTER = "/hall/harbour-club/register/"
DESK = "/events/harbour-club/registration/"


def tab_to(page: Page, target: str) -> None:
    """Press Tab until an element that matches the selector has the focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.locator(f"{target}:focus").count():
            return
    pytest.fail(f"Tab does not reach {target}")


def press_send(page: Page, name: str) -> None:
    tab_to(page, f'button:has-text("{name}")')
    page.keyboard.press("Enter")


def test_family_registers_and_the_desk_takes_cash_by_keyboard(director_page, axe_problems):
    page = director_page
    results_screen(page)
    page.goto(f"{DESK}rules/")
    page.locator("[name=when]").select_option("now")
    page.locator("[name=fee]").fill("15 €")
    with page.expect_navigation():
        page.locator("[name=fee]").press("Enter")
    page.goto(REGISTER)
    tab_to(page, "#id_name")
    page.keyboard.press("Enter")
    expect(page.locator("#id_name")).to_be_focused()
    expect(page.locator("#id_name_error")).to_have_text("Type your first and family name.")
    page.keyboard.type("Zora Quist")
    press_send(page, "Add another person")
    expect(page.locator("#id_p2-name")).to_be_focused()
    page.keyboard.type("Yule Quist")
    tab_to(page, "#id_p2-is_minor")
    page.keyboard.press("Space")
    press_send(page, "Register")
    expect(page.locator("#id_guardian")).to_be_focused()
    assert axe_problems(page) == []
    page.keyboard.type("Zora Quist")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("0660 5551234")
    tab_to(page, "#id_agreed")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_url("**/registration/*/")
    expect(page.locator("main")).to_contain_text("Yule Quist")
    page.goto(DESK)
    tab_to(page, "[form=cash]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Zora Quist", exact=True)).to_be_focused()
    tab_to(page, "[form=cash]")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "Yule Quist paid 15 € in cash")
