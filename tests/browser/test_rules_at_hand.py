"""The rule book, read by anybody: at a desk, on a phone, in the dark, on paper."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full


def test_anybody_reads_them_and_asks_who_begins(
    page: Page, axe_problems, pale_in_the_dark, picture
):
    page.goto("/rules/")
    picture(page, "rules")
    assert axe_problems(page) == []
    assert pale_in_the_dark(page, "rules-dark") == []
    page.get_by_label("First player drew").fill("q")
    page.get_by_label("Second player drew").fill("?")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Second player begins: a blank beats Q.")).to_be_in_viewport()
    page.get_by_role("link", name="Spanish").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rule book: Spanish")


def test_they_fit_a_phone(phone_page: Page, axe_problems, picture, fits_its_width):
    phone_page.goto("/rules/german/")
    picture(phone_page, "rules-phone")
    assert fits_its_width(phone_page)
    assert axe_problems(phone_page) == []
    phone_page.get_by_role("link", name="Overdrawn").tap()
    expect(phone_page.get_by_text("Somebody drew a tile too many.")).to_be_in_viewport()


def test_on_paper_nothing_of_the_screen_is_left(page: Page, picture):
    page.goto("/rules/")
    page.emulate_media(media="print")
    picture(page, "rules-print")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_label("First player drew")).to_be_hidden()
    expect(page.get_by_text("FROZEN: F 4x3 + R 1")).to_be_visible()
