"""The word judge for two players at one keyboard: keys only, no log-in."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full


def judge_by_keys(page: Page, first: str, second: str) -> None:
    expect(page.get_by_label("The challenger types every word challenged")).to_be_focused()
    page.keyboard.type(first)
    page.keyboard.press("Enter")
    expect(page.get_by_label("The player who made the play types the words again")).to_be_focused()
    page.keyboard.type(second)
    page.keyboard.press("Enter")


def test_two_plays_are_judged_in_turn_by_keyboard_alone(page: Page, axe_problems, fits_its_width):
    page.goto("/judge/?board=4")
    expect(page.get_by_label("The challenger types every word challenged")).to_be_focused()
    assert axe_problems(page) == []
    judge_by_keys(page, "frozen qi", "qi frozen")
    expect(page.get_by_role("status")).to_have_text("Acceptable")
    assert axe_problems(page) == []
    expect(page.get_by_role("button", name="Clear")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("The challenger types every word challenged")).to_have_value("")
    judge_by_keys(page, "frozen qzx", "frozen qzx")
    expect(page.get_by_role("status")).to_have_text("Not acceptable")
    expect(page.locator("main")).not_to_contain_text("QZX", ignore_case=True)
    assert axe_problems(page) == []


def test_judge_fills_the_screen_and_takes_keys_typed_without_a_pause(page: Page):
    page.goto("/judge/")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_role("contentinfo")).to_be_hidden()
    expect(page.get_by_text(re.compile("SHA-256 [0-9a-f]{64}"))).to_be_in_viewport()
    for key in ("q", "i", "Enter", "q", "i", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("status")).to_have_text("Acceptable")
